import { describe, expect, it } from 'vitest';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf, isBareDay } from '#contracts/vocabulary/house-time.ts';
import { timelineOf } from '#services/audit/timeline.ts';
import { shownHistory } from '#services/stones/shown-history.ts';
import { documentEvent, intentEvent, listing, undoOf, ZONES } from './history-steps.ts';
import { anyHistory, check } from './random-history.ts';
import { realState } from './real-fold.ts';

/** What was undone or replaced stands among the entries that count, and moves none of them (rule: Order within a day). */

type Listed = { eventId: string; date: string };

const ADMINISTRATOR = { staff: true, administrator: true, customerId: null };
const historyOf = (state: ParcelState, zone: string): Listed[] =>
  shownHistory(state, ADMINISTRATOR, new Map(), zone);

const timelineEntries = (state: ParcelState, zone: string): Listed[] =>
  timelineOf(
    {
      record: state,
      steps: [],
      customerName: () => null,
      shapeName: (code) => code,
      vendors: [],
      zone,
      values: true,
    },
    null,
  ).entries.map(({ eventId, effectiveAt }) => ({ eventId, date: effectiveAt }));

const readings = [
  ['the history', historyOf],
  ['the timeline', timelineEntries],
] as const;

describe.each(readings)('%s', (_, read) => {
  const [place] = ZONES;

  it('ends with the return memo of a bare date, though a request of that day was undone', () => {
    const at = (time: string) => `2026-03-05T${time}:00.000Z`;
    const memo = { kind: 'document', docType: 'MEMO', customerId: 7, docNo: 1, version: 1 } as const;
    const document = { ...memo, amountCents: 980_000, at: { day: 0, minute: 0 } };
    const state = realState([
      listing(place),
      intentEvent('REQUEST', 7, at('15:00'), 'request', at('15:00')),
      undoOf('request', 'undo', at('15:01')),
      documentEvent(document, at('14:58'), at('15:02')),
      intentEvent('RETURN', 7, at('15:03'), 'return', at('15:03')),
      documentEvent({ ...document, docType: 'RETURN_MEMO' }, '2026-03-05', at('15:04')),
    ]);
    expect(read(state, place.zone).map(({ eventId }) => eventId)).toEqual([
      'MEMO-1-v1',
      'request',
      'return',
      'RETURN_MEMO-1-v1',
    ]);
  });

  it('has the entries that count in the order of the fold, and the others by their dates among them', () => {
    check(anyHistory, ({ place: { zone }, events }) => {
      const state = realState(events);
      const shown = read(state, zone);
      const counted = foldParcel(state, zone).entries.filter(({ eventId }) =>
        shown.some((one) => one.eventId === eventId),
      );
      const live = new Set(counted.map(({ eventId }) => eventId));
      expect(shown.filter(({ eventId }) => live.has(eventId)).map(({ eventId }) => eventId)).toEqual(
        counted.map(({ eventId }) => eventId),
      );
      for (const [index, { date }] of shown.entries())
        for (const later of shown.slice(index + 1)) {
          expect(houseDayOf(date, zone) <= houseDayOf(later.date, zone)).toBe(true);
          if (houseDayOf(date, zone) === houseDayOf(later.date, zone) && ![date, later.date].some(isBareDay))
            expect(date <= later.date).toBe(true);
        }
    });
  });
});
