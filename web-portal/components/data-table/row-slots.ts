/** Which element stands for which row of a page. */
export type RowSlots = {
  keys: readonly string[];
  slotOf: ReadonlyMap<string, number>;
  /** The next slot that was never used. */
  next: number;
};

export const NO_SLOTS: RowSlots = { keys: [], slotOf: new Map(), next: 0 };

/**
 * The slots of these rows after those before. No element changes its place among the others, as to move one costs as much
 * as to make it: they are filled with the new rows in order. Where most rows stay in their order, as when one is taken
 * out, each keeps its own. The row that was visited last, and may have the focus, keeps its own in any case, and when it
 * goes none gets it: the focus would be on another row unseen.
 */
export function slotsFor(keys: readonly string[], visited: string | null, before: RowSlots): RowSlots {
  if (sameKeys(keys, before.keys)) return before;
  const placeOf = new Map(before.keys.map((key, place) => [key, place]));
  const stays = keys.filter((key) => placeOf.has(key));
  const mostStay = stays.length * 2 > keys.length && isAscending(stays.map((key) => placeOf.get(key)!));
  const keepsItsOwn = new Set(mostStay ? stays : stays.filter((key) => key === visited));
  const gone = visited === null || keys.includes(visited) ? undefined : placeOf.get(visited);
  let { next } = before;
  let place = 0;
  const slotOf = new Map<string, number>();
  for (const key of keys) {
    if (keepsItsOwn.has(key)) place = placeOf.get(key)!;
    else if (place === gone) place++;
    const holder = before.keys[place];
    const isFree = holder !== undefined && (holder === key || !keepsItsOwn.has(holder));
    slotOf.set(key, isFree ? before.slotOf.get(holder)! : next++);
    if (isFree) place++;
  }
  return { keys, slotOf, next };
}

const sameKeys = (keys: readonly string[], before: readonly string[]): boolean =>
  keys.length === before.length && keys.every((key, place) => key === before[place]);

const isAscending = (places: readonly number[]): boolean =>
  places.every((place, index) => index === 0 || place > places[index - 1]!);
