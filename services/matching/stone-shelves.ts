import type { AvailableStone } from './comparable-stone.ts';

/** Available stones, by shape and weight: what a search looks through is a stretch of one shelf. */
export type StoneShelves = {
  /** Takes a stone's place, or puts it in. */
  put(stone: AvailableStone): void;
  remove(parcelName: string): void;
  clear(): void;
  readonly size: number;
  /** The stones of a shape within two weights, both included; lightest first. */
  within(shapeCode: string, lightest: number, heaviest: number): AvailableStone[];
  /** Every shape there is. */
  shapes(): string[];
};

type Shelf = { stones: AvailableStone[]; sorted: boolean };

/** Empty shelves. Sorting waits for the next search: a feed of thousands of stones sorts each shelf once. */
export function createStoneShelves(): StoneShelves {
  const known = new Map<string, AvailableStone>();
  const shelves = new Map<string, Shelf>();

  const takeOff = (stone: AvailableStone): void => {
    const shelf = shelves.get(stone.shapeCode);
    if (!shelf) throw new Error(`${stone.parcelName} is on no shelf`);
    // Sorted, the stone is found by its weight; otherwise by looking through.
    const from = shelf.sorted ? firstFrom(shelf.stones, stone.weight) : 0;
    shelf.stones.splice(shelf.stones.indexOf(stone, from), 1);
    if (shelf.stones.length === 0) shelves.delete(stone.shapeCode);
  };

  const remove = (parcelName: string): void => {
    const stone = known.get(parcelName);
    if (!stone) return;
    known.delete(parcelName);
    takeOff(stone);
  };

  return {
    put(stone) {
      remove(stone.parcelName);
      known.set(stone.parcelName, stone);
      const shelf = shelves.get(stone.shapeCode);
      if (!shelf) shelves.set(stone.shapeCode, { stones: [stone], sorted: true });
      else {
        shelf.sorted &&= shelf.stones.at(-1)!.weight <= stone.weight;
        shelf.stones.push(stone);
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
        shelf.stones.sort((a, b) => a.weight - b.weight);
        shelf.sorted = true;
      }
      return shelf.stones.slice(firstFrom(shelf.stones, lightest), firstFrom(shelf.stones, heaviest + 1));
    },
    shapes: () => [...shelves.keys()],
  };
}

/** The place of the first stone that weighs as much or more. */
function firstFrom(stones: readonly AvailableStone[], weight: number): number {
  let [from, to] = [0, stones.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (stones[middle]!.weight < weight) from = middle + 1;
    else to = middle;
  }
  return from;
}
