import { expect, test } from 'vitest';
import { MOVEMENT_NAMES, type HistoryType } from '#contracts/vocabulary/statuses.ts';
import { reportSheets } from '../combined-report.ts';
import type { MovementRow } from '../parcel-rows.ts';
import { gatheredOf } from '../testing/gathered.ts';

const TYPES: readonly HistoryType[] = [
  'REQUEST',
  'MEMO',
  'RETURN',
  'RETURN_MEMO',
  'SOLD',
  'INVOICE',
  'CREDIT',
];

test('every movement of the period is in a figure of the summary', () => {
  const movements = TYPES.map((type): MovementRow => ({
    parcelName: 'A-1',
    line: 'natural',
    attributes: { weight: 1010 },
    vendorId: 1,
    location: null,
    costCents: 0,
    customerId: 7,
    type,
    day: '2026-11-09',
    priceCents: 980_000,
    amountCents: null,
  }));
  const [summary] = reportSheets(gatheredOf({ movements }), { withCost: false });
  const figures = [...summary!.rows()]
    .map((cells) => cells.map(({ value }) => value))
    .filter(([group]) => group === 'Movements of the period');
  expect(figures.map(([, ...figure]) => figure)).toEqual(
    TYPES.map((type) => [MOVEMENT_NAMES[type], 1, 980_000]),
  );
});
