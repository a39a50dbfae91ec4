import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { BinAttribute } from '#contracts/reassortment/bin-spec.ts';
import { distances, nearestMember, placesOf, type GradedStone } from './closeness.ts';

/** What a bin wants and has when a stone comes to it: 'min 2, have 1'. */
export function needOf({ minQty, targetQty, maxQty }: IdealBin, have: number): string {
  if (have < minQty) return `min ${minQty}, have ${have}`;
  return have < targetQty ? `target ${targetQty}, have ${have}` : `max ${maxQty}, have ${have}`;
}

/** How a stone meets a bin: 'in bin', or the nearest grade of the attribute that costs most: 'nearest VS2, score 1.5'. */
export function matchOf(
  { spec }: IdealBin,
  attributes: readonly BinAttribute[],
  stone: GradedStone,
  score: number,
): string {
  if (score === 0) return 'in bin';
  const places = placesOf(stone);
  const [farthest] = distances(spec, attributes, places).toSorted((a, b) => b.score - a.score);
  const nearest = farthest && nearestMember(spec, farthest.attribute, places);
  const points = `score ${points6(score)}`;
  return nearest ? `nearest ${nearest}, ${points}` : points;
}

/** Millionths as points, with no more decimals than needed. */
export const points6 = (millionths: number): number => millionths / 1_000_000;
