import type { Filter, Filters, Sort } from '#contracts/stone-lists/filters.ts';
import { isInCalendar } from '#contracts/vocabulary/house-time.ts';
import { isObject, isText, isTexts } from '../../lib/plain-values.ts';

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

/** A table's state from storage; parts that cannot be read are ignored. */
export function parseSavedTable(saved: unknown): SavedTable {
  const { filters, sort, pageSize, view, density, hidden, added, selected } = isObject(saved) ? saved : {};
  return {
    filters: filtersIn(filters) ?? {},
    sort: isSort(sort) ? sort : null,
    pageSize: isPageSize(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    view: view === 'gallery' ? view : 'table',
    density: density === 'compact' ? density : 'comfortable',
    hidden: isTexts(hidden) ? hidden : [],
    added: isTexts(added) ? added : [],
    selected: isTexts(selected) ? selected : [],
  };
}

/** Filters that came with a link; null when they cannot be read. */
export function parseFilters(text: string): Filters | null {
  try {
    return filtersIn(JSON.parse(text));
  } catch {
    return null; // cut short on its way
  }
}

/** The filters that the contract's schema takes; null for everything else. */
const filtersIn = (value: unknown): Filters | null =>
  isObject(value) && Object.values(value).every(isFilter) ? (value as Filters) : null;

function isFilter(value: unknown): value is Filter {
  if (!isObject(value)) return false;
  switch (value['kind']) {
    case 'text':
      return isText(value['text']);
    case 'range':
      return isBound(value['min']) && isBound(value['max']);
    case 'choice':
      return isTexts(value['values']);
    case 'days':
      return isDay(value['from']) && isDay(value['to']);
    default:
      return false;
  }
}

const isBound = (value: unknown): boolean => value === null || Number.isFinite(value);

const isDay = (value: unknown): boolean =>
  value === null || (isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value) && isInCalendar(value));

const isSort = (value: unknown): value is Sort =>
  isObject(value) && isText(value['column']) && typeof value['descending'] === 'boolean';

const isPageSize = (value: unknown): value is SavedTable['pageSize'] =>
  value === 'fit' || (Number.isSafeInteger(value) && Number(value) > 0);
