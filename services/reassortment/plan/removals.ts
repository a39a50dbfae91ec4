import type { SuggestedRemoval } from '#contracts/api/reassortment-plans.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { byCodePoints } from './by-code-points.ts';
import type { ClosePairs } from './close-pairs.ts';
import type { Unit } from './plan-input.ts';

/** A unit with its place among all units. */
type Removed = { of: Unit; at: number };

type Around = {
  bins: readonly IdealBin[];
  printed: readonly string[];
  /** The bins that each unit is close to, by its place. */
  pairs: ClosePairs;
  /** Pieces that the plan gives a bin. */
  have(bin: number): number;
  storeName(storeId: string): string;
};

/**
 * Units without a place, by store and by the bin that they are closest to, one of their own store before others (rule:
 * Plan answer); `units` in the order of names.
 */
export function removalsOf(units: readonly Removed[], around: Around): SuggestedRemoval[] {
  const { bins, printed, have, storeName } = around;
  const found = new Map<string, { storeId: string | null; bin: number | null; units: Unit[] }>();
  for (const { of: unit, at } of units) {
    const bin = closestBin(unit, at, around);
    const key = JSON.stringify([unit.storeId, bin]);
    const group = found.get(key) ?? { storeId: unit.storeId, bin, units: [] };
    found.set(key, group);
    group.units.push(unit);
  }
  const binName = (bin: number | null): string =>
    bin === null ? '' : `${printed[bin]!} ${bins[bin]!.storeId}`;
  return [...found.values()]
    .toSorted(
      (a, b) =>
        byCodePoints(a.storeId ?? '', b.storeId ?? '') || byCodePoints(binName(a.bin), binName(b.bin)),
    )
    .map(({ storeId, bin, units: some }) => ({
      storeId,
      storeName: storeId === null ? '' : storeName(storeId),
      binSpec: bin === null ? null : printed[bin]!,
      // Bins of several stores may read the same.
      ...(bin !== null && bins[bin]!.storeId !== storeId && { binStoreName: storeName(bins[bin]!.storeId) }),
      quantity: some.length,
      names: some.map(({ customerStoneId }) => customerStoneId),
      reason: bin === null ? 'no bin is close' : `max ${bins[bin]!.maxQty}, have ${have(bin)}`,
      parcelNames: some.flatMap(({ heldParcel, isRequested, isOnItsWayBack }) =>
        heldParcel === null || isRequested || isOnItsWayBack ? [] : [heldParcel],
      ),
    }));
}

function closestBin({ storeId }: Unit, at: number, { bins, printed, pairs }: Around): number | null {
  const { starts, bin, score } = pairs;
  const close = Array.from({ length: starts[at + 1]! - starts[at]! }, (_, index) => {
    const pair = starts[at]! + index;
    const near = bin[pair]!;
    return { near, score: score[pair]!, isAway: bins[near]!.storeId === storeId ? 0 : 1 };
  });
  const [closest] = close.toSorted(
    (a, b) =>
      a.isAway - b.isAway ||
      a.score - b.score ||
      byCodePoints(bins[a.near]!.storeId, bins[b.near]!.storeId) ||
      byCodePoints(printed[a.near]!, printed[b.near]!),
  );
  return closest?.near ?? null;
}
