/** Pseudo-random numbers, the same for the same seed (mulberry32), with the draws that made-up data needs. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A whole number from `from` to `to`, both inclusive. */
  int(from: number, to: number): number;
  /** From `from` to `to`, rounded to a multiple of `step`. */
  between(from: number, to: number, step: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** An item by its weight. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  /** A separate sequence of numbers: drawing from it does not advance this one. */
  fork(label: string): Random;
};

/** Pseudo-random numbers from a seed. The items of a draw must not be empty. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    between: (from, to, step) => Number((Math.round((from + next() * (to - from)) / step) * step).toFixed(6)),
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return items.at(-1)![0];
    },
    fork(label) {
      let hash = seed ^ 0x811c9dc5;
      for (const sign of label) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
      return random(hash);
    },
  };
}
