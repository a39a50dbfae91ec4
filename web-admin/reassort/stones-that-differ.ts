import type { PlanDifference } from '#contracts/api/reassortment-plans.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';

/** What each of two plans does with a stone, in words. */
export type DifferingStone = { name: string; first: string; second: string };

/** The stones with which two plans do something else, by name: what is neither shipped nor removed is not moved. */
export function stonesThatDiffer(
  { shipments, additions, removals }: Pick<PlanDifference, 'shipments' | 'additions' | 'removals'>,
  storeName: (storeId: string) => string,
): DifferingStone[] {
  const found = new Map<string, { first: string[]; second: string[] }>();
  const note = <Item extends { name: string; pieces: number }>(
    { onlyFirst, onlySecond }: { onlyFirst: readonly Item[]; onlySecond: readonly Item[] },
    words: (item: Item) => string,
  ): void => {
    for (const [side, items] of [
      ['first', onlyFirst],
      ['second', onlySecond],
    ] as const)
      for (const item of items) {
        const both = found.get(item.name) ?? { first: [], second: [] };
        both[side].push(`${item.pieces > 1 ? `${item.pieces} × ` : ''}${words(item)}`);
        found.set(item.name, both);
      }
  };
  note(
    shipments,
    ({ fromStoreId, toStoreId, binSpec }) =>
      `${storeName(fromStoreId)} sends it to ${storeName(toStoreId)}, ${binSpec}`,
  );
  note(additions, ({ storeId, binSpec }) => `added to ${storeName(storeId)}, ${binSpec}`);
  note(removals, ({ storeId }) => `removed${storeId === null ? '' : ` from ${storeName(storeId)}`}`);
  const added = new Set([...additions.onlyFirst, ...additions.onlySecond].map(({ name }) => name));
  return [...found]
    .toSorted(([a], [b]) => compareNames(a, b))
    .map(([name, { first, second }]) => {
      const left = added.has(name) ? 'not added' : 'not moved';
      return { name, first: first.join('; ') || left, second: second.join('; ') || left };
    });
}
