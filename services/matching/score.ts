import { RANK_BELOW, type PenaltyName, type RankingType } from '#contracts/api/matching.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { GRADED, HALF_POINTS, placeIn, type ComparableStone } from './comparable-stone.ts';

/** A stone and its price to the caller in cents; null when the caller sees none. */
export type Priced = { stone: ComparableStone; priceCents: Cents | null };

/** What one penalty costs, exactly: `numerator ÷ denominator` points, both whole numbers. */
type Term = { penalty: PenaltyName; numerator: number; denominator: number };

/** A score as it is shown: five decimals, each amount too, and the amounts sum to the rank. */
export type Score = { rank: number; penalties: { penalty: PenaltyName; amount: number }[] };

const SHAPE = 1000;
/** In half points. */
const LAB = 5;
const WEIGHT = 30;
const MEASURE = 20;
/** 0.001 a dollar: cents in a point. */
const CENTS_A_POINT = 100_000;

/** Ranks and amounts are shown in hundred-thousandths: cents of price are the finest that is not a fraction. */
const SHOWN = 100_000;

/**
 * What a candidate costs against a source (rule: Replacement score), lower is better; null when the two
 * cannot be a pair: PAIR requires the same line and shape (rule: Pairs). Where either has no price to the
 * caller, price is not compared: a price that may not be seen must not show in a rank. Amounts are rounded
 * half away from zero to five decimals, what rounding leaves over going to the largest remainders, so that
 * they sum to the rank.
 */
export function score(source: Priced, candidate: Priced, rankingType: RankingType): Score | null {
  const terms = termsOf(source, candidate, rankingType);
  return terms && shown(terms);
}

/** Estimates that differ by more than this differ indeed, the same way round; closer ones are compared exactly. */
export const NEAR = 1e-9;

/** A source made ready to be compared with tens of thousands. */
export type Comparison = {
  /**
   * The score as a floating-point number: off by far less than `NEAR`; of a candidate that is out already, any number
   * from `RANK_BELOW` on. `priceOf` is asked last, and only for a candidate that all else leaves in.
   */
  estimate<Candidate extends ComparableStone>(
    candidate: Candidate,
    priceOf: (candidate: Candidate) => Cents | null,
  ): number;
  /** How two candidates compare, exactly: negative when the first costs less. */
  compare(one: Priced, other: Priced): number;
  /** True when the candidate costs less than `RANK_BELOW`, exactly. */
  isBelow(candidate: Priced): boolean;
};

/** Compares stones with a source as `score` does. */
export function comparisonWith(source: Priced, rankingType: RankingType): Comparison {
  const { stone, priceCents } = source;
  const { line, shapeCode, lab, weight, length, width, depth } = stone;
  const pair = rankingType === 'PAIR';
  const costs = GRADED.map((_, index) => HALF_POINTS[index]![placeIn(stone.grades, index)]!);
  const units = unitsAPoint(stone);
  const exactly = (candidate: Priced): bigint => {
    const terms = termsOf(source, candidate, rankingType);
    if (!terms) throw new Error(`${candidate.stone.parcelName} is no pair to ${stone.parcelName}`);
    return terms.reduce((sum, term) => sum + (BigInt(term.numerator) * units) / BigInt(term.denominator), 0n);
  };

  return {
    estimate(candidate, priceOf) {
      if (shapeCode !== candidate.shapeCode || (pair && line !== candidate.line)) return Infinity;
      let halves = lab === candidate.lab ? 0 : LAB;
      for (let index = 0; index < costs.length; index++)
        halves += costs[index]![placeIn(candidate.grades, index)]!;
      let points = halves / 2 + (WEIGHT * Math.abs(weight - candidate.weight)) / weight;
      if (pair)
        points +=
          relative(length, candidate.length) +
          relative(width, candidate.width) +
          relative(depth, candidate.depth);
      if (points >= RANK_BELOW + NEAR || priceCents === null) return points;
      const price = priceOf(candidate);
      return price === null ? points : points + Math.abs(priceCents - price) / CENTS_A_POINT;
    },
    // Both are counted in the source's own units, so the same divisor makes points of them.
    compare: (one, other) => {
      const [a, b] = [exactly(one), exactly(other)];
      return a < b ? -1 : a > b ? 1 : 0;
    },
    isBelow: (candidate) => exactly(candidate) < BigInt(RANK_BELOW) * units,
  };
}

/** Units in a point: what every denominator of this source's terms divides. */
function unitsAPoint({ weight, length, width, depth }: ComparableStone): bigint {
  return [weight, length, width, depth].reduce(
    (units, each) => units * BigInt(each || 1),
    BigInt(CENTS_A_POINT),
  );
}

function termsOf(source: Priced, candidate: Priced, rankingType: RankingType): Term[] | null {
  const [from, to] = [source.stone, candidate.stone];
  if (rankingType === 'PAIR' && (from.line !== to.line || from.shapeCode !== to.shapeCode)) return null;
  const terms: Term[] = [];
  const cost = (penalty: PenaltyName, numerator: number, denominator: number): void => {
    if (numerator !== 0) terms.push({ penalty, numerator, denominator });
  };
  cost('shape', from.shapeCode === to.shapeCode ? 0 : SHAPE, 1);
  cost('lab', from.lab === to.lab ? 0 : LAB, 2);
  cost('weight', WEIGHT * Math.abs(from.weight - to.weight), from.weight);
  for (const [index, name] of GRADED.entries()) cost(name, gradeCost(from, to, index), 2);
  if (source.priceCents !== null && candidate.priceCents !== null) {
    cost('price', Math.abs(source.priceCents - candidate.priceCents), CENTS_A_POINT);
  }
  if (rankingType === 'PAIR') {
    for (const name of ['length', 'width', 'depth'] as const) {
      if (from[name] !== 0) cost(name, MEASURE * Math.abs(from[name] - to[name]), from[name]);
    }
  }
  return terms;
}

function gradeCost(source: ComparableStone, candidate: ComparableStone, index: number): number {
  return HALF_POINTS[index]![placeIn(source.grades, index)]![placeIn(candidate.grades, index)]!;
}

/** Points for a measure: an unknown one of the candidate is as far off as can be; one of the source is not compared. */
function relative(source: number, candidate: number): number {
  return source === 0 ? 0 : (MEASURE * Math.abs(source - candidate)) / source;
}

/** Whole numbers throughout, but for the sum of what five decimals cut off, which is only a remainder. */
function shown(terms: readonly Term[]): Score {
  const parts = terms.map(({ penalty, numerator, denominator }) => {
    const scaled = numerator * SHOWN;
    const rest = scaled % denominator;
    return { penalty, units: (scaled - rest) / denominator, cutOff: rest / denominator };
  });
  let over = Math.round(parts.reduce((sum, { cutOff }) => sum + cutOff, 0));
  const rank = parts.reduce((sum, { units }) => sum + units, over) / SHOWN;
  for (const part of parts.toSorted((a, b) => b.cutOff - a.cutOff)) {
    if (over === 0) break;
    part.units++;
    over--;
  }
  const penalties = parts.map(({ penalty, units }) => ({ penalty, amount: units / SHOWN }));
  return { rank, penalties: penalties.filter(({ amount }) => amount > 0) };
}
