import { withMinus } from '#contracts/vocabulary/counts.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';

export { formatMeasurements, ratioOf } from '#contracts/stone-lists/values.ts';

/** How figures and dates are written (product: Formats). An absent figure is an empty text. */
const orBlank =
  (write: (value: number) => string) =>
  (value: number | undefined): string =>
    value === undefined ? '' : write(value);
const fixed = (digits: number) => {
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return orBlank((value) => withMinus(format.format(value)));
};

/** Carats with 2 decimals. */
export const formatWeight = fixed(2);
/** Carats with 3 decimals, where they are meant exactly so. */
export const formatExactWeight = fixed(3);
/** Dollars as everywhere: '$1,234.50'. */
export const formatPriceOrBlank = orBlank(formatPrice);
/** Rap % with 3 decimals. */
export const formatRapPercent = fixed(3);
/** Millimetres and ratios with 2 decimals. */
export const formatMillimetres = fixed(2);
/** Depth % in lists, with 1 decimal: figures of a column stand below each other. */
export const formatDepth = fixed(1);
const proportion = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
/** A percentage of the stone's width, as certificates print it, without the sign. */
export const formatProportion = orBlank((value) => proportion.format(value));
