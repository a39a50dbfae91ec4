import type { BinAttribute, BinSpec } from '#contracts/reassortment/bin-spec.ts';
import { carats } from '#contracts/vocabulary/carats.ts';
import { hasCutGrade } from '#contracts/vocabulary/shapes.ts';
import { GRADED, HALF_POINTS, noGrade, placeOf } from '#services/matching/index.ts';

/** What is compared of a stone: a customer's or an available one. Weight in thousandths of a carat. */
export type GradedStone = Partial<Record<Exclude<BinAttribute, 'weight'>, string | undefined>> & {
  weight?: number | undefined;
};

/** Scores are whole millionths of a point; a stone is close to a bin below this (rule: In Bin and Close to). */
export const CLOSE_BELOW = 10_000_000;

const MILLIONTHS = 1_000_000;
const HALF_POINT = MILLIONTHS / 2;
const LAB = 2.5 * MILLIONTHS;
const WEIGHT = 30 * MILLIONTHS;
/** A bucket a-b holds a ≤ weight < b + 0.01. */
export const WEIGHT_WIDER = 10;
/** Stands for every score at which a stone is not close. */
const FAR = 1000 * MILLIONTHS;

/** A stone as its places in the attributes' lists: what is compared thousands of times. */
export type PlacedStone = { shape: string; lab: string; weight: number | null; places: readonly number[] };

/** A stone's places. A blank cut of a shape that has no cut grade differs from an unknown one (rule: Replacement score). */
export function placesOf(stone: GradedStone): PlacedStone {
  const { shape = '', lab = '', weight } = stone;
  return {
    shape,
    lab,
    weight: weight ?? null,
    places: GRADED.map((name, index) => {
      const value = stone[name];
      const hasNone = name === 'cut' && !value && shape !== '' && !hasCutGrade(shape);
      return hasNone ? noGrade(name) : placeOf(index, value);
    }),
  };
}

/** How far a stone is from a bin, in millionths: 0 is 'In Bin', `CLOSE_BELOW` or more is neither. */
export type Closeness = (stone: PlacedStone) => number;

/** The closeness to a bin, made ready for thousands of stones (rule: In Bin and Close to). */
export function closenessTo(spec: BinSpec): Closeness {
  const shapes = spec.shape && new Set(spec.shape);
  const labs = spec.lab && new Set(spec.lab);
  const { weight } = spec;
  const graded = GRADED.flatMap((name, index) => {
    const values = spec[name];
    return values ? [{ index, costs: gradeCosts(index, values) }] : [];
  });
  return (stone) => {
    if (shapes && !shapes.has(stone.shape)) return FAR;
    let score = labs && !labs.has(stone.lab) ? LAB : 0;
    for (const { index, costs } of graded) score += costs[stone.places[index]!]!;
    if (score < CLOSE_BELOW && weight) score += weightCost(weight, stone.weight);
    return Math.min(score, FAR);
  };
}

/** What each attribute adds to the score, for reasons that name them; those that add nothing are left out. */
export function distances(
  spec: BinSpec,
  attributes: readonly BinAttribute[],
  stone: PlacedStone,
): { attribute: BinAttribute; score: number }[] {
  return attributes
    .map((attribute) => ({ attribute, score: closenessTo({ [attribute]: spec[attribute] })(stone) }))
    .filter(({ score }) => score > 0);
}

/** The member of an attribute's bucket that is nearest to a stone; the best one of several as near. */
export function nearestMember(spec: BinSpec, attribute: BinAttribute, stone: PlacedStone): string | null {
  const { weight } = spec;
  if (attribute === 'weight') {
    if (!weight || stone.weight === null) return null;
    return carats(stone.weight < weight.minimum ? weight.minimum : weight.maximum);
  }
  const index = GRADED.findIndex((name) => name === attribute);
  const values = spec[attribute] ?? [];
  if (index < 0) return values[0] ?? null;
  const costOf = (value: string): number => gradeCosts(index, [value])[stone.places[index]!]!;
  const best = Math.min(...values.map(costOf));
  return values.find((value) => costOf(value) === best) ?? null;
}

/** Millionths by the stone's place: of the bucket's nearest member, which is the source. */
function gradeCosts(index: number, values: readonly string[]): number[] {
  const rows = values.map((value) => HALF_POINTS[index]![placeOf(index, value)]!);
  return rows[0]!.map((_, place) => Math.min(...rows.map((row) => row[place]!)) * HALF_POINT);
}

/** The difference to the nearest edge as a part of that edge, times 30, rounded half away from zero to whole millionths. */
function weightCost({ minimum, maximum }: NonNullable<BinSpec['weight']>, weight: number | null): number {
  if (weight === null) return FAR;
  if (weight < minimum) return roundedQuotient(WEIGHT * (minimum - weight), minimum);
  if (weight < maximum + WEIGHT_WIDER) return 0;
  return maximum === 0 ? FAR : roundedQuotient(WEIGHT * (weight - maximum), maximum);
}

/** Of whole numbers whose doubles are exact, so that the result is. */
function roundedQuotient(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (rest * 2 >= denominator ? 1 : 0);
}
