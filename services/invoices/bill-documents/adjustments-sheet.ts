import type { Workbook } from 'exceljs';
import type { LineOf } from '#contracts/billing/index.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { concernsCustomer, type BillDocument } from './bill-document.ts';
import { addSheet, day, FORMATS, formula, headings, number, text } from './sheet-kit.ts';
import { KIND_WORDS, monthWords, writtenDay } from './words.ts';
import type { ComputedCells } from './workings-sheet.ts';

const NAME = 'Adjustments';

/**
 * Closed months that were touched since they were billed: what was billed, what it is now, and the events that made the
 * difference, each with who and why (rules, section 6: Closing and adjusting).
 */
export function addAdjustmentsSheet(workbook: Workbook, { bill }: BillDocument, cells: ComputedCells): void {
  const sheet = addSheet(workbook, NAME, {
    widths: [30, 16, 16, 22, 14, 14, 14, 44, 14, 16, 30],
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
  for (const column of [5, 6, 7])
    sheet.getCell(1, column).alignment = { horizontal: 'right', wrapText: true };
  const lines = bill.lines.filter(
    (line): line is LineOf<'ADJUSTMENT'> => line.kind === 'ADJUSTMENT' && concernsCustomer(line),
  );
  let row = 2;
  for (const line of lines) {
    const { month, kind, billedCents, nowCents, causes } = line.working;
    text(sheet.getCell(row, 1), line.key);
    text(sheet.getCell(row, 2), monthWords(month));
    text(sheet.getCell(row, 3), line.parcelName ?? '');
    text(sheet.getCell(row, 4), KIND_WORDS[kind]);
    number(sheet.getCell(row, 5), dollars(billedCents), FORMATS.money);
    number(sheet.getCell(row, 6), dollars(nowCents), FORMATS.money);
    // Dollars and cents are no binary fractions: the difference is made whole cents again.
    const difference = formula(
      sheet.getCell(row, 7),
      `ROUND(F${row}-E${row},2)`,
      dollars(line.computedCents),
      FORMATS.money,
    );
    difference.font = { bold: true };
    cells.set(line.key, `${NAME}!$G$${row}`);
    row += 1;
    for (const cause of causes) {
      number(sheet.getCell(row, 7), dollars(cause.deltaCents), FORMATS.money);
      text(sheet.getCell(row, 8), cause.what).alignment = { wrapText: true, vertical: 'top' };
      day(sheet.getCell(row, 9), writtenDay(cause.recordedAt));
      text(sheet.getCell(row, 10), cause.actor);
      text(sheet.getCell(row, 11), cause.reason ?? '').alignment = { wrapText: true, vertical: 'top' };
      sheet.getRow(row).font = { color: { argb: 'FF667085' } };
      row += 1;
    }
  }
  if (lines.length === 0) text(sheet.getCell(2, 1), 'No earlier month has changed since it was billed.');
}
