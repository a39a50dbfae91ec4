import type { ListRow } from '../list-row.ts';
import { totalOf } from '../stone-facts.ts';

/** In dollars; a limit of 0 or none is not set (rule: Maximum inventory). */
export type Limits = { minInventory?: number | undefined; maxInventory?: number | undefined };

/** What a request makes of the inventory, in dollars. */
export type Room = {
  /** Held, on its way back and requested before. */
  before: number;
  after: number;
  state: 'over' | 'under' | 'within';
  /** By how much it is over the maximum, or under the minimum. */
  by: number;
  /** What could be returned so that it fits; empty unless it is over. */
  returns: readonly ListRow[];
};

/** What the customer has, as the maximum counts it, and with the request (rule: Maximum inventory). `adding`: dollars. */
export function roomFor(current: readonly ListRow[], adding: number, limits: Limits): Room {
  const { minInventory = 0, maxInventory = 0 } = limits;
  const before = totalOf(current) ?? 0;
  const after = inCents(before + adding);
  const over = maxInventory > 0 ? inCents(after - maxInventory) : 0;
  if (over > 0) return { before, after, state: 'over', by: over, returns: returnsFor(current, over) };
  const under = inCents(minInventory - after);
  return { before, after, state: under > 0 ? 'under' : 'within', by: Math.max(0, under), returns: [] };
}

/**
 * The fewest stones on memo whose return makes so much room, and of those the least value: the smallest that is enough
 * by itself, else the largest until it is. Empty when all of them are not enough.
 */
function returnsFor(current: readonly ListRow[], dollars: number): ListRow[] {
  const held = current
    .filter(({ status, total }) => status === 'CUSTOMER' && total !== undefined)
    .toSorted((a, b) => b.total! - a.total!);
  const chosen: ListRow[] = [];
  let missing = dollars;
  while (missing > 0) {
    const rest = held.filter((row) => !chosen.includes(row));
    const next = rest.findLast(({ total }) => total! >= missing) ?? rest[0];
    if (!next) return [];
    chosen.push(next);
    missing = inCents(missing - next.total!);
  }
  return chosen;
}

const inCents = (dollars: number): number => Math.round(dollars * 100) / 100;
