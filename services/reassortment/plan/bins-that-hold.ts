import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { closenessTo, placesOf, WEIGHT_WIDER, type GradedStone, type PlacedStone } from './closeness.ts';

/** Prepared once for thousands of stones: the indexes, in the list of bins, of the bins that hold a stone of a store. */
export function binsThatHold(
  bins: readonly IdealBin[],
): (of: { storeId: string | null; stone: GradedStone }) => number[] {
  const byStore = new Map<string, { place: number; holds: (stone: PlacedStone) => boolean }[]>();
  for (const [place, { storeId, spec }] of bins.entries()) {
    const ofStore = byStore.get(storeId) ?? [];
    byStore.set(storeId, ofStore);
    ofStore.push({ place, holds: holdingOf(spec) });
  }
  return ({ storeId, stone }) => {
    const ofStore = storeId === null ? undefined : byStore.get(storeId);
    if (!ofStore) return [];
    const places = placesOf(stone);
    return ofStore.filter(({ holds }) => holds(places)).map(({ place }) => place);
  };
}

/** Whether a stone is In Bin (rule: In Bin and Close to); shape and weight alone rule out most. */
function holdingOf(spec: IdealBin['spec']): (stone: PlacedStone) => boolean {
  const closeness = closenessTo(spec);
  const shapes = spec.shape && new Set(spec.shape);
  const { weight } = spec;
  return (stone) => {
    if (shapes && !shapes.has(stone.shape)) return false;
    if (weight && !isWithin(stone.weight, weight)) return false;
    return closeness(stone) === 0;
  };
}

const isWithin = (weight: number | null, { minimum, maximum }: NonNullable<IdealBin['spec']['weight']>) =>
  weight !== null && weight >= minimum && weight < maximum + WEIGHT_WIDER;
