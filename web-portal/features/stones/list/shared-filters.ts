import type { DataTable } from '../../../components/data-table/use-data-table.ts';
import type { Filters } from '../../../components/data-table/filters.ts';
import { parseFilters } from '../../../components/data-table/saved-table.ts';
import { asClientSees } from '../../../lib/client-view.ts';
import { listNamed, type ListId } from '../../../lists/list-kinds.ts';

const FILTERS = 'filters';
/** The column's id, after a minus from the largest down. */
const SORT = 'sort';

/** The address of a list with its present filters and order (product: Shell links); while a client looks on, without those by price. */
export function linkTo<Row>(id: ListId, table: Pick<DataTable<Row>, 'filters' | 'sort'>): string {
  const { filters, sort } = asClientSees({ filters: table.filters, sort: table.sort });
  const query = new URLSearchParams({
    page: id,
    [FILTERS]: JSON.stringify(filters),
    ...(sort && { [SORT]: `${sort.descending ? '-' : ''}${sort.column}` }),
  });
  return `${window.location.origin}/?${query.toString()}`;
}

/** The filters of the link by which a list was opened; null when it has none. */
export function filtersLinked(id: ListId, query: URLSearchParams): Filters | null {
  const text = query.get(FILTERS);
  return text === null || listNamed(query.get('page') ?? '') !== id ? null : parseFilters(text);
}

/** What was saved for a list, with the filters and the order of the link by which it was opened, if it was, in place of the saved ones. */
export function withLinkedFilters(id: ListId, saved: unknown, search: string): unknown {
  const query = new URLSearchParams(search);
  const filters = filtersLinked(id, query);
  if (!filters) return saved;
  const sort = query.get(SORT);
  return asClientSees({
    ...(typeof saved === 'object' ? saved : {}),
    filters,
    ...(sort && { sort: { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } }),
  });
}
