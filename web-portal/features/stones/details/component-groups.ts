import type { ComponentStone } from '#contracts/api/pieces.ts';

/** Stones that are alike in everything, once each, with how many there are, in the order they came. */
export function alike(stones: readonly ComponentStone[]): { stone: ComponentStone; count: number }[] {
  const groups = new Map<string, { stone: ComponentStone; count: number }>();
  for (const stone of stones) {
    const key = JSON.stringify(stone);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { stone, count: 1 });
  }
  return [...groups.values()];
}
