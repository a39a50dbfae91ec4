import type { FeedMappingResource } from '#contracts/api/vendor-feeds.ts';

export type Conventions = FeedMappingResource['conventions'];

/** How a vendor may write numbers, as the page calls it. */
export const CONVENTIONS: {
  readonly [Field in keyof Conventions]: readonly [label: string, choices: Readonly<Record<string, string>>];
} = {
  decimalSign: ['Decimal sign', { POINT: 'Point: 1,234.50', COMMA: 'Comma: 1.234,50' }],
  weightUnit: ['Weights are', { CARATS: 'Carats: 1.01', POINTS: 'Points: 101' }],
  discountUnit: ['Discounts are', { PERCENT: 'Percents: 30', FRACTION: 'Fractions: 0.30' }],
  discountSign: [
    'Below the price list is',
    { BELOW_NEGATIVE: 'Negative: −30', BELOW_POSITIVE: 'Positive: 30' },
  ],
};
export const CONVENTION_FIELDS = Object.keys(CONVENTIONS) as (keyof Conventions)[];

/** Of a convention that is not fixed. */
export const AS_FOUND = 'As each file shows';
