import { RANK_BELOW, type PenaltyName, type RankingType } from '#contracts/api/matching.ts';
import { mulDivRound, type Cents } from '#contracts/vocabulary/money.ts';
import { GRADED, HALF_POINTS, type Gem } from './gem.ts';

/** A gem and its price to the caller in cents; null when the caller sees none. */
export type Priced = { gem: Gem; priceCents: Cents | null };

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
 * What a candidate costs against a source (specification, section 9; rules, section 8), lower is better; null when the
 * two can be no pair: PAIR requires the same line and shape. Where either has no price to the caller, price is not
 * compared: a price that may not be seen must not show in a rank. Amounts are rounded half away from zero to five
 * decimals, what rounding leaves over going to the largest remainders, so that they sum to the rank.
 */
export function score(source: Priced, candidate: Priced, rankingType: RankingType): Score | null {
  const terms = termsOf(source, candidate, rankingType);
  return terms && shown(terms);
}

/**
 * The same as a floating-point number, for searching: off by far less than `NEAR`; of a candidate that is out already,
 * any number from `RANK_BELOW` on. `priceOf` is asked last, and only for a candidate that all else leaves in.
 */
export function estimate(
  source: Priced,
  candidate: Gem,
  rankingType: RankingType,
  priceOf: () => Cents | null,
): number {
  const { gem, priceCents } = source;
  if (gem.shapeCode !== candidate.shapeCode || (rankingType === 'PAIR' && gem.line !== candidate.line))
    return Infinity;
  let points =
    (WEIGHT * Math.abs(gem.weight - candidate.weight)) / gem.weight + halfPoints(gem, candidate) / 2;
  if (rankingType === 'PAIR') {
    points += relative(gem.length, candidate.length);
    points += relative(gem.width, candidate.width);
    points += relative(gem.depth, candidate.depth);
  }
  if (points >= RANK_BELOW + NEAR || priceCents === null) return points;
  const price = priceOf();
  return price === null ? points : points + Math.abs(priceCents - price) / CENTS_A_POINT;
}

/** Estimates that differ by more than this differ indeed, the same way round; closer ones are compared exactly. */
export const NEAR = 1e-9;

/** How two candidates of one source compare, exactly: negative when the first costs less. */
export function compareExactly(source: Priced, one: Priced, other: Priced, rankingType: RankingType): number {
  const [a, b] = [exactly(source, one, rankingType), exactly(source, other, rankingType)];
  // Both are counted in the source's own units, so the same divisor makes points of them.
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True when the candidate costs less than `RANK_BELOW`, exactly. */
export function isBelow(source: Priced, candidate: Priced, rankingType: RankingType): boolean {
  return exactly(source, candidate, rankingType) < BigInt(RANK_BELOW) * unitsAPoint(source.gem);
}

/** Units in a point: what every denominator of this source's terms divides. */
function unitsAPoint({ weight, length, width, depth }: Gem): bigint {
  return [weight, length, width, depth].reduce(
    (units, each) => units * BigInt(each || 1),
    BigInt(CENTS_A_POINT),
  );
}

function exactly(source: Priced, candidate: Priced, rankingType: RankingType): bigint {
  const terms = termsOf(source, candidate, rankingType);
  if (!terms) throw new Error(`${candidate.gem.parcelName} is no pair to ${source.gem.parcelName}`);
  const units = unitsAPoint(source.gem);
  return terms.reduce((sum, term) => sum + (BigInt(term.numerator) * units) / BigInt(term.denominator), 0n);
}

function termsOf(source: Priced, candidate: Priced, rankingType: RankingType): Term[] | null {
  const [from, to] = [source.gem, candidate.gem];
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

function halfPoints(source: Gem, candidate: Gem): number {
  let sum = source.lab === candidate.lab ? 0 : LAB;
  for (let index = 0; index < GRADED.length; index++) sum += gradeCost(source, candidate, index);
  return sum;
}

function gradeCost(source: Gem, candidate: Gem, index: number): number {
  return HALF_POINTS[index]![source.places[index]!]![candidate.places[index]!]!;
}

/** Points for a measure: an unknown one of the candidate is as far off as can be; one of the source is not compared. */
function relative(source: number, candidate: number): number {
  return source === 0 ? 0 : (MEASURE * Math.abs(source - candidate)) / source;
}

function shown(terms: readonly Term[]): Score {
  const parts = terms.map(({ penalty, numerator, denominator }) => {
    const scaled = BigInt(numerator) * BigInt(SHOWN);
    const divisor = BigInt(denominator);
    return { penalty, whole: scaled / divisor, rest: scaled % divisor, divisor };
  });
  // Σ rest ÷ divisor, over the divisors' product.
  const product = parts.reduce((all, { divisor }) => all * divisor, 1n);
  const rests = parts.reduce((sum, { rest, divisor }) => sum + (rest * product) / divisor, 0n);
  let over = mulDivRound(rests, 1, product);
  const total = Number(parts.reduce((sum, { whole }) => sum + whole, 0n)) + over;
  const amounts = new Map(parts.map(({ penalty, whole }) => [penalty, Number(whole)]));
  const byRemainder = parts
    .filter(({ rest }) => rest > 0n)
    .toSorted((a, b) => Number(b.rest * a.divisor - a.rest * b.divisor));
  for (const { penalty } of byRemainder) {
    if (over === 0) break;
    amounts.set(penalty, amounts.get(penalty)! + 1);
    over--;
  }
  return {
    rank: total / SHOWN,
    penalties: parts.flatMap(({ penalty }) => {
      const amount = amounts.get(penalty)!;
      return amount === 0 ? [] : [{ penalty, amount: amount / SHOWN }];
    }),
  };
}
