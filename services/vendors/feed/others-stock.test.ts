import { expect, test } from 'vitest';
import { othersStock } from './others-stock.ts';

const parcel = (parcelName: string, certificate: string | null) => ({
  parcelName,
  vendorId: 7,
  lab: null,
  certificate,
  withdrawn: false,
});

test('parcels of others are found by their names, and all of a certificate together', () => {
  const stock = othersStock([parcel('A', '1'), parcel('B', '1'), parcel('C', '2'), parcel('D', null)]);
  expect(stock.named('D')?.parcelName).toBe('D');
  expect(stock.named('E')).toBeUndefined();
  expect(stock.certified('1').map(({ parcelName }) => parcelName)).toEqual(['A', 'B']);
  expect(stock.certified('3')).toEqual([]);
});

test('a hundred thousand parcels without a certificate are made quick to look up at once', () => {
  const stock = othersStock(Array.from({ length: 100_000 }, (_, index) => parcel(`P${index}`, null)));
  expect(stock.named('P99999')).toBeDefined();
});
