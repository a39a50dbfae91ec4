import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseDayOf, isBareDay } from '#contracts/vocabulary/house-time.ts';
import { foldParcel, parcelKnownAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import { STATUSES } from '#contracts/vocabulary/statuses.ts';
import { liveEntries, plainView, type ModelEvent } from './plain-life-cycle-model.ts';
import { spellStatus } from './plain-life-cycle-steps.ts';
import { dateChangeOf, undoOf } from './history-steps.ts';
import {
  anyHistory,
  check,
  crowdedHistory,
  garbageHistory,
  shuffled,
  walkedHistory,
  type History,
} from './random-history.ts';
import {
  continued,
  daysOf,
  essence,
  heldAt,
  realState,
  realView,
  summaryOfPlain,
  summaryOfReal,
  withoutPlaces,
} from './real-fold.ts';

const LATER = '2026-12-31T00:00:00.000Z';
const EVEN_LATER = '2026-12-31T00:00:01.000Z';

const isIntent = (event: ModelEvent): boolean =>
  event.type === 'StoneRequested' || event.type === 'StoneReturned' || event.type === 'StoneSold';

/** A history with one of its intents; histories without any are left out. */
const historyWithIntent = anyHistory
  .filter(({ events }) => events.some(isIntent))
  .chain((history) =>
    fc.record({ history: fc.constant(history), intent: fc.constantFrom(...history.events.filter(isIntent)) }),
  );

const document = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.type === 'DocumentReceived' ? [event] : []));

describe('the fold computes what the plain model computes', () => {
  const agree = ({ place, events }: History): void => {
    const plain = plainView(events, place.zone);
    expect(summaryOfReal(realView(events, place.zone), daysOf(plain))).toEqual(
      summaryOfPlain(plain, spellStatus),
    );
  };
  it('on walks of allowed commands, with documents that come late', () => check(walkedHistory, agree, 500));
  it('on anything, in any order', () => check(garbageHistory, agree, 500));
  it('on crowded days', () => check(crowdedHistory, agree, 500));
});

describe('order of arrival', () => {
  it('the same events in any order of arrival give the same state (rule: Order within a day)', () => {
    const twice = anyHistory.chain((history) =>
      fc.record({ history: fc.constant(history), other: shuffled(history.events) }),
    );
    check(
      twice,
      ({ history, other }) => {
        expect(withoutPlaces(realView(other, history.place.zone))).toEqual(
          withoutPlaces(realView(history.events, history.place.zone)),
        );
      },
      400,
    );
  });

  it('of a document the highest version counts, whatever came first (rule: Versions of a document)', () => {
    check(anyHistory, ({ place, events }) => {
      const highest = events.filter(
        (event) =>
          event.type !== 'DocumentReceived' ||
          !document(events).some(
            (other) =>
              other.data.docType === event.data.docType &&
              other.data.docNo === event.data.docNo &&
              other.data.version > event.data.version,
          ),
      );
      expect(withoutPlaces(realView(events, place.zone))).toEqual(
        withoutPlaces(realView(highest, place.zone)),
      );
    });
  });

  it('a void version removes the document as if it had never come (rule: Versions of a document)', () => {
    const withDocument = anyHistory
      .filter(({ events }) => document(events).length > 0)
      .chain((history) =>
        fc.record({ history: fc.constant(history), voided: fc.constantFrom(...document(history.events)) }),
      );
    check(withDocument, ({ history: { place, events }, voided }) => {
      const voidVersion: ModelEvent = {
        ...voided,
        id: 'void',
        data: { ...voided.data, version: 99, amountCents: null },
      };
      const never = events.filter(
        (event) =>
          event.type !== 'DocumentReceived' ||
          event.data.docType !== voided.data.docType ||
          event.data.docNo !== voided.data.docNo,
      );
      expect(withoutPlaces(realView([voidVersion, ...events], place.zone))).toEqual(
        withoutPlaces(realView(never, place.zone)),
      );
    });
  });

  it('a snapshot in the middle changes nothing', () => {
    const cut = anyHistory.chain((history) =>
      fc.record({ history: fc.constant(history), at: fc.integer({ min: 0, max: history.events.length }) }),
    );
    check(cut, ({ history: { place, events }, at }) => {
      const snapshot = JSON.parse(JSON.stringify(realState(events.slice(0, at)))) as ParcelState;
      expect(foldParcel(continued(snapshot, events.slice(at), at), place.zone)).toEqual(
        realView(events, place.zone),
      );
    });
  });

  it('as known at a place in the log: what was recorded later is left out (rule: Knowledge cut)', () => {
    const cut = anyHistory.chain((history) =>
      fc.record({ history: fc.constant(history), at: fc.integer({ min: 1, max: history.events.length }) }),
    );
    check(cut, ({ history: { place, events }, at }) => {
      const { spells, entries, anomalies, customerId } = foldParcel(
        parcelKnownAt(realState(events), at),
        place.zone,
      );
      expect({ spells, entries, anomalies, customerId }).toEqual(
        (({ spells, entries, anomalies, customerId }) => ({ spells, entries, anomalies, customerId }))(
          realView(events.slice(0, at), place.zone),
        ),
      );
    });
  });
});

describe('corrections (rule: Corrections)', () => {
  it('undo ≡ never happened', () => {
    check(historyWithIntent, ({ history: { place, events }, intent }) => {
      const undone = realView([...events, undoOf(intent.id, 'undo', LATER)], place.zone);
      expect(withoutPlaces(undone)).toEqual(
        withoutPlaces(
          realView(
            events.filter((event) => event !== intent),
            place.zone,
          ),
        ),
      );
    });
  });

  it('change date and back ≡ unchanged', () => {
    const moved = fc.record({ chosen: historyWithIntent, days: fc.integer({ min: -8, max: 8 }) });
    check(
      moved,
      ({
        chosen: {
          history: { place, events },
          intent,
        },
        days,
      }) => {
        const date =
          liveEntries(events).find((entry) => entry.eventId === intent.id)?.effectiveAt ??
          intent.data.effectiveAt;
        const away = new Date(Date.parse(date) + days * 86_400_000).toISOString();
        const there = [...events, dateChangeOf(intent.id, away, 'there', LATER)];
        expect(
          essence(realView([...there, dateChangeOf(intent.id, date, 'back', EVEN_LATER)], place.zone)),
        ).toEqual(essence(realView(events, place.zone)));
      },
    );
  });

  it('change date ≡ it had happened then', () => {
    const moved = fc.record({ chosen: historyWithIntent, days: fc.integer({ min: -8, max: 8 }) });
    check(
      moved,
      ({
        chosen: {
          history: { place, events },
          intent,
        },
        days,
      }) => {
        const away = new Date(Date.parse(intent.data.effectiveAt) + days * 86_400_000).toISOString();
        const changed = realView([...events, dateChangeOf(intent.id, away, 'there', LATER)], place.zone);
        const others = events.filter(
          (event) => event.type !== 'EventDateChanged' || event.data.eventId !== intent.id,
        );
        const happenedThen = others.map((event) =>
          event === intent ? ({ ...event, data: { ...event.data, effectiveAt: away } } as ModelEvent) : event,
        );
        expect(withoutPlaces(changed)).toEqual(withoutPlaces(realView(happenedThen, place.zone)));
      },
    );
  });

  it('an undo is not undone', () => {
    check(historyWithIntent, ({ history: { place, events }, intent }) => {
      const undone = [...events, undoOf(intent.id, 'undo', LATER)];
      expect(realView([...undone, undoOf('undo', 'undo-of-undo', EVEN_LATER)], place.zone)).toEqual(
        realView(undone, place.zone),
      );
    });
  });
});

describe('custody (rule: Custody; rule: Exposure, holding, fee base)', () => {
  it('at most one spell is open, and the parcel has its status and its customer', () => {
    check(anyHistory, ({ place, events }) => {
      const view = realView(events, place.zone);
      const open = view.spells.filter((spell) => spell.end === null);
      expect(open.length).toBeLessThanOrEqual(1);
      expect(view.customerId).toBe(open[0]?.customerId ?? null);
      expect(STATUSES).toContain(view.status);
      expect(['AVAILABLE', 'NOT_AVAILABLE'].includes(view.status)).toBe(open.length === 0);
    });
  });

  it('no two spells hold the parcel at the end of the same day, and none holds it on a day before its first entry', () => {
    check(anyHistory, ({ place, events }) => {
      const view = realView(events, place.zone);
      const plain = plainView(events, place.zone);
      for (const day of daysOf(plain)) expect(heldAt(view, day).length).toBeLessThanOrEqual(1);
      for (const spell of view.spells) {
        for (const { from, to } of spell.days) expect(to === null || from < to).toBe(true);
        const first = view.entries.find((entry) => entry.eventId === spell.key);
        if (spell.days[0]) expect(spell.days[0].from >= first!.day).toBe(true);
        expect(spell.days.filter((interval) => interval.to === null).length).toBe(spell.end === null ? 1 : 0);
      }
    });
  });

  it("a spell is made of its own customer's entries", () => {
    check(anyHistory, ({ place, events }) => {
      const view = realView(events, place.zone);
      const customerOf = new Map(view.entries.map((entry) => [entry.eventId, entry.customerId]));
      for (const spell of view.spells)
        for (const id of spell.entryIds) expect(customerOf.get(id)).toBe(spell.customerId);
      const inSpells = view.spells.flatMap((spell) => spell.entryIds);
      expect(new Set(inSpells).size).toBe(inSpells.length);
    });
  });

  it('RETURN, SOLD, RETURN_MEMO and CREDIT of a customer who has nothing change nothing and are anomalies', () => {
    const stray = fc.record({
      history: anyHistory,
      type: fc.constantFrom('RETURN', 'SOLD', 'RETURN_MEMO', 'CREDIT'),
      hours: fc.integer({ min: 0, max: 240 }),
    });
    check(stray, ({ history: { place, events }, type, hours }) => {
      const effectiveAt = new Date(
        Date.parse(`${place.firstDay}T00:00:00.000Z`) + hours * 3_600_000,
      ).toISOString();
      const fields = { id: 'stray', recordedAt: LATER };
      const event: ModelEvent =
        type === 'RETURN' || type === 'SOLD'
          ? {
              ...fields,
              type: type === 'SOLD' ? 'StoneSold' : 'StoneReturned',
              data: { customerId: 9, instructionId: 'stray', effectiveAt },
            }
          : {
              ...fields,
              type: 'DocumentReceived',
              data: {
                instance: 'VITRINE',
                docType: type === 'CREDIT' ? 'CREDIT' : 'RETURN_MEMO',
                docNo: 'stray',
                line: 1,
                version: 1,
                customerId: 9,
                accountCode: '09-09-0009',
                amountCents: 980_000,
                giaRoundDiscountPpm: 0,
                effectiveAt,
              },
            };
      const before = realView(events, place.zone);
      // Where a bare-dated document of that day fits in several places, one more entry may move it (decision 3).
      const day = houseDayOf(effectiveAt, place.zone);
      fc.pre(!before.entries.some((entry) => entry.day === day && isBareDay(entry.effectiveAt)));
      const after = realView([...events, event], place.zone);
      expect(after.spells).toEqual(before.spells);
      expect(essence(after).anomalies).toEqual([...essence(before).anomalies, 'stray'].sort());
    });
  });

  it('withdrawal by the vendor touches no spell: only AVAILABLE reads NOT_AVAILABLE', () => {
    check(anyHistory, ({ place, events }) => {
      const before = realView(events, place.zone);
      const after = realView(
        [
          ...events,
          {
            type: 'StoneWithdrawn',
            id: 'withdrawn',
            recordedAt: LATER,
            data: { reason: 'gone', effectiveAt: LATER },
          },
        ],
        place.zone,
      );
      expect(after).toEqual({
        ...before,
        status: before.customerId === null ? 'NOT_AVAILABLE' : before.status,
      });
    });
  });

  it('what a spell froze does not follow the list: a later price or description touches no spell', () => {
    check(anyHistory, ({ place, events }) => {
      const later: ModelEvent[] = [
        {
          type: 'StoneRepriced',
          id: 'later-price',
          recordedAt: LATER,
          data: { costCents: 1, totalCents: 2, effectiveAt: LATER },
        },
        {
          type: 'StoneDescribed',
          id: 'later-words',
          recordedAt: LATER,
          data: { attributes: { weight: 7 }, effectiveAt: LATER },
        },
      ];
      expect(realView([...events, ...later], place.zone)).toEqual(realView(events, place.zone));
    });
  });
});
