import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoneFact } from '#contracts/lifecycle/index.ts';
import { emptyParcel, evolveParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { listPrice } from '../feed/decide-stock.ts';
import { decideRepricing } from './reprice-parcel.ts';

const ZONE = 'America/New_York';
const at = '2026-03-02T10:00:00.000Z';
const attributes = { weight: 1010 };
const fold = (events: readonly Omit<StoneFact, 'position' | 'recordedAt' | 'by'>[]): ParcelState =>
  events.reduce(
    (state, event, position) =>
      evolveParcel(state, { ...event, position, recordedAt: at, by: 'test' } as StoneFact),
    emptyParcel('P1'),
  );

const listed = (costCents: number, totalCents: number) =>
  ({
    type: 'StoneListed',
    id: 'listed',
    data: {
      parcelName: 'P1',
      line: 'natural',
      vendorId: 1,
      attributes,
      costCents,
      totalCents,
      vendorAvailability: 'IN_STOCK',
      effectiveAt: '2026-01-01T00:00:00.000Z',
    },
  }) as const;
const frozen = { customerPriceCents: 1, listPriceCents: 1, costCents: 1, giaRoundDiscountPpm: 0, attributes };
const requested = {
  type: 'StoneRequested',
  id: 'r',
  data: { customerId: 7, instructionId: 'i', effectiveAt: at, frozen },
} as const;
const undone = { type: 'EventUndone', id: 'u', data: { eventId: 'r', effectiveAt: at } } as const;

const to20 = { markupPpm: 200_000, at };
const cents = fc.integer({ min: 0, max: 50_000_000_00 });
const markup = fc.integer({ min: 0, max: 2_000_000 });

test('the price becomes cost × (1 + markup), the cost stays, and doing it again changes nothing', () => {
  fc.assert(
    fc.property(cents, markup, markup, (cost, before, now) => {
      const parcel = fold([listed(cost, listPrice(cost, before))]);
      const events = decideRepricing(parcel, { markupPpm: now, at }, ZONE);
      const price = listPrice(cost, now);
      expect(events).toEqual(
        price === listPrice(cost, before)
          ? []
          : [{ type: 'StoneRepriced', data: { costCents: cost, totalCents: price, effectiveAt: at } }],
      );
      const after = events.reduce(
        (state, event) => evolveParcel(state, { ...event, id: 'x', position: 9, recordedAt: at, by: 'test' }),
        parcel,
      );
      expect(decideRepricing(after, { markupPpm: now, at }, ZONE)).toEqual([]);
    }),
  );
});

test('a parcel that a customer has waits; one whose request was undone does not', () => {
  expect(decideRepricing(fold([listed(100, 110), requested]), to20, ZONE)).toEqual([]);
  expect(decideRepricing(fold([listed(100, 110), requested, undone]), to20, ZONE)).toHaveLength(1);
  expect(decideRepricing(fold([listed(100, 120), requested]), to20, ZONE)).toEqual([]);
});

test('what was never listed is left alone', () => {
  expect(decideRepricing(emptyParcel('P1'), to20, ZONE)).toEqual([]);
});

test('a price counts no earlier than the one that it follows, whatever the clock says', () => {
  const early = '2025-12-31T23:59:59.000Z';
  expect(decideRepricing(fold([listed(100, 110)]), { ...to20, at: early }, ZONE)).toMatchObject([
    { data: { totalCents: 120, effectiveAt: '2026-01-01T00:00:00.000Z' } },
  ]);
});
