import { expect, test } from 'vitest';
import { AS_FOUND, type FeedConventions } from '#contracts/vendor/feed-mapping.ts';
import { discountReader } from './discounts.ts';
import type { MappedRow } from './map-columns.ts';

/** What the values of a column come to: ppm, or why not. */
function read(
  column: string[],
  conventions: Partial<FeedConventions> = {},
  heading = 'Rap %',
): (number | string)[] {
  const rows = column.map((text, index): MappedRow => ({
    row: index + 2,
    values: new Map([['vendorDiscount', text]]),
    typed: new Set(),
    headings: new Map([['vendorDiscount', heading]]),
    problems: [],
  }));
  const discountOf = discountReader(rows, 'POINT', { ...AS_FOUND, ...conventions });
  return rows.map((row) => {
    const discount = discountOf(row);
    return 'ppm' in discount ? discount.ppm : discount.unclear.split(':')[0]!;
  });
}

test('sizes above 1 are percents, others fractions only if the whole column is', () => {
  expect(read(['-35', '-35.25', '0', '12'])).toEqual([-350_000, -352_500, 0, 120_000]);
  expect(read(['-0.35', '-1', '0.05'])).toEqual([-350_000, -1_000_000, 50_000]);
  expect(read(['-35', '-0.5', '-1'])).toEqual([-350_000, 'is unclear', 'is unclear']);
  expect(read(['1', '-1'])).toEqual(['is unclear', 'is unclear']);
  expect(read(['-35%', '-0.35', '-0.5 %'])).toEqual([-350_000, -350_000, -5_000]);
  expect(read(['below'])).toEqual(['is not a number']);
});

test('a column called discount without a negative value is refused, unless the mapping gives its sign', () => {
  expect(read(['35', '0'], {}, 'Discount')).toEqual(['is unclear', 0]);
  expect(read(['35', '-2'], {}, 'Disc %')).toEqual([350_000, -20_000]);
  expect(read(['35', '-2'], { discountSign: 'BELOW_POSITIVE' }, 'Discount')).toEqual([-350_000, 20_000]);
  expect(read(['35'], { discountSign: 'BELOW_NEGATIVE' }, 'Discount')).toEqual([350_000]);
});

test('the unit that the mapping gives holds for every value without its own', () => {
  expect(read(['-0.5', '-35'], { discountUnit: 'PERCENT' })).toEqual([-5_000, -350_000]);
  expect(read(['-0.35', '-2', '-35%'], { discountUnit: 'FRACTION' })).toEqual([
    -350_000, -2_000_000, -350_000,
  ]);
});
