import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { MOVEMENT_NAMES } from '#contracts/vocabulary/statuses.ts';
import { day, money, tableSheet, words, type TableSheet } from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import type { MovementRow } from '../parcel-rows.ts';
import { customerColumn, parcelColumns, piecesColumn } from './columns.ts';

/** What happened in the period (rule: Movements and key figures). */
export function movementsSheet(gathered: Gathered): TableSheet {
  const rows = gathered.movements.toSorted(
    (one, other) =>
      compareText(one.day, other.day) ||
      compareText(one.parcelName, other.parcelName) ||
      compareText(one.type, other.type),
  );
  return tableSheet<MovementRow>(
    'Movements',
    [
      day('Day', (row) => row.day),
      words('What', 16, ({ type }) => MOVEMENT_NAMES[type]),
      customerColumn(gathered),
      ...parcelColumns<MovementRow>(),
      piecesColumn(),
      money('Price', ({ priceCents }) => priceCents),
      money('Invoiced or credited', ({ type, amountCents }) =>
        amountCents === null ? null : type === 'CREDIT' ? -amountCents : amountCents,
      ),
    ],
    rows,
    'Everything dated in the period.',
  );
}
