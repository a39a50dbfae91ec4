import { RANK_BELOW, type RankingType } from '#contracts/api/matching.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { AvailableStone, ComparableStone } from './comparable-stone.ts';
import { comparisonWith, NEAR, score, type Priced, type Score } from './score.ts';

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
 */
export function rankSimilar(
  { source, rankingType, priceOf, limit }: SimilarQuestion,
  candidates: readonly AvailableStone[],
): (Score & { parcelName: string })[] {
  const comparison = comparisonWith(source, rankingType);
  const found: { stone: AvailableStone; points: number }[] = [];
  const priced = (stone: AvailableStone): Priced => ({ stone, priceCents: priceOf(stone) });
  for (const stone of candidates) {
    const points = comparison.estimate(stone, priceOf);
    if (points >= RANK_BELOW + NEAR || stone.parcelName === source.stone.parcelName) continue;
    if (points <= RANK_BELOW - NEAR || comparison.isBelow(priced(stone))) found.push({ stone, points });
  }
  const best = withinPlaces(found, limit ?? found.length);
  best.sort((a, b) => {
    if (Math.abs(a.points - b.points) > NEAR) return a.points - b.points;
    const exactly = comparison.compare(priced(a.stone), priced(b.stone));
    return exactly || compareText(a.stone.parcelName, b.stone.parcelName);
  });
  return best.slice(0, limit ?? best.length).map(({ stone }) => {
    const scored = score(source, priced(stone), rankingType);
    if (!scored) throw new Error(`${stone.parcelName} was found but is no candidate`);
    return { parcelName: stone.parcelName, ...scored };
  });
}

/** Those that can be among the first `limit`: exact comparisons cost far more than finding where these end. */
function withinPlaces<Found extends { points: number }>(found: readonly Found[], limit: number): Found[] {
  if (limit >= found.length) return [...found];
  const last = Float64Array.from(found, ({ points }) => points).sort()[limit - 1] ?? 0;
  return found.filter(({ points }) => points <= last + NEAR);
}
