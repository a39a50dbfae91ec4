/**
 * Parts a list into groups that have no key in common, so that they can be worked on side by side; within a group the
 * items keep their order.
 */
export function independentGroups<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Item[][] {
  type Group = { members: { item: Item; index: number }[]; keys: string[] };
  const groups = new Set<Group>();
  const byKey = new Map<string, Group>();
  items.forEach((item, index) => {
    const joined: Group = { members: [{ item, index }], keys: [...keysOf(item)] };
    for (const former of new Set(joined.keys.flatMap((key) => byKey.get(key) ?? []))) {
      joined.members.unshift(...former.members);
      joined.keys.push(...former.keys);
      groups.delete(former);
    }
    groups.add(joined);
    for (const key of joined.keys) byKey.set(key, joined);
  });
  return [...groups].map(({ members }) => members.sort((a, b) => a.index - b.index).map(({ item }) => item));
}
