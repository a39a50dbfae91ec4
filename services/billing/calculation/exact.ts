import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { PPM } from '#contracts/vocabulary/money.ts';

/**
 * `top ÷ bottom` rounded to a whole number, half away from zero (rule: Rounding of lines). `bottom` is
 * positive.
 */
export function roundHalfAway(top: bigint, bottom: bigint): number {
  const size = top < 0n ? -top : top;
  const rounded = Number((2n * size + bottom) / (2n * bottom));
  return top < 0n ? 0 - rounded : rounded;
}

/** A vendor's share of an amount, in whole cents: half away from zero. */
export function vendorShare(cents: number, sharePpm: number): number {
  return roundHalfAway(BigInt(cents) * BigInt(sharePpm), PPM_EXACT);
}

/**
 * What the house keeps of an amount of which a vendor has a share: computed on its own from the rest of the share.
 * Where the vendor's half cent was rounded up the house's goes down, so that both are the whole to the cent.
 */
export function houseShare(cents: number, sharePpm: number): number {
  const top = BigInt(cents) * (PPM_EXACT - BigInt(sharePpm));
  const halfUp = cents * sharePpm < 0;
  return halfUp
    ? Number(floorOf(2n * top + PPM_EXACT, 2n * PPM_EXACT))
    : 0 - Number(floorOf(PPM_EXACT - 2n * top, 2n * PPM_EXACT));
}

const PPM_EXACT = BigInt(PPM);

function floorOf(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  return top % bottom < 0n ? quotient - 1n : quotient;
}

/**
 * `total` in whole cents shared in proportion to `weights`, by largest remainder; ties go to the smaller key
 * (rule: Statements). Weights are not negative; when none is above 0, every share is 0.
 */
export function largestRemainder(
  total: number,
  weights: readonly { key: string; weight: number }[],
): Map<string, number> {
  const sum = weights.reduce((all, { weight }) => all + BigInt(weight), 0n);
  if (sum === 0n) return new Map();
  const sign = total < 0 ? -1 : 1;
  const size = BigInt(Math.abs(total));
  const shares = weights.map(({ key, weight }) => {
    const exact = size * BigInt(weight);
    return { key, cents: Number(exact / sum), rest: exact % sum };
  });
  let left = Math.abs(total) - shares.reduce((all, { cents }) => all + cents, 0);
  const byRest = [...shares].sort((a, b) =>
    a.rest === b.rest ? compareText(a.key, b.key) : a.rest > b.rest ? -1 : 1,
  );
  for (const share of byRest) {
    if (left === 0) break;
    share.cents += 1;
    left -= 1;
  }
  return new Map(shares.map(({ key, cents }) => [key, cents === 0 ? 0 : sign * cents]));
}
