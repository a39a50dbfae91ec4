import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyRate,
  centsOf,
  dollars,
  formatPieces,
  formatPrice,
  formatValue,
  mulDivRound,
  percent,
  PPM,
  ppmOf,
} from './money.ts';

/** Rounds a fraction half away from zero by long hand: the whole part, and one more when the rest is half or over. */
function oracle(value: bigint, numerator: bigint, denominator: bigint): bigint {
  let top = value * numerator;
  let bottom = denominator;
  if (bottom < 0n) [top, bottom] = [-top, -bottom];
  const sign = top < 0n ? -1n : 1n;
  const size = top * sign;
  const rest = size % bottom;
  return sign * ((size - rest) / bottom + (rest + rest >= bottom ? 1n : 0n));
}

describe('mulDivRound', () => {
  it.each([
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [5, -1, 2, -3],
    [5, 1, -2, -3],
    [-5, -1, 2, 3],
    [4, 1, 3, 1],
    [-4, 1, 3, -1],
    [0, 7, 3, 0],
    [600_000, 170_000, 30_000_000, 3400],
    [2_000_000, 8000 * 20, 30 * PPM, 10_667],
  ])('%i × %i ÷ %i = %i', (value, numerator, denominator, expected) => {
    expect(mulDivRound(value, numerator, denominator)).toBe(expected);
  });

  it('rounds half away from zero, exactly, for numbers of any size', () => {
    const integer = fc.oneof(
      fc.integer({ min: -50, max: 50 }).map(BigInt),
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
    );
    fc.assert(
      fc.property(
        integer,
        integer,
        integer.filter((divisor) => divisor !== 0n),
        (value, numerator, denominator) => {
          const expected = oracle(value, numerator, denominator);
          fc.pre(expected >= BigInt(Number.MIN_SAFE_INTEGER) && expected <= BigInt(Number.MAX_SAFE_INTEGER));
          expect(BigInt(mulDivRound(value, numerator, denominator))).toBe(expected);
        },
      ),
    );
  });

  it('is the same in numbers as in integers of any size', () => {
    const number = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.maxSafeInteger(), fc.integer());
    fc.assert(
      fc.property(
        number,
        number,
        number.filter((divisor) => divisor !== 0),
        (value, numerator, denominator) => {
          const expected = oracle(BigInt(value), BigInt(numerator), BigInt(denominator));
          fc.pre(expected >= BigInt(Number.MIN_SAFE_INTEGER) && expected <= BigInt(Number.MAX_SAFE_INTEGER));
          expect(BigInt(mulDivRound(value, numerator, denominator))).toBe(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('never answers minus zero', () => {
    expect(Object.is(mulDivRound(-1, 1, 3), 0)).toBe(true);
    expect(Object.is(mulDivRound(0, -1, 3), 0)).toBe(true);
  });

  it('refuses what is not whole and a divisor of zero', () => {
    expect(() => mulDivRound(1.5, 1, 2)).toThrow(RangeError);
    expect(() => mulDivRound(1.5, 2, 3)).toThrow(RangeError);
    expect(() => mulDivRound(1, 2, 1.5)).toThrow(RangeError);
    expect(() => mulDivRound(1, 1, 0)).toThrow(RangeError);
  });
});

describe('rates', () => {
  it('applyRate takes parts per million', () => {
    expect(applyRate(1_000_000, 20_000)).toBe(20_000);
    expect(applyRate(50, 10_000)).toBe(1);
    expect(applyRate(49, 10_000)).toBe(0);
    expect(applyRate(-50, 10_000)).toBe(-1);
  });

  it('percent on the wire and parts per million are one another', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000_000, max: 2_000_000 }), (rate) => {
        expect(ppmOf(percent(rate))).toBe(rate);
      }),
    );
  });
});

describe('dollars on the wire', () => {
  it('cents go there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), (cents) => {
        expect(centsOf(dollars(cents))).toBe(cents);
      }),
    );
  });

  it.each([1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    '%d is no amount of cents',
    (amount) => {
      expect(centsOf(amount)).toBeNull();
    },
  );
});

describe('amounts in words', () => {
  it.each([
    [1, 1234, '1 pc / $1,234'],
    [18, 214_380, '18 pcs / $214,380'],
    [0, 0, '0 pcs / $0'],
    [1200, 1_234_567.5, '1,200 pcs / $1,234,568'],
  ])('%i for $%d', (count, value, words) => {
    expect(formatPieces(count, value)).toBe(words);
  });

  it('a count alone when prices are hidden', () => {
    expect(formatPieces(1)).toBe('1 pc');
    expect(formatPieces(2)).toBe('2 pcs');
  });

  it('prices have two decimals, values none', () => {
    expect(formatPrice(1234.5)).toBe('$1,234.50');
    expect(formatPrice(-0.5)).toBe('−$0.50');
    expect(formatValue(1234.5)).toBe('$1,235');
  });
});
