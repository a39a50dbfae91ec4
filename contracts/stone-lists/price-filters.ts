import type { Filters, Sort } from './filters.ts';

/** What is asked of a list. */
export type Asked = { filters: Filters; sort: Sort | null };

const PRICED: readonly string[] = ['total', 'ppc', 'rapPercent'];
const isPriced = (column: unknown): boolean => PRICED.includes(String(column));

/** Whether a list is filtered by a price. Pure. */
export const filtersByPrice = (filters: Filters): boolean => Object.keys(filters).some(isPriced);

/**
 * What is asked, or was saved, of a list without filters and order by price: by other prices they would betray these, or
 * mean others (rule: Client view; rule: View as customer). Pure.
 */
export function withoutPrices<One extends Asked>(asked: One): One;
export function withoutPrices(saved: unknown): unknown;
export function withoutPrices(saved: unknown): unknown {
  if (typeof saved !== 'object' || saved === null) return saved;
  const { filters, sort, ...rest } = saved as { filters?: object | null; sort?: { column?: unknown } | null };
  const kept = Object.entries(filters ?? {}).filter(([column]) => !isPriced(column));
  return { ...rest, filters: Object.fromEntries(kept), sort: isPriced(sort?.column) ? null : sort };
}

/** The same as `asked`, with the filters and, where it has none, the order by price of `known`. Pure. */
export function withPricesOf<One extends Asked>(asked: One, known: Asked): One {
  const priced = Object.entries(known.filters).filter(([column]) => isPriced(column));
  const ordered = isPriced(known.sort?.column) ? known.sort : null;
  return {
    ...asked,
    filters: { ...asked.filters, ...Object.fromEntries(priced) },
    sort: asked.sort ?? ordered,
  };
}
