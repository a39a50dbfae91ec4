import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { comparableOf } from './comparable-stone.ts';
import { comparisonWith, NEAR, score, type Priced } from './score.ts';
import { anyAttributes, anyCents } from './testing/any-stones.ts';

const ROUND = {
  weight: 1000,
  shapeCode: 'RD',
  lab: 'GIA',
  colour: 'F',
  clarity: 'VS1',
  fluorescence: 'N',
  cut: 'EX',
  polish: 'EX',
  symmetry: 'EX',
  length: 6.4,
  width: 6.45,
  depthPct: 62,
} satisfies StoneAttributes;

function stone(
  change: Partial<StoneAttributes> = {},
  priceCents: number | null = 1_000_000,
  line: Line = 'natural',
): Priced {
  return { stone: comparableOf('AR-1', line, { ...ROUND, ...change }), priceCents };
}
/** As if the attribute had never been given. */
const without = (name: keyof typeof ROUND): Priced => {
  const { [name]: _, ...attributes } = ROUND;
  return { stone: comparableOf('AR-1', 'natural', { weight: 1000, ...attributes }), priceCents: 1_000_000 };
};

describe('a replacement costs exactly its penalties (rule: Replacement score)', () => {
  test('the same stone costs nothing', () => {
    expect(score(stone(), stone(), 'REPLACEMENT')).toEqual({ rank: 0, penalties: [] });
  });

  test.each([
    ['another shape', { shapeCode: 'OV' }, 'shape', 1000],
    ['another lab', { lab: 'IGI' }, 'lab', 2.5],
    ['a tenth heavier', { weight: 1100 }, 'weight', 3],
    ['a tenth lighter', { weight: 900 }, 'weight', 3],
    ['two colours up', { colour: 'D' }, 'colour', 2],
    ['a fancy colour', { colour: 'FANCY' }, 'colour', 24],
    ['three clarities down', { clarity: 'SI2' }, 'clarity', 3],
    ['fluorescence by two steps', { fluorescence: 'M' }, 'fluorescence', 1],
    ['cut by a step', { cut: 'ID' }, 'cut', 0.5],
    ['polish by a step', { polish: 'VG' }, 'polish', 0.5],
    ['symmetry by two steps', { symmetry: 'G' }, 'symmetry', 1],
  ] as const)('%s', (_, change, penalty, amount) => {
    expect(score(stone(), stone(change), 'REPLACEMENT')).toEqual({
      rank: amount,
      penalties: [{ penalty, amount }],
    });
  });

  test('a dollar costs 0.001, up or down', () => {
    expect(score(stone(), stone({}, 1_123_456), 'REPLACEMENT')?.rank).toBe(1.23456);
    expect(score(stone(), stone({}, 876_544), 'REPLACEMENT')?.rank).toBe(1.23456);
  });

  test('penalties add up, each under its name', () => {
    const other = stone({ weight: 1010, colour: 'G', polish: 'VG' }, 950_000);
    expect(score(stone(), other, 'REPLACEMENT')).toEqual({
      rank: 2.3,
      penalties: [
        { penalty: 'weight', amount: 0.3 },
        { penalty: 'colour', amount: 1 },
        { penalty: 'polish', amount: 0.5 },
        { penalty: 'price', amount: 0.5 },
      ],
    });
  });

  test("the weight's fraction is of the source's weight", () => {
    expect(score(stone({ weight: 2000 }), stone({ weight: 1000 }), 'REPLACEMENT')?.rank).toBe(15);
    expect(score(stone({ weight: 1000 }), stone({ weight: 2000 }), 'REPLACEMENT')?.rank).toBe(30);
  });

  test('where one has no price to the caller, price is not compared', () => {
    expect(score(stone({}, null), stone({}, 1), 'REPLACEMENT')?.rank).toBe(0);
    expect(score(stone(), stone({}, null), 'REPLACEMENT')?.rank).toBe(0);
  });

  test("a candidate's unknown grade costs the list's length, the source's is not compared", () => {
    expect(score(stone(), without('colour'), 'REPLACEMENT')?.rank).toBe(24);
    expect(score(stone(), without('cut'), 'REPLACEMENT')?.rank).toBe(3.5);
    expect(score(without('cut'), stone(), 'REPLACEMENT')?.rank).toBe(0);
    expect(score(stone(), without('lab'), 'REPLACEMENT')?.rank).toBe(2.5);
  });
});

describe('a pair', () => {
  test('must be of the same line and shape', () => {
    expect(score(stone(), stone({ shapeCode: 'OV' }), 'PAIR')).toBeNull();
    expect(score(stone(), stone({}, 1_000_000, 'labGrown'), 'PAIR')).toBeNull();
  });

  test('costs 20 × the relative difference of length, width and depth besides', () => {
    const other = stone({ length: 6.72, width: 6.45, depthPct: 58.9, weight: 1010 });
    expect(score(stone(), other, 'PAIR')).toEqual({
      rank: 2.3,
      penalties: [
        { penalty: 'weight', amount: 0.3 },
        { penalty: 'length', amount: 1 },
        { penalty: 'depth', amount: 1 },
      ],
    });
    expect(score(stone(), other, 'REPLACEMENT')?.rank).toBe(0.3);
  });

  test("a candidate's unknown measure is as far off as can be, the source's is not compared", () => {
    expect(score(stone(), without('length'), 'PAIR')?.rank).toBe(20);
    expect(score(without('length'), stone(), 'PAIR')?.rank).toBe(0);
  });
});

test('amounts are rounded to five decimals so that they sum to the rank', () => {
  const source = stone({ weight: 700, length: 6.43, width: 6.41, depthPct: 61.3 });
  const scored = score(source, stone({ weight: 711, length: 6.51, width: 6.39, depthPct: 62.9 }), 'PAIR')!;
  expect(scored).toEqual({
    rank: 1.30469,
    penalties: [
      { penalty: 'weight', amount: 0.47143 },
      { penalty: 'length', amount: 0.24884 },
      { penalty: 'width', amount: 0.0624 },
      { penalty: 'depth', amount: 0.52202 },
    ],
  });
});

const priced = (attributes: fc.Arbitrary<StoneAttributes>) =>
  fc
    .record({ attributes, priceCents: fc.option(anyCents, { freq: 6 }) })
    .map(({ attributes: known, priceCents }): Priced => ({
      stone: comparableOf('AR-1', 'natural', known),
      priceCents,
    }));
const anyStone = priced(anyAttributes);
const anyType = fc.constantFrom('REPLACEMENT' as const, 'PAIR' as const);

test('explained penalties always sum to the rank, to the digit, each is named once and none is negative', () => {
  fc.assert(
    fc.property(anyStone, anyStone, anyType, (source, candidate, rankingType) => {
      const scored = score(source, candidate, rankingType);
      if (!scored) return;
      const units = (points: number) => Math.round(points * 100_000);
      expect(scored.penalties.reduce((sum, { amount }) => sum + units(amount), 0)).toBe(units(scored.rank));
      expect(new Set(scored.penalties.map(({ penalty }) => penalty)).size).toBe(scored.penalties.length);
      expect(scored.penalties.every(({ amount }) => amount > 0)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('an estimate is the score where that is under 10, and not under 10 elsewhere', () => {
  fc.assert(
    fc.property(anyStone, anyStone, anyType, (source, candidate, rankingType) => {
      const points = comparisonWith(source, rankingType).estimate(
        candidate.stone,
        () => candidate.priceCents,
      );
      const rank = score(source, candidate, rankingType)?.rank ?? Infinity;
      if (rank < 9.999) expect(Math.abs(points - rank)).toBeLessThan(0.000_006 + NEAR);
      else expect(points).toBeGreaterThan(9.99);
    }),
    { numRuns: 500 },
  );
});

test('a stone costs nothing against itself, in every type', () => {
  fc.assert(
    fc.property(anyStone, anyType, (source, rankingType) => {
      expect(score(source, source, rankingType)).toEqual({ rank: 0, penalties: [] });
    }),
  );
});
