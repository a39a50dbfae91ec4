import { daysOut } from '#contracts/lifecycle/memo-clock.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { statusName, type Status } from '#contracts/vocabulary/statuses.ts';
import {
  day,
  DAY_CELL,
  days,
  money,
  tableSheet,
  words,
  type TableColumn,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import { costColumns, customerColumn, parcelColumns, piecesColumn, type Readers } from './columns.ts';

type Row = Gathered['held'][number];

const priceIn =
  (...statuses: readonly Status[]) =>
  ({ status, priceCents }: Row): number | null =>
    statuses.includes(status) ? priceCents : null;

/** What the customers' My lists show, with exposure, holding and fee base apart (rule: Inventory sheets). */
export function inventorySheet(gathered: Gathered, readers: Readers): TableSheet {
  const today = gathered.cut.day;
  const columns: TableColumn<Row>[] = [
    customerColumn(gathered),
    ...parcelColumns<Row>(),
    words('Status', 16, ({ status }) => statusName(status)),
    day('Since', ({ since }) => since),
    days(
      'Days out',
      ({ since }) => daysOut(since, today),
      (cell) => `MAX(0,${DAY_CELL}-${cell('Since')})`,
    ),
    day('Due', ({ dueOn }) => dueOn),
    piecesColumn(),
    money('Exposure', priceIn('REQUESTED', 'CUSTOMER', 'PENDING_RETURN')),
    money('Holding', priceIn('CUSTOMER', 'PENDING_RETURN')),
    money('Fee base', priceIn('CUSTOMER')),
    money('Fee so far', ({ feeCents }) => feeCents),
    ...costColumns<Row>(gathered, readers),
  ];
  const rows = gathered.held.toSorted(
    (one, other) => one.customerId - other.customerId || compareText(one.parcelName, other.parcelName),
  );
  return tableSheet('Inventory by customer', columns, rows, 'At the price frozen in each spell.');
}
