import type { Stone } from '#contracts/api/stones.ts';

/** The order of the confirm dialog: by virtual status, then weight, then total (specification, section 9). */
export function inRequestOrder(stones: readonly Stone[]): Stone[] {
  return stones.toSorted(
    (a, b) => Number(a.virtual) - Number(b.virtual) || a.weight - b.weight || (a.total ?? 0) - (b.total ?? 0),
  );
}
