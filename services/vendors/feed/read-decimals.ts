const DECIMAL = /^([+-]?)(\d{1,12}|[1-9]\d{0,2}(?:,\d{3}){1,3})?(?:\.(\d{1,18}))?$/;

/** A decimal as printed: exact, with the number of significant decimals (`326.50` has one). */
export type Decimal = { negative: boolean; whole: string; fraction: string };

/**
 * A plain decimal, thousands separated by commas or not: `1234.5`, `1,234.5`, `.5`. Null for anything else: exponents,
 * decimal commas, blanks inside, words.
 */
export function readDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  if (!match || (match[2] === undefined && match[3] === undefined)) return null;
  return {
    negative: match[1] === '-',
    whole: (match[2] ?? '0').replaceAll(',', ''),
    fraction: (match[3] ?? '').replace(/0+$/, ''),
  };
}

/** The decimal in units of 10^-digits, rounded once, half away from zero: `scaled(0.235, 2)` is 24. */
export function scaled({ negative, whole, fraction }: Decimal, digits: number): number {
  const kept = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  const rounded = (fraction[digits] ?? '0') >= '5' ? kept + 1 : kept;
  return negative ? 0 - rounded : rounded;
}

/** The decimal as a number; for measurements and proportions, which are not added up. */
export function numberOf({ negative, whole, fraction }: Decimal): number {
  const value = Number(`${whole}.${fraction || '0'}`);
  return negative ? 0 - value : value;
}

/** The size of the last significant digit, in units of 10^-digits: a price of `326` is known to 100 cents. */
export function precision({ fraction }: Decimal, digits: number): number {
  return fraction.length >= digits ? 1 : 10 ** (digits - fraction.length);
}
