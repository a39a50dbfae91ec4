import type ExcelJS from 'exceljs';
import { unzipSync, zipSync } from 'fflate';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { withoutUnwritable } from '#contracts/vocabulary/workbook-text.ts';
import { writeText } from './safe-text.ts';

/** Number formats. The value of a rate is a fraction, as in spreadsheets. */
export const FORMATS = {
  money: '#,##0.00;[Red]-#,##0.00',
  exactMoney: '#,##0.000000;[Red]-#,##0.000000',
  rate: '0.00##%',
  share: '0.000000%',
  carats: '0.00',
  day: 'yyyy-mm-dd',
} as const;

export const INK = 'FF1B2536';
export const ACCENT = 'FF9A7B4F';
const SHADE = 'FFF4EFE6';
const LETTER = 1;

/** Letter paper, one page wide. */
const PAGE: Partial<ExcelJS.PageSetup> = {
  paperSize: LETTER as unknown as ExcelJS.PaperSize,
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  margins: { left: 0.5, right: 0.5, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
};

/** An empty workbook to be written as a whole, as `described`. */
export async function newWorkbook(title: string, issuedAt: string): Promise<ExcelJS.Workbook> {
  // Loaded with the first workbook, so that a start does not wait for it.
  const { Workbook } = (await import('exceljs')).default;
  return described(new Workbook(), title, new Date(issuedAt));
}

/** The same content gives the same bytes: all times are the document's own, never those of the writing. */
export const described = <Book extends ExcelJS.Workbook>(workbook: Book, title: string, at: Date): Book =>
  Object.assign(workbook, {
    creator: PRODUCT_NAME,
    lastModifiedBy: PRODUCT_NAME,
    title: withoutUnwritable(title),
    created: at,
    modified: at,
  });

/** A sheet for letter paper, one page wide, with page numbers; rows down to `frozen`, the row of headings, stay in sight. */
export function addSheet(
  workbook: ExcelJS.Workbook,
  name: string,
  {
    widths,
    frozen,
    frozenColumns = 0,
    landscape = false,
  }: { widths: readonly number[]; frozen: number; frozenColumns?: number; landscape?: boolean },
): ExcelJS.Worksheet {
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', xSplit: frozenColumns, ySplit: frozen, showGridLines: false }],
    pageSetup: {
      ...PAGE,
      orientation: landscape ? 'landscape' : 'portrait',
      printTitlesRow: `${frozen}:${frozen}`,
    },
    headerFooter: { oddFooter: `&L${PRODUCT_NAME}&C&A&RPage &P of &N` },
  });
  sheet.columns = widths.map((width) => ({ width }));
  return sheet;
}

/** The workbook's file. The archive is repacked, because the writer puts the current time into it. */
export async function workbookBytes(workbook: ExcelJS.Workbook): Promise<Buffer> {
  const written = new Uint8Array(await workbook.xlsx.writeBuffer({ zip: { compression: 'STORE' } }));
  const parts = Object.entries(unzipSync(written)).filter(([name]) => !name.endsWith('/'));
  // Archives store local time, from 1980 on.
  return Buffer.from(zipSync(Object.fromEntries(parts), { mtime: '1980-01-01T00:00:00', level: 6 }));
}

export type Cell = ExcelJS.Cell;
export type Sheet = ExcelJS.Worksheet;

/** A font with its name: without one, programs choose their own. */
export const font = (look: Partial<ExcelJS.Font>): Partial<ExcelJS.Font> => ({
  name: 'Calibri',
  family: 2,
  size: 11,
  ...look,
});

/** Text, never a formula (rule: No formulas from text). */
export function text(cell: Cell, words: string): Cell {
  if (words !== '') writeText(cell, words);
  return cell;
}

export function number(cell: Cell, value: number, format: string): Cell {
  cell.value = value;
  cell.numFmt = format;
  return cell;
}

/** A house day as a date of the sheet. */
export function day(cell: Cell, value: HouseDay): Cell {
  cell.value = new Date(`${value}T00:00:00Z`);
  cell.numFmt = FORMATS.day;
  cell.alignment = { horizontal: 'left' };
  return cell;
}

/** A formula with its value, which must equal what a spreadsheet program computes. */
export function formula(cell: Cell, expression: string, result: number, format: string): Cell {
  cell.value = { formula: expression, result };
  cell.numFmt = format;
  return cell;
}

/** A row of headings; from the column `rightFrom` on they are above numbers. */
export function headings(
  sheet: Sheet,
  row: number,
  names: readonly string[],
  rightFrom = names.length,
): void {
  names.forEach((name, index) => {
    const cell = sheet.getCell(row, index + 1);
    cell.value = name;
    styleHeading(cell, index >= rightFrom);
  });
  fitRow(sheet, row, names);
}

/** The look of a column's heading; at the right above numbers. */
export function styleHeading(cell: Cell, isRight: boolean): void {
  cell.font = font({ bold: true, color: { argb: INK } });
  cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: SHADE } };
  cell.border = { bottom: { style: 'thin', color: { argb: ACCENT } } };
  cell.alignment = { horizontal: isRight ? 'right' : 'left', vertical: 'middle', wrapText: true };
}

/** In points; no spreadsheet program knows a higher row than the second. */
const LINE_HEIGHT = 15;
const MOST_HEIGHT = 409;

/** Makes a row as high as its wrapped texts need, because programs fit a row only when somebody edits it. */
export function fitRow(sheet: Sheet, row: number, texts: readonly string[]): void {
  const lines = texts.map((words, index) =>
    Math.ceil(words.length / ((sheet.getColumn(index + 1).width ?? 10) * 1.1)),
  );
  sheet.getRow(row).height = Math.min(MOST_HEIGHT, LINE_HEIGHT * Math.max(1, ...lines));
}

/** A title over a part of a sheet. */
export function title(sheet: Sheet, row: number, words: string): void {
  const cell = sheet.getCell(row, 1);
  text(cell, words).font = font({ bold: true, size: 12, color: { argb: ACCENT } });
}

/** A sum under a line. */
export function underlined(cell: Cell): Cell {
  cell.font = font({ bold: true, color: { argb: INK } });
  cell.border = { top: { style: 'thin', color: { argb: ACCENT } } };
  return cell;
}

const LABEL = 'FF667085';

/**
 * The head of a document: the product, the subject, further lines below in column A, and facts at the right, in the
 * sheet's last two columns.
 */
export function writeLetterhead(
  sheet: Sheet,
  party: { name: string; size: number; height: number },
  { legal, heading, lines }: { legal: string; heading: string; lines: readonly string[] },
  facts: readonly (readonly [name: string, value: string])[],
): void {
  text(sheet.getCell('A1'), PRODUCT_NAME).font = font({ color: { argb: ACCENT }, bold: true });
  text(sheet.getCell('A2'), party.name).font = font({ size: party.size, bold: true, color: { argb: INK } });
  sheet.getRow(2).height = party.height;
  text(sheet.getCell('A3'), legal);
  text(sheet.getCell('A4'), heading).font = font({ size: 13, bold: true });
  lines.forEach((words, index) => void text(sheet.getCell(5 + index, 1), words));
  const last = sheet.columns.length;
  facts.forEach(([name, value], index) => {
    const label = text(sheet.getCell(index + 2, last - 1), name);
    label.font = font({ color: { argb: LABEL } });
    label.alignment = { horizontal: 'right' };
    text(sheet.getCell(index + 2, last), value).alignment = { horizontal: 'right' };
  });
}

type Section<Row> = { title: string; rows: readonly Row[]; totalCents: number };

/**
 * Sections from a row on, each with its subtotal, and the total below: formulas over the amounts' column, with our
 * results in dollars (rule: Invoice versions). Amounts are in the column after the labels; `totalCents` is the
 * document's own total.
 */
export function writeSections<Row>(
  sheet: Sheet,
  firstRow: number,
  labelColumn: number,
  { sections, totalCents }: { sections: readonly Section<Row>[]; totalCents: number },
  writeRow: (row: number, content: Row) => void,
): void {
  const amountColumn = labelColumn + 1;
  const letter = sheet.getColumn(amountColumn).letter;
  const totals: string[] = [];
  let row = firstRow;
  for (const section of sections) {
    title(sheet, row, section.title);
    const first = row + 1;
    row = first;
    for (const content of section.rows) writeRow(row++, content);
    text(sheet.getCell(row, labelColumn), 'Subtotal').alignment = { horizontal: 'right' };
    const subtotal = sheet.getCell(row, amountColumn);
    const sum = `SUM(${letter}${first}:${letter}${row - 1})`;
    underlined(formula(subtotal, sum, dollars(section.totalCents), FORMATS.money));
    totals.push(`${letter}${row}`);
    row += 2;
  }
  text(sheet.getCell(row, labelColumn), 'Total').font = font({ bold: true, size: 13 });
  const total = sheet.getCell(row, amountColumn);
  if (totals.length === 0) number(total, dollars(totalCents), FORMATS.money);
  else formula(total, `ROUND(${totals.join('+')},2)`, dollars(totalCents), FORMATS.money);
  underlined(total).font = font({ bold: true, size: 13 });
}
