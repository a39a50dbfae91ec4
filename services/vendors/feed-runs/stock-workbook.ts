import { PassThrough, type Readable } from 'node:stream';
import { asError } from '#services/platform/message-of.ts';
import type { CellValue } from '#services/platform/workbooks/index.ts';
import { writeText } from '#services/platform/workbooks/index.ts';
import { number } from '#services/platform/workbooks/sheet-kit.ts';
import type { StockJudgement } from '#contracts/vendor/stock-judgements.ts';

/**
 * The five headings of the accept/reject sheet, by which its rows can be uploaded again (product: Vendor accept/reject
 * row).
 */
const SHEET_HEADINGS = ['Vendor', 'Parcel Name', 'New Status', 'Comments', 'Override Tier'];
const WIDTHS: Readonly<Record<string, number>> = { Stone: 28, Changes: 50, Problems: 60, Comments: 24 };

/** One of the further columns; `format` is how its figures are shown. */
export type StockSheetColumn = { name: string; format?: string };

/** A stone of the sheet; `cells` are those of the further columns. */
export type StockSheetRow = {
  vendor: string;
  /** With the vendor's prefix, which a stock number may begin with by itself. */
  parcelName: string | null;
  judgement: StockJudgement;
  cells: readonly CellValue[];
};

/**
 * A vendor's or all vendors' stones as a workbook, written while it is read: rows can be edited and uploaded again as
 * the accept/reject sheet. A blank 'New Status' keeps the current judgement, which is next to it.
 */
export function stockWorkbook(
  columns: readonly StockSheetColumn[],
  rows: AsyncIterable<StockSheetRow>,
): Readable {
  const stream = new PassThrough();
  write(stream, columns, rows).catch((error: unknown) => stream.destroy(asError(error)));
  return stream;
}

async function write(
  stream: PassThrough,
  columns: readonly StockSheetColumn[],
  rows: AsyncIterable<StockSheetRow>,
): Promise<void> {
  // Loaded with the first workbook, so that a start does not wait for it.
  const { stream: streams } = (await import('exceljs')).default;
  const workbook = new streams.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = workbook.addWorksheet('Stock', { views: [{ state: 'frozen', xSplit: 2, ySplit: 1 }] });
  const all: StockSheetColumn[] = [...[...SHEET_HEADINGS, 'Last Word'].map((name) => ({ name })), ...columns];
  sheet.columns = all.map(({ name }) => ({ width: WIDTHS[name] ?? 14 }));
  const head = sheet.addRow(all.map(({ name }) => name));
  head.font = { bold: true };
  head.commit();
  for await (const { vendor, parcelName, judgement, cells } of rows) {
    const { status, comments, overrideTier } = judgement;
    const word = status === null ? '' : status === 'ACCEPTED' ? 'Accepted' : 'Rejected';
    const row = sheet.addRow([]);
    [vendor, parcelName, null, comments, overrideTier, word, ...cells].forEach((value, index) => {
      if (value === null || value === '') return;
      const cell = row.getCell(index + 1);
      const format = all[index]?.format;
      if (typeof value === 'string') writeText(cell, value);
      else if (typeof value === 'number' && format !== undefined) number(cell, value, format);
      else cell.value = value;
    });
    row.commit();
    // A slow reader slows the writing down: no more than a stream's buffer is in memory.
    if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve));
  }
  sheet.commit();
  await workbook.commit();
}
