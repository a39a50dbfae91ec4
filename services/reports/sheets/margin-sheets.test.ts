import { expect, test } from 'vitest';
import type { MarginRow } from '../gather.ts';
import { gatheredOf } from '../testing/gathered.ts';
import { marginBySaleSheet, marginSheet } from './margin-sheets.ts';

test('given vendors with numbers in their words, then the margins by vendor are in the order of names', () => {
  const margins = [10, 9].map((vendorId): MarginRow => ({
    parcelName: `A-${vendorId}`,
    line: 'natural',
    attributes: { weight: 1010 },
    vendorId,
    location: null,
    costCents: 900_000,
    customerId: 7,
    spellKey: `memo-${vendorId}`,
    priceCents: 980_000,
    invoicedOn: '2026-11-09',
    creditedOn: null,
    invoicedCents: 980_000,
    houseCents: 80_000,
  }));
  const gathered = gatheredOf({ margins });
  const rows = [...marginSheet(gathered, marginBySaleSheet(gathered)).rows()];
  const names = rows
    .map(([by, name]) => [by?.value, name?.value])
    .filter(([by]) => by === 'Vendor')
    .map(([, name]) => name);
  expect(names).toEqual(['Vendor (9)', 'Vendor (10)']);
});
