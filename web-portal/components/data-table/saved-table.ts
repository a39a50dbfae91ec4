import { z } from 'zod';
import { filtersSchema, sortSchema, type Filters, type Sort } from '#contracts/stone-lists/filters.ts';

/** Rows a page at first; more or fewer can be typed (product: Stone table). */
export const DEFAULT_PAGE_SIZE = 15;

/** What is saved of a table, by its tab's id (product: Filters and selection). */
export type SavedTable = {
  filters: Filters;
  sort: Sort | null;
  /** Rows a page; 'fit': as many as there is room for. */
  pageSize: number | 'fit';
  view: 'table' | 'gallery';
  /** Rows of full height, or as many as fit. */
  density: 'comfortable' | 'compact';
  hidden: readonly string[];
  /** Extra columns that were chosen. */
  added: readonly string[];
  selected: readonly string[];
};

const savedTableSchema = z.object({
  filters: filtersSchema.catch({}),
  sort: sortSchema.nullable().catch(null),
  pageSize: z.union([z.int().positive(), z.literal('fit')]).catch(DEFAULT_PAGE_SIZE),
  view: z.enum(['table', 'gallery']).catch('table'),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  hidden: z.array(z.string()).catch([]),
  added: z.array(z.string()).catch([]),
  selected: z.array(z.string()).catch([]),
});

/** What storage gave back; whatever in it cannot be read is as if it had not been saved. */
export function parseSavedTable(saved: unknown): SavedTable {
  return savedTableSchema.parse(saved ?? {});
}

/** Filters that came with a link; null when they cannot be read. */
export function parseFilters(text: string): Filters | null {
  try {
    const parsed = filtersSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // cut short on its way
  }
}
