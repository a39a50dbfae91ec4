import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { daysBetween } from '#contracts/vocabulary/house-time.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import {
  day,
  DAY_CELL,
  days,
  money,
  tableSheet,
  words,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import type { WaitingRow } from '../parcel-rows.ts';
import { customerColumn, parcelColumns, piecesColumn } from './columns.ts';

const FOR: Readonly<Partial<Record<Status, string>>> = {
  REQUESTED: 'Memo',
  PENDING_RETURN: 'Return memo',
  SOLD: 'Invoice',
};

/** What customers asked for and the trading system has not documented; SOLD without INVOICE among it. */
export function waitingSheet(gathered: Gathered): TableSheet {
  const today = gathered.cut.day;
  const rows = gathered.waiting.toSorted(
    (one, other) => compareText(one.since, other.since) || compareText(one.parcelName, other.parcelName),
  );
  return tableSheet<WaitingRow>(
    'Waiting',
    [
      customerColumn(gathered),
      ...parcelColumns<WaitingRow>(),
      words('Waits for', 14, ({ status }) => FOR[status] ?? null),
      day('Since', ({ since }) => since),
      days(
        'Days',
        ({ since }) => daysBetween(since, today),
        (cell) => `${DAY_CELL}-${cell('Since')}`,
      ),
      piecesColumn(),
      money('Price', ({ priceCents }) => priceCents),
    ],
    rows,
    'Requests, returns and sales that wait for a document of the trading system.',
  );
}
