import type { DesirePrice } from '#contracts/api/desires.ts';
import type { DesireSpec } from '#contracts/events/index.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import { GRADED, placeIn, placeOf, type AvailableGem } from './gem.ts';

/** How a desire looks for stones: the stretch of the shelves, and the test of a gem that lies in it. */
export type DesireSearch = {
  /** Null: any. */
  shapes: readonly string[] | null;
  lightest: number;
  heaviest: number;
  matches(gem: AvailableGem): boolean;
};

/** Heavier than any stone: an open end, and a weight that the database can compare with. */
const OPEN_END = 2_000_000_000;

/** What a desire asks for: a list without values asks for any, also for a stone without a grade (specification, section 3). */
export function searchFor(spec: DesireSpec): DesireSearch {
  const wanted = GRADED.map((name, index) => new Set(spec[name].map((value) => placeOf(index, value))));
  return {
    shapes: spec.shape.length === 0 ? null : spec.shape,
    lightest: spec.weight.minimum ?? 1,
    heaviest: spec.weight.maximum ?? OPEN_END,
    matches: ({ grades }) => wanted.every((set, index) => set.size === 0 || set.has(placeIn(grades, index))),
  };
}

/** The lowest and highest price in dollars among matching gems; null when none of them has a price to the caller. */
export function priceSpan(
  gems: readonly AvailableGem[],
  matches: (gem: AvailableGem) => boolean,
  priceOf: (gem: AvailableGem) => Cents | null,
): DesirePrice | null {
  let [minimum, maximum] = [Infinity, -Infinity];
  for (const gem of gems) {
    if (!matches(gem)) continue;
    const price = priceOf(gem);
    if (price === null) continue;
    minimum = Math.min(minimum, price);
    maximum = Math.max(maximum, price);
  }
  return minimum === Infinity ? null : { minimum: dollars(minimum), maximum: dollars(maximum) };
}
