import type { Workbook } from 'exceljs';
import type { LineOf } from '#contracts/billing/index.ts';
import { termsInWords } from '#contracts/api/terms.ts';
import { houseDayOf, withHouseTimes } from '#contracts/vocabulary/house-time.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { concernsCustomer, type BillDocument } from './bill-document.ts';
import {
  addSheet,
  day,
  fitRow,
  font,
  FORMATS,
  formula,
  headings,
  number,
  text,
} from '#services/platform/workbooks/sheet-kit.ts';
import { KIND_WORDS, shownCauses } from './words.ts';
import type { ComputedCells } from './workings-sheet.ts';

const NAME = 'Adjustments';
const wrapped = { wrapText: true, vertical: 'top' } as const;

/**
 * Closed months that changed after they were billed: what was billed, what it is now, and the events that made the
 * difference, each with actor and reason (rule: Closing and adjusting).
 */
export function addAdjustmentsSheet(
  workbook: Workbook,
  { bill, zone, others }: BillDocument,
  cells: ComputedCells,
): void {
  const sheet = addSheet(workbook, NAME, {
    widths: [30, 15, 14, 26, 13, 13, 13, 42, 13, 15, 28],
    frozen: 1,
    landscape: true,
  });
  headings(
    sheet,
    1,
    [
      'Line',
      'Month',
      'Parcel',
      'What',
      'Billed so far',
      'Is now',
      'Difference',
      'Because of',
      'Recorded',
      'By',
      'Reason',
    ],
    11,
  );
  sheet.getCell(1, 8).alignment = { ...wrapped, indent: 1 };
  for (const column of [5, 6, 7])
    sheet.getCell(1, column).alignment = { horizontal: 'right', wrapText: true };
  const lines = bill.lines.filter(
    (line): line is LineOf<'ADJUSTMENT'> => line.kind === 'ADJUSTMENT' && concernsCustomer(line),
  );
  let row = 2;
  for (const line of lines) {
    const { month, kind, billedCents, nowCents } = line.working;
    text(sheet.getCell(row, 1), line.key).alignment = { shrinkToFit: true };
    text(sheet.getCell(row, 2), monthName(month));
    text(sheet.getCell(row, 3), line.parcelName ?? '');
    text(sheet.getCell(row, 4), KIND_WORDS[kind]);
    number(sheet.getCell(row, 5), dollars(billedCents), FORMATS.money);
    number(sheet.getCell(row, 6), dollars(nowCents), FORMATS.money);
    // Dollars and cents are no binary fractions: the difference is rounded to whole cents again.
    const difference = formula(
      sheet.getCell(row, 7),
      `ROUND(F${row}-E${row},2)`,
      dollars(line.computedCents),
      FORMATS.money,
    );
    difference.font = font({ bold: true });
    cells.set(line.key, `${NAME}!$G$${row}`);
    row += 1;
    for (const cause of shownCauses(line, others)) {
      const what = termsInWords(withHouseTimes(cause.what, zone));
      number(sheet.getCell(row, 7), dollars(cause.deltaCents), FORMATS.money);
      text(sheet.getCell(row, 8), what).alignment = { ...wrapped, indent: 1 };
      day(sheet.getCell(row, 9), houseDayOf(cause.recordedAt, zone));
      text(sheet.getCell(row, 10), cause.actor);
      text(sheet.getCell(row, 11), cause.reason ?? '').alignment = wrapped;
      sheet.getRow(row).font = font({ color: { argb: 'FF667085' } });
      fitRow(sheet, row, [...Array<string>(7).fill(''), what, '', cause.actor, cause.reason ?? '']);
      row += 1;
    }
  }
  if (lines.length === 0) text(sheet.getCell(2, 1), 'No earlier month has changed since it was billed.');
}
