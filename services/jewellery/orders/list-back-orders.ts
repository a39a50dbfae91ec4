import type { BackOrderResource, OwnBackOrder } from '#contracts/api/jewellery.ts';
import type { OrderRow } from '#projections/jewellery/index.ts';
import type { RestList } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** An open order as the customer sees it. */
export function ownBackOrderWire({ order, open }: OrderRow): OwnBackOrder {
  const { orderId, model, quantity, filled, cancelled, placedAt } = order;
  return { id: orderId, model, quantity, filled: filled.length, cancelled, open, placedAt };
}

/** An open order as staff see it. */
export function backOrderWire(
  row: OrderRow,
  customerName: string,
  availableQuantity: number,
): BackOrderResource {
  const { placedBy, remarks } = row.order;
  return {
    ...ownBackOrderWire(row),
    customerId: row.customerId,
    customerName,
    availableQuantity,
    placedBy: placedBy.username,
    ...(remarks === null ? {} : { remarks }),
  };
}

const SORTED_BY = [
  'customerId',
  'customerName',
  'model',
  'quantity',
  'open',
  'availableQuantity',
  'placedAt',
  'id',
] as const;

/**
 * The back orders that a list asks for: by `customerId`, `model` or the text `q`; the oldest first unless sorted
 * otherwise. Throws Refusal 400.
 */
export function chosenBackOrders(
  rows: readonly BackOrderResource[],
  { sort, filter }: RestList,
): BackOrderResource[] {
  const { customerId, model, q, ...unknown } = filter;
  const [field] = Object.keys(unknown);
  if (field !== undefined)
    throw new Refusal(400, `Back orders cannot be filtered by ${field}: customerId, model and q can.`, {
      field: `filter.${field}`,
    });
  const text = typeof q === 'string' ? q.trim().toLowerCase() : '';
  const found = rows.filter(
    (row) =>
      (customerId === undefined || row.customerId === customerId) &&
      (model === undefined || row.model === model) &&
      `${row.customerName} ${row.model} ${row.remarks ?? ''}`.toLowerCase().includes(text),
  );
  if (!sort) return found;
  const by = SORTED_BY.find((known) => known === sort.field);
  if (!by) throw new Refusal(400, `Back orders cannot be sorted by ${sort.field}.`, { field: 'sort' });
  const sign = sort.descending ? -1 : 1;
  return found.sort(
    (a, b) =>
      sign *
      (typeof a[by] === 'number'
        ? Number(a[by]) - Number(b[by])
        : String(a[by]).localeCompare(String(b[by]))),
  );
}
