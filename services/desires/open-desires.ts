import type { OpenDesireResource } from '#contracts/api/desires.ts';
import type { RestList } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

const SORTED_BY = ['requestedAt', 'customerName', 'customerId', 'id'] as const;

/**
 * The open desires that a back-office list asks for: by `customerId`, by `id`, or by the text `q` in a customer's name
 * or the remarks; longest open first unless sorted otherwise. Pure. Throws Refusal 400 for a field it does not know.
 */
export function chosenDesires(
  rows: readonly OpenDesireResource[],
  { sort, filter }: Pick<RestList, 'sort' | 'filter'>,
): OpenDesireResource[] {
  const { customerId, id, q, ...unknown } = filter;
  const [field] = Object.keys(unknown);
  if (field !== undefined)
    throw new Refusal(400, `Desires cannot be filtered by ${field}: customerId, id and q can.`, {
      field: `filter.${field}`,
    });
  const text = typeof q === 'string' ? q.trim().toLowerCase() : '';
  const ids = id === undefined ? null : [id].flat();
  const found = rows.filter(
    (row) =>
      (customerId === undefined || row.customerId === customerId) &&
      (ids === null || ids.includes(row.id)) &&
      `${row.customerName}\n${row.remarks ?? ''}`.toLowerCase().includes(text),
  );
  if (!sort) return found;
  const by = SORTED_BY.find((known) => known === sort.field);
  if (!by)
    throw new Refusal(400, `sort: ${sort.field} is none of ${SORTED_BY.join(', ')}.`, { field: 'sort' });
  const compare = (a: OpenDesireResource, b: OpenDesireResource): number =>
    typeof a[by] === 'number' && typeof b[by] === 'number'
      ? a[by] - b[by]
      : String(a[by]).localeCompare(String(b[by]), 'en', { sensitivity: 'base' });
  return found.toSorted((a, b) => compare(a, b) * (sort.descending ? -1 : 1));
}
