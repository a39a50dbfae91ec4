import type { FeedConventions } from '#contracts/vendor/feed-mapping.ts';
import { PPM, type Ppm } from '#contracts/vocabulary/money.ts';
import { decimalOf } from './decimal-sign.ts';
import type { MappedRow } from './map-columns.ts';
import { scaled, type DecimalSign } from './read-decimals.ts';

/** A discount in ppm of the list price, negative below it, or why it cannot be read, as a message reads on after a cell. */
export type Discount = { ppm: Ppm } | { unclear: string };

type Printed = { ppmAsFraction: number; percentSign: boolean };

const HEADED_DISCOUNT = /disc/i;

function printed(row: MappedRow, sign: DecimalSign): Printed | null {
  const text = row.values.get('vendorDiscount');
  if (text === undefined) return null;
  const percentSign = text.endsWith('%');
  const decimal = decimalOf(row, 'vendorDiscount', sign, percentSign ? text.slice(0, -1).trim() : text);
  return decimal && { ppmAsFraction: scaled(decimal, 6), percentSign };
}

/**
 * Reads the rows' discounts (rule: Ranges and numbers): by the conventions; where they leave it open, sizes above 1 are
 * percents, others are fractions only if the whole column is, and negative is below the list, unless the column is
 * called discount and has no negative value. A % sign states the unit of its own cell.
 */
export function discountReader(
  rows: readonly MappedRow[],
  sign: DecimalSign,
  { discountUnit, discountSign }: Pick<FeedConventions, 'discountUnit' | 'discountSign'>,
): (row: MappedRow) => Discount {
  const column = rows.flatMap((row) => printed(row, sign) ?? []);
  const plain = column.filter(({ percentSign }) => !percentSign).map(({ ppmAsFraction }) => ppmAsFraction);
  const percents = plain.some((ppm) => Math.abs(ppm) > PPM);
  const fractions = !percents && plain.some((ppm) => ppm % PPM !== 0);
  const heading = rows[0]?.headings.get('vendorDiscount') ?? '';
  const signUnclear =
    discountSign === null &&
    HEADED_DISCOUNT.test(heading) &&
    column.some(({ ppmAsFraction }) => ppmAsFraction > 0) &&
    !column.some(({ ppmAsFraction }) => ppmAsFraction < 0);

  const sizeOf = ({ ppmAsFraction: ppm, percentSign }: Printed): Ppm | null => {
    if (percentSign || discountUnit === 'PERCENT') return Math.round(ppm / 100);
    if (discountUnit === 'FRACTION' || ppm === 0 || fractions) return ppm;
    return Math.abs(ppm) > PPM ? Math.round(ppm / 100) : null;
  };
  return (row) => {
    const value = printed(row, sign);
    if (!value) return { unclear: 'is not a number' };
    if (signUnclear && value.ppmAsFraction !== 0)
      return {
        unclear: 'is unclear: below or above the price list? Set the sign of discounts in the mapping',
      };
    const size = sizeOf(value);
    if (size === null)
      return {
        unclear: 'is unclear: a fraction or a percentage? Write it with a % sign, or set it in the mapping',
      };
    return { ppm: discountSign === 'BELOW_POSITIVE' ? 0 - size : size };
  };
}
