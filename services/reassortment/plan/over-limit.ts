import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { byCodePoints } from './by-code-points.ts';
import type { Limit } from './plan-input.ts';

/** An addition in its bin. Score in millionths. */
export type PlacedAddition = { parcelName: string; bin: number; score: number; totalCents: number };

/** The additions of a bin, the closest first, then the nearest in price, then by name. */
export function inOrderOfWorth<Placed extends PlacedAddition>(
  additions: readonly Placed[],
  bins: readonly IdealBin[],
): Placed[] {
  return additions.toSorted(
    (a, b) =>
      a.score - b.score ||
      deviation(a, bins[a.bin]!) - deviation(b, bins[b.bin]!) ||
      byCodePoints(a.parcelName, b.parcelName),
  );
}

/**
 * The names of the additions that would bring the customer over its maximum (rule: Over the limit): those that fill a
 * minimum are walked before those that fill a target; the first that passes the maximum and all after it are over.
 * `ownIn` is how many of the customer's own stones the plan gives each bin.
 */
export function overLimit(
  additions: readonly PlacedAddition[],
  bins: readonly IdealBin[],
  ownIn: (bin: number) => number,
  { exposureCents, maximumCents }: Limit,
): Set<string> {
  if (maximumCents === 0) return new Set();
  const filled = new Map<number, number>();
  const [forMinimum, forTarget]: [PlacedAddition[], PlacedAddition[]] = [[], []];
  for (const addition of inOrderOfWorth(additions, bins)) {
    const { bin } = addition;
    const before = filled.get(bin) ?? ownIn(bin);
    filled.set(bin, before + 1);
    (before < bins[bin]!.minQty ? forMinimum : forTarget).push(addition);
  }
  let exposure = exposureCents;
  return new Set(
    [...forMinimum, ...forTarget]
      .filter(({ totalCents }) => (exposure += totalCents) > maximumCents)
      .map(({ parcelName }) => parcelName),
  );
}

/** |price − targetValue ÷ targetQty| in cents. */
function deviation({ totalCents }: PlacedAddition, { targetQty, targetCents }: IdealBin): number {
  return !targetCents || targetQty === 0 ? 0 : Math.abs(totalCents * targetQty - targetCents) / targetQty;
}
