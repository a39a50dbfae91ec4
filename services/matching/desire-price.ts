import type { DesirePrice } from '#contracts/api/desires.ts';
import type { Wanted } from '#contracts/events/index.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import { GRADED, noGrade, placeIn, placeOf, type AvailableStone } from './comparable-stone.ts';

/** How a desire looks for stones: the stretch of the shelves, and the test of a stone within it. */
export type DesireSearch = {
  /** Null: any. */
  shapes: readonly string[] | null;
  lightest: number;
  heaviest: number;
  matches(stone: AvailableStone): boolean;
};

/** Heavier than any stone: an open end, and a weight that the database can compare with. */
const OPEN_END = 2_000_000_000;

/**
 * What a desire asks for: a list without values asks for any, also for a stone without a grade (product: Desire). A
 * blank grade passes where the stone's shape has none (rule: Desires).
 */
export function searchFor(wanted: Wanted): DesireSearch {
  // One bit for each wanted place: most of a stock of tens of thousands is tested for one question.
  const wantedBits = GRADED.map((name, index) =>
    wanted[name].length === 0
      ? 0
      : wanted[name].reduce((bits, value) => bits | bitOf(placeOf(index, value)), 1 << noGrade(name)),
  );
  return {
    shapes: wanted.shape.length === 0 ? null : wanted.shape,
    lightest: wanted.weight.minimum ?? 1,
    heaviest: wanted.weight.maximum ?? OPEN_END,
    matches({ grades }) {
      for (let index = 0; index < wantedBits.length; index++) {
        const bits = wantedBits[index]!;
        if (bits !== 0 && (bits & (1 << placeIn(grades, index))) === 0) return false;
      }
      return true;
    },
  };
}

/** None for a value that is not in the attribute's list: its place is that of stones without a grade. */
const bitOf = (place: number): number => (place === 0 ? 0 : 1 << place);

/** The lowest and highest price in dollars among matching stones; null when none of them has a price to the caller. */
export function priceSpan(
  stones: readonly AvailableStone[],
  matches: (stone: AvailableStone) => boolean,
  priceOf: (stone: AvailableStone) => Cents | null,
): DesirePrice | null {
  let [minimum, maximum] = [Infinity, -Infinity];
  for (const stone of stones) {
    if (!matches(stone)) continue;
    const price = priceOf(stone);
    if (price === null) continue;
    minimum = Math.min(minimum, price);
    maximum = Math.max(maximum, price);
  }
  return minimum === Infinity ? null : { minimum: dollars(minimum), maximum: dollars(maximum) };
}
