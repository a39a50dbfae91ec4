import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { daysBetween } from '#contracts/vocabulary/house-time.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import {
  day,
  DAY_CELL,
  days,
  money,
  tableSheet,
  type TableSheet,
} from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import type { AvailableRow } from '../parcel-rows.ts';
import { costColumns, parcelColumns, piecesColumn, tierWords, type Readers } from './columns.ts';

/** What can be requested, by line and tier, at the list price, with its age since it was listed. */
export function availableSheet(gathered: Gathered, readers: Readers): TableSheet {
  const today = gathered.cut.day;
  const rows = gathered.available.toSorted(
    (one, other) =>
      LINES.indexOf(one.line) - LINES.indexOf(other.line) ||
      compareText(tierWords(one), tierWords(other)) ||
      compareText(one.parcelName, other.parcelName),
  );
  return tableSheet<AvailableRow>(
    'Available',
    [
      ...parcelColumns<AvailableRow>(),
      day('Listed', ({ listedOn }) => listedOn),
      days(
        'Age in days',
        ({ listedOn }) => daysBetween(listedOn, today),
        (cell) => `${DAY_CELL}-${cell('Listed')}`,
      ),
      piecesColumn(),
      money('List price', ({ priceCents }) => priceCents),
      ...costColumns<AvailableRow>(gathered, readers),
    ],
    rows,
    'At list prices.',
  );
}
