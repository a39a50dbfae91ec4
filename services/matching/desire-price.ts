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

/**
 * What a desire asks for: a list without values asks for any, also for a stone without a grade (product:
 * Desire).
 */
export function searchFor(spec: DesireSpec): DesireSearch {
  // One bit for each wanted place: most of a stock of tens of thousands is tested for one question.
  const wanted = GRADED.map((name, index) =>
    spec[name].reduce((bits, value) => bits | (1 << placeOf(index, value)), 0),
  );
  return {
    shapes: spec.shape.length === 0 ? null : spec.shape,
    lightest: spec.weight.minimum ?? 1,
    heaviest: spec.weight.maximum ?? OPEN_END,
    matches({ grades }) {
      for (let index = 0; index < wanted.length; index++) {
        const bits = wanted[index]!;
        if (bits !== 0 && (bits & (1 << placeIn(grades, index))) === 0) return false;
      }
      return true;
    },
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
