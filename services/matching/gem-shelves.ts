import type { AvailableGem } from './gem.ts';

/** Available gems, by shape and weight: what a search looks through is a stretch of one shelf. */
export type GemShelves = {
  /** Takes a gem's place, or puts it in. */
  put(gem: AvailableGem): void;
  remove(parcelName: string): void;
  clear(): void;
  readonly size: number;
  /** The gems of a shape within two weights, both included; lightest first. */
  within(shapeCode: string, lightest: number, heaviest: number): AvailableGem[];
  /** Every shape there is. */
  shapes(): string[];
};

type Shelf = { gems: AvailableGem[]; sorted: boolean };

/** Empty shelves. Sorting waits for the next search: a feed of thousands of stones sorts each shelf once. */
export function createGemShelves(): GemShelves {
  const known = new Map<string, AvailableGem>();
  const shelves = new Map<string, Shelf>();

  const takeOff = (gem: AvailableGem): void => {
    const shelf = shelves.get(gem.shapeCode);
    if (!shelf) throw new Error(`${gem.parcelName} is on no shelf`);
    // Sorted, the gem is found by its weight; otherwise by looking through.
    const from = shelf.sorted ? firstFrom(shelf.gems, gem.weight) : 0;
    shelf.gems.splice(shelf.gems.indexOf(gem, from), 1);
    if (shelf.gems.length === 0) shelves.delete(gem.shapeCode);
  };

  const remove = (parcelName: string): void => {
    const gem = known.get(parcelName);
    if (!gem) return;
    known.delete(parcelName);
    takeOff(gem);
  };

  return {
    put(gem) {
      remove(gem.parcelName);
      known.set(gem.parcelName, gem);
      const shelf = shelves.get(gem.shapeCode);
      if (!shelf) shelves.set(gem.shapeCode, { gems: [gem], sorted: true });
      else {
        shelf.sorted &&= shelf.gems.at(-1)!.weight <= gem.weight;
        shelf.gems.push(gem);
      }
    },
    remove,
    clear() {
      known.clear();
      shelves.clear();
    },
    get size() {
      return known.size;
    },
    within(shapeCode, lightest, heaviest) {
      const shelf = shelves.get(shapeCode);
      if (!shelf) return [];
      if (!shelf.sorted) {
        // Nearly sorted already: one pass, as the sort of the engine takes runs as they are.
        shelf.gems.sort((a, b) => a.weight - b.weight);
        shelf.sorted = true;
      }
      return shelf.gems.slice(firstFrom(shelf.gems, lightest), firstFrom(shelf.gems, heaviest + 1));
    },
    shapes: () => [...shelves.keys()],
  };
}

/** The place of the first gem that weighs as much or more. */
function firstFrom(gems: readonly AvailableGem[], weight: number): number {
  let [from, to] = [0, gems.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (gems[middle]!.weight < weight) from = middle + 1;
    else to = middle;
  }
  return from;
}
