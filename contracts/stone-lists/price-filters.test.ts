import { expect, it } from 'vitest';
import { filtersByPrice, withoutPrices, withPricesOf } from './price-filters.ts';

const colour = { kind: 'choice', values: ['F'] } as const;
const total = { kind: 'range', min: null, max: 5000 } as const;
const byTotal = { column: 'total', descending: true };
const byWeight = { column: 'weight', descending: false };

it('filters and an order by price are left out, and nothing else', () => {
  expect(withoutPrices({ filters: { total, colour }, sort: byTotal, pageSize: 15 })).toEqual({
    filters: { colour },
    sort: null,
    pageSize: 15,
  });
  const plain = { filters: { colour }, sort: byWeight };
  expect(withoutPrices(plain)).toEqual(plain);
  expect([filtersByPrice({ total, colour }), filtersByPrice({ colour })]).toEqual([true, false]);
});

it('given what was asked before, then its filters by price stay, and its order by price where none is asked', () => {
  const known = { filters: { total, colour }, sort: byTotal };
  const asked = { filters: {}, sort: null, name: 'All' };
  expect(withPricesOf(asked, known)).toEqual({ filters: { total }, sort: byTotal, name: 'All' });
  expect(withPricesOf({ ...asked, sort: byWeight }, known).sort).toEqual(byWeight);
  expect(withPricesOf(asked, { filters: { colour }, sort: byWeight })).toEqual(asked);
});
