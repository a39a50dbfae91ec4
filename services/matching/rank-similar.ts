import { RANK_BELOW, type RankingType } from '#contracts/api/matching.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { AvailableStone, ComparableStone } from './comparable-stone.ts';
import { comparisonWith, NEAR, score, type Comparison, type Priced, type Score } from './score.ts';
import { firstFrom } from './stone-shelves.ts';

/** What is asked for: against which stone, how, at whose prices, how many at most. */
export type SimilarQuestion = {
  source: Priced;
  rankingType: RankingType;
  /** The price that the caller sees of a candidate, in cents; null for none. */
  priceOf(stone: AvailableStone): Cents | null;
  limit?: number | null | undefined;
};

/** The part of the stock that can score under 10: weights from `lightest` to `heaviest`, both included. */
export type Window = { shapeCode: string; lightest: number; heaviest: number };

/**
 * Where every candidate under 10 is to be found. No penalty is negative, so a candidate costs at least what each of its
 * penalties costs alone: another shape costs 1000; a weight that is off by a third of the source's, or more, costs
 * 30 × ⅓ = 10. What is left out therefore costs 10 or more, and is never shown. In whole numbers: |Δ| × 3 < weight.
 */
export function windowOf({ shapeCode, weight }: ComparableStone): Window {
  const most = Math.ceil(weight / 3) - 1;
  return { shapeCode, lightest: weight - most, heaviest: weight + most };
}

/**
 * The candidates that score under 10, best first, those of one rank by their names (rule: Replacement score), without
 * the source itself. Estimates find and sort them; where two estimates are too close, or one is too near to 10, the
 * exact score decides, so the order is the exact one.
 * @param candidates of one shape, lightest first
 */
export function rankSimilar(
  question: SimilarQuestion,
  candidates: readonly AvailableStone[],
): (Score & { parcelName: string })[] {
  const { source, rankingType, priceOf, limit } = question;
  const comparison = comparisonWith(source, rankingType);
  const priced = (stone: AvailableStone): Priced => ({ stone, priceCents: priceOf(stone) });
  return possiblyBest(question, comparison, candidates)
    .sort((a, b) => {
      if (Math.abs(a.points - b.points) > NEAR) return a.points - b.points;
      const exactly = comparison.compare(priced(a.stone), priced(b.stone));
      return exactly || (a.stone.parcelName < b.stone.parcelName ? -1 : 1);
    })
    .slice(0, limit ?? Infinity)
    .map(({ stone }) => {
      const scored = score(source, priced(stone), rankingType);
      if (!scored) throw new Error(`${stone.parcelName} was found but is no candidate`);
      return { parcelName: stone.parcelName, ...scored };
    });
}

type Found = { stone: AvailableStone; points: number };

/** So many times the places are found before those that cannot be among the best are left out. */
const TRIMMED_AT = 3;

/**
 * The candidates under 10 that can be among the first `limit`, in no order. The search ends where weight alone costs more
 * than the last place does.
 */
function possiblyBest(
  { source, priceOf, limit }: SimilarQuestion,
  comparison: Comparison,
  candidates: readonly AvailableStone[],
): Found[] {
  const places = limit ?? Infinity;
  let found: Found[] = [];
  let most = RANK_BELOW;
  let trimmedAt = TRIMMED_AT * places;
  const trim = (): void => {
    most = pointsOfPlace(found, places);
    found = found.filter(({ points }) => points <= most + NEAR);
  };
  for (const stone of nearestFirst(candidates, source.stone.weight)) {
    if (comparison.ofWeight(stone) > most + NEAR) break;
    const points = comparison.estimate(stone, priceOf);
    if (points > most + NEAR || stone.parcelName === source.stone.parcelName) continue;
    const isNear = points > RANK_BELOW - NEAR;
    if (isNear && !comparison.isBelow({ stone, priceCents: priceOf(stone) })) continue;
    found.push({ stone, points });
    if (found.length < trimmedAt) continue;
    trim();
    // Twins by the hundred may all be among the best: they are not looked through for each that is added.
    trimmedAt = Math.max(TRIMMED_AT * places, 2 * found.length);
  }
  trim();
  return found;
}

/** The estimate that the last of so many places has; the highest there is while not all are taken. */
function pointsOfPlace(found: readonly Found[], places: number): number {
  if (found.length < places) return RANK_BELOW;
  return Float64Array.from(found, ({ points }) => points).sort()[places - 1]!;
}

/** Stones that are ordered by weight, in the order of their distance from a weight. */
function* nearestFirst(stones: readonly AvailableStone[], weight: number): Generator<AvailableStone> {
  let heavier = firstFrom(stones, weight);
  let lighter = heavier - 1;
  for (;;) {
    const [below, above] = [stones[lighter], stones[heavier]];
    if (below && (!above || weight - below.weight < above.weight - weight)) {
      yield below;
      lighter--;
    } else if (above) {
      yield above;
      heavier++;
    } else return;
  }
}
