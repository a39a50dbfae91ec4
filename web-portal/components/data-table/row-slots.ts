/** Which element stands for which row of a page. */
export type RowSlots = {
  keys: readonly string[];
  /** The row that has the focus, or would take it. */
  activeKey: string | null;
  slotOf: ReadonlyMap<string, number>;
  /** The next slot that was never used. */
  next: number;
};

export const NO_SLOTS: RowSlots = { keys: [], activeKey: null, slotOf: new Map(), next: 0 };

/**
 * The slots of these rows after those before: a row that stays keeps its own, so that the focus stays on it, and one that
 * comes takes one that became free. Never that of the row with the focus: the focus would be on another row unseen.
 */
export function slotsFor(keys: readonly string[], activeKey: string | null, before: RowSlots): RowSlots {
  if (before.activeKey === activeKey && sameKeys(keys, before.keys)) return before;
  const stays = new Set(keys);
  const free = before.keys.flatMap((key) =>
    stays.has(key) || key === before.activeKey ? [] : (before.slotOf.get(key) ?? []),
  );
  let { next } = before;
  let taken = 0;
  const slotOf = new Map(keys.map((key) => [key, before.slotOf.get(key) ?? free[taken++] ?? next++]));
  return { keys, activeKey, slotOf, next };
}

const sameKeys = (keys: readonly string[], before: readonly string[]): boolean =>
  keys.length === before.length && keys.every((key, place) => key === before[place]);
