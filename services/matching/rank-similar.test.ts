import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RankingType } from '#contracts/api/matching.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { CLARITIES, COLOURS, FLUORESCENCES, GRADES } from '#contracts/vocabulary/grades.ts';
import { createStoneShelves } from './stone-shelves.ts';
import { comparableOf, type AvailableStone } from './comparable-stone.ts';
import { rankSimilar, windowOf } from './rank-similar.ts';
import { anyAttributes, anyCents } from './testing/any-stones.ts';

type Stone = { parcelName: string; attributes: StoneAttributes; cents: number };

/** Exact fractions, the plain way: a numerator over one denominator that every penalty of the source divides. */
function bruteForce(
  source: Stone,
  stones: readonly Stone[],
  rankingType: RankingType,
  seesPrices: boolean,
): string[] {
  const a = source.attributes;
  const measure = (value: number | undefined): bigint =>
    BigInt(value === undefined ? 0 : Math.round(value * 1000));
  const [weight, length, width, depth] = [
    BigInt(a.weight),
    measure(a.length),
    measure(a.width),
    measure(a.depthPct),
  ];
  const whole = 100_000n * weight * (length || 1n) * (width || 1n) * (depth || 1n);
  const off = (x: bigint, y: bigint): bigint => (x > y ? x - y : y - x);
  const steps = (
    values: readonly { value: string; isFancy: boolean }[],
    from?: string,
    to?: string,
  ): bigint => {
    if (from === undefined) return 0n;
    const [x, y] = [
      values.findIndex(({ value }) => value === from),
      values.findIndex(({ value }) => value === to),
    ];
    if (y < 0 || values[x]!.isFancy !== values[y]!.isFancy) return BigInt(values.length);
    return off(BigInt(x), BigInt(y));
  };
  const list = (rows: readonly Record<string, unknown>[], name: string) =>
    rows.map((row) => ({ value: String(row[name]), isFancy: row['isFancy'] === true }));
  const grades = (gradeSet: string) =>
    list(
      GRADES.filter((row) => row.gradeSet === gradeSet),
      'grade',
    );

  const cost = ({ attributes: b, cents }: Stone): bigint => {
    let sum = 0n;
    if (a.shapeCode !== b.shapeCode) sum += 1000n * whole;
    if (a.lab !== b.lab) sum += (5n * whole) / 2n;
    sum += (30n * off(weight, BigInt(b.weight)) * whole) / weight;
    sum += steps(list(COLOURS, 'colour'), a.colour, b.colour) * whole;
    sum += steps(list(CLARITIES, 'clarity'), a.clarity, b.clarity) * whole;
    sum += (steps(list(FLUORESCENCES, 'fluorescence'), a.fluorescence, b.fluorescence) * whole) / 2n;
    const hasNone = b.cut === undefined && b.shapeCode !== undefined && b.shapeCode !== 'RD';
    if (!hasNone) sum += (steps(grades('CUT'), a.cut, b.cut) * whole) / 2n;
    sum += (steps(grades('POLISH'), a.polish, b.polish) * whole) / 2n;
    sum += (steps(grades('SYMMETRY'), a.symmetry, b.symmetry) * whole) / 2n;
    if (seesPrices) sum += (off(BigInt(source.cents), BigInt(cents)) * whole) / 100_000n;
    if (rankingType === 'PAIR') {
      for (const [from, to] of [
        [length, measure(b.length)],
        [width, measure(b.width)],
        [depth, measure(b.depthPct)],
      ] as const) {
        if (from > 0n) sum += (20n * off(from, to) * whole) / from;
      }
    }
    return sum;
  };
  return stones
    .filter(({ parcelName }) => parcelName !== source.parcelName)
    .filter(({ attributes }) => rankingType !== 'PAIR' || attributes.shapeCode === a.shapeCode)
    .map((one) => ({ name: one.parcelName, cost: cost(one) }))
    .filter((one) => one.cost < 10n * whole)
    .sort((x, y) => (x.cost < y.cost ? -1 : x.cost > y.cost ? 1 : x.name < y.name ? -1 : 1))
    .map(({ name }) => name);
}

const available = ({ parcelName, attributes, cents }: Stone): AvailableStone => ({
  ...comparableOf(parcelName, 'natural', attributes),
  listCents: cents,
  fm: false,
});

function found(
  source: Stone,
  stones: readonly Stone[],
  rankingType: RankingType,
  seesPrices: boolean,
  limit?: number,
): string[] {
  const shelves = createStoneShelves();
  for (const stone of stones) shelves.put(available(stone));
  const priceOf = (one: AvailableStone) => (seesPrices ? one.listCents : null);
  const from = { stone: available(source), priceCents: seesPrices ? source.cents : null };
  const { shapeCode, lightest, heaviest } = windowOf(from.stone);
  const question = { source: from, rankingType, priceOf, limit };
  return rankSimilar(question, shelves.within(shapeCode, lightest, heaviest)).map(
    ({ parcelName }) => parcelName,
  );
}

const anyStone = fc.record({ attributes: anyAttributes, cents: anyCents });
/** A stock with twins and near twins of the source, so that ranks are equal and near to 10. */
const anyStock = fc
  .tuple(
    anyStone,
    fc.array(anyStone, { maxLength: 60 }),
    fc.array(fc.tuple(anyStone, fc.nat(12)), { maxLength: 40 }),
  )
  .map(([source, others, near]): [Stone, Stone[]] => {
    const twins = near.map(([other, kept]) => {
      const names = Object.keys(source.attributes).slice(0, kept);
      const same = Object.fromEntries(
        Object.entries(source.attributes).filter(([name]) => names.includes(name)),
      );
      return { ...other, attributes: { ...other.attributes, ...same } };
    });
    const stones = [source, ...others, ...twins].map((stone, index) => ({
      ...stone,
      parcelName: `AR-${index}`,
    }));
    return [stones[0]!, stones];
  });

test('the search finds what a pass over every stone finds, in the same order', () => {
  fc.assert(
    fc.property(
      anyStock,
      fc.constantFrom('REPLACEMENT', 'PAIR'),
      fc.boolean(),
      ([source, stones], rankingType, seesPrices) => {
        expect(found(source, stones, rankingType, seesPrices)).toEqual(
          bruteForce(source, stones, rankingType, seesPrices),
        );
      },
    ),
    { numRuns: 400 },
  );
});

test('a limit gives the best of them', () => {
  fc.assert(
    fc.property(
      anyStock,
      fc.constantFrom('REPLACEMENT', 'PAIR'),
      fc.boolean(),
      fc.integer({ min: 1, max: 20 }),
      ([source, stones], rankingType, seesPrices, limit) => {
        expect(found(source, stones, rankingType, seesPrices, limit)).toEqual(
          bruteForce(source, stones, rankingType, seesPrices).slice(0, limit),
        );
      },
    ),
    { numRuns: 1000 },
  );
});

const round = (parcelName: string, weight: number, cents = 1_000_000): Stone => ({
  parcelName,
  attributes: { weight, shapeCode: 'RD', lab: 'GIA', colour: 'F', clarity: 'VS1' },
  cents,
});

test('the window holds every weight under 10 points and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 45_000 }), (weight, other) => {
      const { lightest, heaviest } = windowOf(available(round('AR-1', weight)));
      expect(other >= lightest && other <= heaviest).toBe(30 * Math.abs(weight - other) < 10 * weight);
    }),
    { numRuns: 2000 },
  );
});

test('10 is out and a cent less is in; a third of the weight is out by itself', () => {
  const source = round('AR-1', 900);
  const stones = [
    source,
    round('AR-2', 900, 2_000_000),
    round('AR-3', 900, 1_999_999),
    round('AR-4', 1200),
    round('AR-5', 1199),
    round('AR-6', 600),
    round('AR-7', 601),
  ];
  expect(found(source, stones, 'REPLACEMENT', true)).toEqual(['AR-5', 'AR-7', 'AR-3']);
});

test('who sees no price gets no order, rank or filter that would betray one', () => {
  const source = round('AR-1', 1000);
  const stones = [
    source,
    round('AR-4', 1000, 5_000_000),
    round('AR-3', 1000, 1_000_000),
    round('AR-2', 1010, 1_000_000),
  ];
  expect(found(source, stones, 'REPLACEMENT', false)).toEqual(['AR-3', 'AR-4', 'AR-2']);
  expect(found(source, stones, 'REPLACEMENT', true)).toEqual(['AR-3', 'AR-2']);
});

test('of two equal ranks the name decides, whatever the way they came to it', () => {
  // 0.3 of weight, and 0.3 of price: equal fractions that differ in floating point.
  const source = round('AR-1', 1000);
  const stones = [source, round('AR-9', 1010), round('AR-8', 1000, 1_030_000), round('AR-7', 990)];
  expect(found(source, stones, 'REPLACEMENT', true)).toEqual(['AR-7', 'AR-8', 'AR-9']);
});

test('of two ranks that hardly differ in floating point the lower comes first', () => {
  // 60 ÷ 999,983 against 60 ÷ 999,979: some 2 in ten thousand million.
  const source = {
    ...round('AR-1', 999_983),
    attributes: { ...round('AR-1', 999_983).attributes, length: 999.979 },
  };
  const longer = { ...source, parcelName: 'AR-2', attributes: { ...source.attributes, length: 999.982 } };
  const heavier = { ...source, parcelName: 'AR-3', attributes: { ...source.attributes, weight: 999_985 } };
  expect(found(source, [source, longer, heavier], 'PAIR', true)).toEqual(['AR-3', 'AR-2']);
  expect(bruteForce(source, [source, longer, heavier], 'PAIR', true)).toEqual(['AR-3', 'AR-2']);
});
