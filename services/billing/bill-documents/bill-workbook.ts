import { dollars } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { addAdjustmentsSheet } from './adjustments-sheet.ts';
import {
  billNumber,
  billParty,
  billSections,
  linesOf,
  senderLine,
  type BillDocument,
  type BillRow,
} from './bill-document.ts';
import {
  addSheet,
  fitRow,
  FORMATS,
  formula,
  headings,
  newWorkbook,
  number,
  text,
  workbookBytes,
  writeLetterhead,
  writeSections,
  type Sheet,
} from '#services/platform/workbooks/sheet-kit.ts';
import { addTermsSheet } from './terms-sheet.ts';
import { addWorkingsSheet, type ComputedCells } from './workings-sheet.ts';

/** The row of the headings, which stays in sight with everything above it. */
const HEADINGS_ROW = 8;
/** In characters: a longer name is printed smaller. */
const LONG_NAME = 45;
/** In characters. */
const WIDTHS = [20, 40, 58, 14, 14, 16] as const;

/**
 * A bill as a workbook: Bill, Workings, Adjustments, Terms. Every amount is a formula over its working, with our own
 * value next to it, so that finance can check it in a spreadsheet (rule: Invoice versions). The same bill gives the
 * same bytes; it contains no cost, vendor or other customer.
 */
export async function billWorkbook(document: BillDocument): Promise<Buffer> {
  const { bill } = document;
  const { large } = billParty(document.customer);
  const workbook = await newWorkbook(`${large}, ${monthName(bill.month)}`, bill.issuedAt);
  const sheet = addSheet(workbook, 'Bill', { widths: WIDTHS, frozen: HEADINGS_ROW, landscape: true });
  const cells = addWorkingsSheet(workbook, document);
  addAdjustmentsSheet(workbook, document, cells);
  addTermsSheet(workbook, document);
  writeHead(sheet, document);
  const content = { sections: billSections(document), totalCents: document.bill.totalCents };
  writeSections(sheet, HEADINGS_ROW + 1, 5, content, (row, line) => writeRow(sheet, row, line, cells));
  return workbookBytes(workbook);
}

function writeHead(sheet: Sheet, document: BillDocument): void {
  const { bill, customer, issuedOn, number, house, details } = document;
  const { large, legal } = billParty(customer);
  const bank = linesOf(bill.totalCents < 0 ? details.bankLines : house.bankLines);
  writeLetterhead(
    sheet,
    { name: large, size: large.length > LONG_NAME ? 14 : 24, height: 34 },
    {
      legal,
      heading: `Bill for ${monthName(bill.month)}`,
      lines: [senderLine(details), senderLine(house), bank.join(' · ')],
    },
    [
      ['Bill', billNumber(bill)],
      ['Customer', String(customer.customerId)],
      ['Issued', issuedOn],
      ['Due', bill.dueDate],
      [
        'Known up to',
        bill.cut.eventId === undefined ? `position ${bill.cut.position}` : `event ${bill.cut.eventId}`,
      ],
      ...(number === null ? [] : [['Number', number] as const]),
    ],
  );
  headings(
    sheet,
    HEADINGS_ROW,
    ['Item', 'Description', 'How it comes about', 'Computed', 'Override', 'Amount'],
    3,
  );
}

function writeRow(
  sheet: Sheet,
  row: number,
  { line, item, description, working }: BillRow,
  cells: ComputedCells,
): void {
  const wrapped = { wrapText: true, vertical: 'top' } as const;
  text(sheet.getCell(row, 1), item).alignment = wrapped;
  text(sheet.getCell(row, 2), description).alignment = wrapped;
  const why = line.override === null ? working : `${working}. Overridden: ${line.override.reason}`;
  text(sheet.getCell(row, 3), why).alignment = wrapped;
  const computed = sheet.getCell(row, 4);
  const source = cells.get(line.key);
  if (source === undefined) number(computed, dollars(line.computedCents), FORMATS.money);
  else formula(computed, source, dollars(line.computedCents), FORMATS.money);
  if (line.override !== null) number(sheet.getCell(row, 5), dollars(line.override.valueCents), FORMATS.money);
  formula(sheet.getCell(row, 6), `IF(E${row}="",D${row},E${row})`, dollars(line.amountCents), FORMATS.money);
  for (const column of [4, 5, 6]) sheet.getCell(row, column).alignment = { vertical: 'top' };
  fitRow(sheet, row, [item, description, why]);
}
