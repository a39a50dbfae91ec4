/** What stands between whole numbers and decimals. */
export type DecimalSign = 'POINT' | 'COMMA';

const DECIMALS: Readonly<Record<DecimalSign, RegExp>> = {
  POINT: /^([+-]?)(\d{1,12}|[1-9]\d{0,2}(?:[,\s'\u2019]\d{3}){1,3})?(?:\.(\d{1,18}))?$/,
  COMMA: /^([+-]?)(\d{1,12}|[1-9]\d{0,2}(?:[.\s'\u2019]\d{3}){1,3})?(?:,(\d{1,18}))?$/,
};

/** A decimal, exact: its decimals without zeros at the end, and how many are printed (two in `326.50`). */
export type Decimal = { negative: boolean; whole: string; fraction: string; printed: number };

/**
 * A plain decimal, thousands separated or not: `1234.5`, `1,234.5`, `.5`, or with a decimal comma `1.234,5`. Null for
 * anything else: exponents, the other sign, words.
 */
export function readDecimal(text: string, sign: DecimalSign = 'POINT'): Decimal | null {
  const match = DECIMALS[sign].exec(text);
  if (!match || (match[2] === undefined && match[3] === undefined)) return null;
  const printed = match[3] ?? '';
  return {
    negative: match[1] === '-',
    whole: (match[2] ?? '0').replace(/\D/g, ''),
    fraction: printed.replace(/0+$/, ''),
    printed: printed.length,
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

/** The size of the last printed digit, in units of 10^-digits: a price of `326` is known to 100 cents, `326.00` to one. */
export function precision({ printed }: Decimal, digits: number): number {
  return printed >= digits ? 1 : 10 ** (digits - printed);
}
