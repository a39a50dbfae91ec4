import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { daysBetween } from '#contracts/vocabulary/house-time.ts';
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
import { customerColumn, parcelColumns, piecesColumn } from './columns.ts';

/** Stones of the Exceptional tier on memo, by the day on which they are due back. */
export function memosSheet({ held, ...gathered }: Gathered): TableSheet {
  const today = gathered.cut.day;
  const rows = held
    .flatMap((row) => (row.dueOn === null ? [] : [{ ...row, dueOn: row.dueOn }]))
    .sort(
      (one, other) => compareText(one.dueOn, other.dueOn) || compareText(one.parcelName, other.parcelName),
    );
  type Row = (typeof rows)[number];
  return tableSheet<Row>(
    'Memos due',
    [
      customerColumn({ ...gathered, held }),
      ...parcelColumns<Row>(),
      day('Memo', ({ since }) => since),
      day('Due', ({ dueOn }) => dueOn),
      days(
        'Days left',
        ({ dueOn }) => daysBetween(today, dueOn),
        (cell) => `${cell('Due')}-${DAY_CELL}`,
      ),
      words('Overdue', 11, ({ dueOn }) => (dueOn < today ? 'Overdue' : null)),
      piecesColumn(),
      money('Price', ({ priceCents }) => priceCents),
    ],
    rows,
    'Exceptional stones are due back 20 days after their memo.',
  );
}
