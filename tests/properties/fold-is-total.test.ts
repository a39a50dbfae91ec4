import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import { STATUSES } from '#contracts/vocabulary/statuses.ts';
import { dateChangeOf, undoOf } from './history-steps.ts';
import { anyHistory, check, garbageHistory } from './random-history.ts';
import { realView, withoutPlaces } from './real-fold.ts';

const LATER = '2026-12-31T00:00:00.000Z';

describe('the fold is total (rule: Anomalies)', () => {
  it('an anomaly appears once: event and reason are its key', () => {
    check(anyHistory, ({ place, events }) => {
      const keys = realView(events, place.zone).anomalies.map(
        ({ eventId, reason }) => `${eventId} ${reason}`,
      );
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  it('never throws: unlisted parcels, corrections of documents, of nothing and of one another', () => {
    const odd = fc.array(
      fc.record({
        eventId: fc.constantFrom('MEMO-1-v1', 'nothing', 'odd-0', 'odd-1', '0d-0'),
        undo: fc.boolean(),
      }),
      { maxLength: 4 },
    );
    check(
      fc.record({ history: garbageHistory, odd, listed: fc.boolean() }),
      ({ history: { place, events }, odd: corrections, listed }) => {
        const oddEvents = corrections.map(({ eventId, undo }, index) =>
          undo ? undoOf(eventId, `odd-${index}`, LATER) : dateChangeOf(eventId, LATER, `odd-${index}`, LATER),
        );
        const view = realView(
          [...events.filter((event) => listed || event.id !== 'listing'), ...oddEvents],
          place.zone,
        );
        expect(STATUSES).toContain(view.status);
      },
    );
  });

  it('ends on a day with dozens of bare-dated documents, and does not depend on their order of arrival', () => {
    const types = ['MEMO', 'RETURN_MEMO', 'INVOICE', 'CREDIT'] as const;
    const crowd = fc.shuffledSubarray(
      Array.from({ length: 40 }, (_, index) => index),
      { minLength: 40 },
    );
    const eventOf = (index: number): StoneEvent => ({
      type: 'DocumentReceived',
      data: {
        instance: 'VITRINE',
        docType: types[index % 4]!,
        docNo: String(index),
        line: 1,
        version: 1,
        customerId: 1 + (index % 3),
        accountCode: '01-01-0001',
        amountCents: 980_000,
        giaRoundDiscountPpm: 0,
        effectiveAt: '2026-03-08',
      },
    });
    check(
      crowd,
      (order) => {
        const at = (indices: readonly number[]) =>
          withoutPlaces(
            realView(
              indices.map((index) => ({ ...eventOf(index), id: `document-${index}`, recordedAt: LATER })),
              'America/New_York',
            ),
          );
        expect(at(order)).toEqual(at([...order].sort((a, b) => a - b)));
      },
      5,
    );
  });
});
