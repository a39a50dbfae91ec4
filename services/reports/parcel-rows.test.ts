import { expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import { emptyParcel, evolveParcel, foldParcel } from '#contracts/lifecycle/index.ts';
import { parcelRows, yearBefore, type ParcelRows } from './parcel-rows.ts';

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

const WEEK = { day: '2026-10-05', from: '2026-09-29', to: '2026-10-05' };
const RECORDED_AT = '2026-10-05T15:00:00.000Z';
const LISTING = {
  parcelName: 'P-1',
  line: 'natural',
  vendorId: 1,
  attributes: { weight: 1010 },
  costCents: 500_000,
  totalCents: 540_000,
  vendorAvailability: 'IN_STOCK',
} as const;
const LISTED: StoneEvent = {
  type: 'StoneListed',
  data: { ...LISTING, effectiveAt: '2026-01-05T15:00:00.000Z' },
};

const document = (docType: 'MEMO' | 'INVOICE' | 'CREDIT', effectiveAt: string): StoneEvent => ({
  type: 'DocumentReceived',
  data: {
    customerId: 7,
    instance: 'VITRINE',
    docType,
    docNo: `${docType}-1`,
    line: 1,
    version: 1,
    accountCode: '11-22-3333',
    amountCents: 540_000,
    giaRoundDiscountPpm: 0,
    effectiveAt,
  },
});

const soldOn = (day: string): StoneEvent => ({
  type: 'StoneSold',
  data: { customerId: 7, instructionId: 'i-1', remarks: '', effectiveAt: `${day}T15:00:00.000Z` },
});

/** What a report of the week says of a parcel with these events. */
function rowsOf(...facts: readonly StoneEvent[]): ParcelRows {
  const parcel = facts.reduce(
    (state, fact, position) =>
      evolveParcel(state, { ...fact, id: `e-${position}`, position, recordedAt: RECORDED_AT, by: 'sync' }),
    emptyParcel('P-1'),
  );
  return parcelRows(parcel, foldParcel(parcel, ZONE), WEEK, ZONE);
}

test('a parcel that is available is as old as its newest listing (rule: Movements and key figures)', () => {
  const facts: StoneEvent[] = [
    LISTED,
    { type: 'StoneWithdrawn', data: { reason: 'missing', effectiveAt: '2026-02-05T15:00:00.000Z' } },
    { type: 'StoneReinstated', data: { effectiveAt: '2026-10-01T15:00:00.000Z' } },
    { type: 'StoneListed', data: { ...LISTING, effectiveAt: '2026-10-03T15:00:00.000Z' } },
  ];
  expect([1, 2, 3, 4].map((count) => rowsOf(...facts.slice(0, count)).available?.listedOn)).toEqual([
    '2026-01-05',
    undefined,
    '2026-10-01',
    '2026-10-03',
  ]);
});

test('days to sale run from the MEMO to SOLD, else to the INVOICE; a CREDIT makes it no sale', () => {
  const on = (day: number) => `2026-09-${String(day).padStart(2, '0')}`;
  const memo = document('MEMO', on(1));
  const sold = soldOn(on(10));
  const invoice = document('INVOICE', on(15));
  const endedOf = (...facts: StoneEvent[]) =>
    rowsOf(LISTED, ...facts).ended.map(({ sold: isSold, daysToSale }) => [isSold, daysToSale]);
  expect(endedOf(memo, sold, invoice)).toEqual([[true, 9]]);
  expect(endedOf(memo, invoice)).toEqual([[true, 14]]);
  expect(endedOf(memo, sold, invoice, document('CREDIT', on(20)))).toEqual([[false, null]]);
});

test('what is sold without an INVOICE waits, and is held no longer (rule: Inventory sheets)', () => {
  const memo = document('MEMO', '2026-09-28');
  const sold = soldOn('2026-10-01');
  expect(rowsOf(LISTED, memo, sold)).toMatchObject({
    held: null,
    waiting: { status: 'SOLD', customerId: 7, since: '2026-10-01' },
  });
  expect(rowsOf(LISTED, memo, sold, document('INVOICE', '2026-10-02'))).toMatchObject({ waiting: null });
});

test('an invoice that is dated later than the report is no sale of its twelve months (rule: Fees and margin)', () => {
  expect(
    ['2026-10-04', '2026-10-05', '2026-10-06'].map(
      (day) => rowsOf(LISTED, document('INVOICE', day)).sales.length,
    ),
  ).toEqual([1, 1, 0]);
});

test('given a CREDIT of no spell, then its movement has no price (rule: Movements and key figures)', () => {
  const movementsOf = (...facts: StoneEvent[]) =>
    rowsOf(LISTED, ...facts).movements.map(({ type, priceCents }) => [type, priceCents]);
  const credit = document('CREDIT', '2026-10-01');
  expect(movementsOf(credit)).toEqual([['CREDIT', null]]);
  expect(movementsOf(document('INVOICE', '2026-09-30'), credit)).toEqual([
    ['INVOICE', 540_000],
    ['CREDIT', 540_000],
  ]);
});

test('an anomaly stands since the day on which it was recorded (rule: Anomalies)', () => {
  expect(rowsOf(LISTED, document('CREDIT', '2026-09-01')).anomalies).toMatchObject([{ since: '2026-10-05' }]);
});

test('a document that does not come is an anomaly since the day on which it was due (rule: Anomalies)', () => {
  const returned: StoneEvent = {
    type: 'StoneReturned',
    data: { instructionId: 'i-1', customerId: 7, effectiveAt: '2026-09-10T15:00:00.000Z' },
  };
  expect(rowsOf(LISTED, document('MEMO', '2026-09-01'), returned).anomalies).toMatchObject([
    { reason: expect.stringContaining('no return memo') as unknown, since: '2026-09-24' },
  ]);
});
