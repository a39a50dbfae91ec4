import { PPM, type Ppm } from '#contracts/vocabulary/money.ts';
import { readDecimal, scaled } from './read-decimals.ts';

/** How a column writes its discounts: −0.35 or −35; null when its values leave it open. */
export type DiscountConvention = 'fraction' | 'percent' | null;

type Printed = { ppmAsFraction: number; percentSign: boolean };

function printed(text: string): Printed | null {
  const percentSign = text.endsWith('%');
  const decimal = readDecimal(percentSign ? text.slice(0, -1).trim() : text);
  return decimal && { ppmAsFraction: scaled(decimal, 6), percentSign };
}

/**
 * The convention of a discount column, from all its values (rule: Ranges and numbers): percent as soon as one
 * is beyond ±1, fraction when all are within and one has decimals. Values with a % sign state their unit and
 * do not count.
 */
export function discountConvention(column: Iterable<string>): DiscountConvention {
  let decimals = false;
  for (const text of column) {
    const value = printed(text);
    if (!value || value.percentSign) continue;
    if (Math.abs(value.ppmAsFraction) > PPM) return 'percent';
    decimals ||= value.ppmAsFraction % PPM !== 0;
  }
  return decimals ? 'fraction' : null;
}

/**
 * One discount in ppm of the list price, negative below it; null when unclear: no number, in a column of unclear
 * convention, or within ±1 in a column of percentages (half a percent, or half the price?).
 */
export function readDiscount(text: string, convention: DiscountConvention): Ppm | null {
  const value = printed(text);
  if (!value) return null;
  const { ppmAsFraction: ppm, percentSign } = value;
  if (ppm === 0) return 0;
  if (percentSign) return Math.round(ppm / 100);
  if (convention === 'fraction') return ppm;
  return convention === 'percent' && Math.abs(ppm) > PPM ? Math.round(ppm / 100) : null;
}
