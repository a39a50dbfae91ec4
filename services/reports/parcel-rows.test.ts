import { expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, foldParcel } from '#contracts/lifecycle/index.ts';
import { parcelRows, yearBefore } from './parcel-rows.ts';

const ZONE = 'America/New_York';

test.each([
  ['2026-11-24', '2025-11-24'],
  ['2026-12-31', '2025-12-31'],
  ['2025-02-28', '2024-02-28'],
  // The year before has no 29 February.
  ['2024-02-29', '2023-02-28'],
])('the twelve months up to %s begin after %s', (day, before) => {
  expect(yearBefore(day)).toBe(before);
});

test('a parcel that is available is as old as its newest listing (rule: Movements and key figures)', () => {
  const listing = {
    parcelName: 'P-1',
    line: 'natural',
    vendorId: 1,
    attributes: { weight: 1010 },
    costCents: 500_000,
    totalCents: 540_000,
    vendorAvailability: 'IN_STOCK',
  } as const;
  const facts: StoneEvent[] = [
    { type: 'StoneListed', data: { ...listing, effectiveAt: '2026-01-05T15:00:00.000Z' } },
    { type: 'StoneWithdrawn', data: { reason: 'missing', effectiveAt: '2026-02-05T15:00:00.000Z' } },
    { type: 'StoneReinstated', data: { effectiveAt: '2026-10-01T15:00:00.000Z' } },
    { type: 'StoneListed', data: { ...listing, effectiveAt: '2026-10-03T15:00:00.000Z' } },
  ];
  const listedOn = (count: number): string | undefined => {
    const parcel = facts.slice(0, count).reduce(
      (state, fact, position) =>
        evolveParcel(state, {
          ...fact,
          id: `e-${position}`,
          position,
          recordedAt: fact.data.effectiveAt,
          by: 'feed',
        }),
      emptyParcel('P-1'),
    );
    const week = { day: '2026-10-05', from: '2026-09-29', to: '2026-10-05' };
    return parcelRows(parcel, foldParcel(parcel, ZONE), week, ZONE).available?.listedOn;
  };
  expect([1, 2, 3, 4].map(listedOn)).toEqual(['2026-01-05', undefined, '2026-10-01', '2026-10-03']);
});

test('an invoice that is dated later than the report is no sale of its twelve months (rule: Fees and margin)', () => {
  const invoiced = (effectiveAt: string): number => {
    const facts: StoneEvent[] = [
      {
        type: 'StoneListed',
        data: {
          parcelName: 'P-1',
          line: 'natural',
          vendorId: 1,
          attributes: { weight: 1010 },
          costCents: 500_000,
          totalCents: 540_000,
          vendorAvailability: 'IN_STOCK',
          effectiveAt: '2026-01-05T15:00:00.000Z',
        },
      },
      {
        type: 'DocumentReceived',
        data: {
          customerId: 7,
          instance: 'VITRINE',
          docType: 'INVOICE',
          docNo: '4711',
          line: 1,
          version: 1,
          accountCode: '11-22-3333',
          amountCents: 540_000,
          giaRoundDiscountPpm: 0,
          effectiveAt,
        },
      },
    ];
    const parcel = facts.reduce(
      (state, fact, position) =>
        evolveParcel(state, {
          ...fact,
          id: `e-${position}`,
          position,
          recordedAt: '2026-10-05T15:00:00.000Z',
          by: 'sync',
        }),
      emptyParcel('P-1'),
    );
    const week = { day: '2026-10-05', from: '2026-09-29', to: '2026-10-05' };
    return parcelRows(parcel, foldParcel(parcel, ZONE), week, ZONE).sales.length;
  };
  expect(['2026-10-04', '2026-10-05', '2026-10-06'].map(invoiced)).toEqual([1, 1, 0]);
});
