import { formatNumberOf, withMinus } from './counts.ts';

/** Whole cents. Inside the server every amount is an integer number of cents. */
export type Cents = number;

/** Parts per million: 10,000 ppm = 1 %. Inside the server every rate is an integer number of ppm. */
export type Ppm = number;

export const PPM = 1_000_000;

/**
 * `value × numerator ÷ denominator`, exact, rounded once to a whole number, half away from zero (rule:
 * Rounding of lines). All three are integers; throws RangeError when one is not or the divisor is 0.
 */
export function mulDivRound(
  value: number | bigint,
  numerator: number | bigint,
  denominator: number | bigint,
): number {
  if (typeof value === 'number' && typeof numerator === 'number' && typeof denominator === 'number') {
    const quick =
      Number.isInteger(value) && Number.isInteger(numerator)
        ? inSafeNumbers(value * numerator, denominator)
        : null;
    if (quick !== null) return quick;
  }
  const product = BigInt(value) * BigInt(numerator);
  const divisor = BigInt(denominator);
  if (divisor === 0n) throw new RangeError('division by zero');
  const negative = product < 0n !== divisor < 0n;
  const top = product < 0n ? -product : product;
  const bottom = divisor < 0n ? -divisor : divisor;
  const rounded = Number((2n * top + bottom) / (2n * bottom));
  return negative ? 0 - rounded : rounded;
}

/** The same where no number exceeds what a number holds exactly: a list of 50,000 prices is then many times faster. Null elsewhere. */
function inSafeNumbers(product: number, divisor: number): number | null {
  // A product that is too large is not a safe integer after rounding either.
  if (!Number.isSafeInteger(product) || !Number.isSafeInteger(divisor) || divisor === 0) return null;
  const top = Math.abs(product);
  const bottom = Math.abs(divisor);
  const rest = top % bottom;
  const rounded = (top - rest) / bottom + (rest >= bottom - rest ? 1 : 0);
  return product < 0 !== divisor < 0 ? 0 - rounded : rounded;
}

/** `cents × rate`, rounded half away from zero to whole cents. */
export function applyRate(cents: Cents, rate: Ppm): Cents {
  return mulDivRound(cents, rate, PPM);
}

/** Cents as dollars on the wire, with at most two decimals (rule: Units on the wire). */
export function dollars(cents: Cents): number {
  return cents / 100;
}

/** Cents as the wire's number of dollars; null stays null. */
export const dollarsOrNull = (cents: Cents | null): number | null => (cents === null ? null : dollars(cents));

/** A wire's number of dollars as cents; null when it has more than two decimals or is not finite. */
export function centsOf(amount: number): Cents | null {
  const cents = Math.round(amount * 100);
  // Of large amounts the product is off by more than the allowance: there the way back decides.
  return Number.isSafeInteger(cents) && (Math.abs(amount * 100 - cents) < 1e-6 || dollars(cents) === amount)
    ? cents
    : null;
}

/** Parts per million as percent on the wire: 10,000 → 1 (rule: Units on the wire). */
export function percent(rate: Ppm): number {
  return rate / 10_000;
}

/** The wire's percent as parts per million: 1 → 10,000. */
export function ppmOf(pct: number): Ppm {
  return Math.round(pct * 10_000);
}

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exactDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars shown with two decimals and thousands separators: '$1,234.50', '−$20.00' (product: Formats). */
export function formatPrice(amount: number): string {
  return withMinus(exactDollars.format(amount));
}

/** Cents as '$1,234.50'; credits read '−$1,234.50'. */
export const moneyWords = (cents: Cents): string => formatPrice(dollars(cents));

/** Inventory values in whole dollars: '$1,234' (rule: Counts). */
export function formatValue(amount: number): string {
  return withMinus(wholeDollars.format(amount));
}

/** '1 pc / $1,234' and '18 pcs / $214,380' (rule: Counts); without a value when prices are hidden. */
export function formatPieces(count: number, value?: number): string {
  const pieces = formatNumberOf(count, ['pc', 'pcs']);
  return value === undefined ? pieces : `${pieces} / ${formatValue(value)}`;
}
