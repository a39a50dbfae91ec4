import { isBeingRequested, openQuantity } from '#contracts/jewellery/model-orders.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { daysBetween, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import {
  count,
  day,
  DAY_CELL,
  days,
  tableSheet,
  words,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import { customerColumn } from './columns.ts';

/** What is still open of orders of jewellery models. */
export function backOrdersSheet(gathered: Gathered): TableSheet {
  const { cut, zone, records } = gathered;
  const rows = [...records.orders].flatMap(([customerId, state]) =>
    state.orders
      .filter((order) => openQuantity(order) > 0 && !isBeingRequested(state, order))
      .map((order) => ({
        customerId,
        orderId: order.orderId,
        model: order.model,
        placedOn: houseDayOf(order.placedAt, zone),
        ordered: order.quantity,
        filled: order.filled.length,
        open: openQuantity(order),
      })),
  );
  type Row = (typeof rows)[number];
  rows.sort(
    (one, other) => compareText(one.placedOn, other.placedOn) || compareText(one.orderId, other.orderId),
  );
  return tableSheet<Row>(
    'Back orders',
    [
      customerColumn(gathered),
      words('Model', 30, ({ model }) => model),
      day('Ordered', ({ placedOn }) => placedOn),
      days(
        'Days',
        ({ placedOn }) => daysBetween(placedOn, cut.day),
        (cell) => `${DAY_CELL}-${cell('Ordered')}`,
      ),
      { ...count('Pieces', ({ ordered }) => ordered), total: true },
      { ...count('Filled', ({ filled }) => filled), total: true },
      { ...count('Open', ({ open }) => open), total: true },
    ],
    rows,
    'Models that customers ordered and that have not arrived yet.',
  );
}
