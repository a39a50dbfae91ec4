import { PassThrough, type Readable } from 'node:stream';
import type ExcelJS from 'exceljs';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { asError } from '../message-of.ts';
import { columnLetter } from './sheet.ts';
import { ACCENT, addSheet, described, font, FORMATS, INK, styleHeading } from './sheet-kit.ts';
import { writeText } from './safe-text.ts';
import { FIRST_ROW, HEAD_ROW, type TableCell, type TableSheet } from './table-sheet.ts';

/** The head of every sheet: the day, and further lines of a name and words. */
export type TablesHead = {
  title: string;
  day: HouseDay;
  facts: readonly [readonly [name: string, words: string], readonly [name: string, words: string]];
  /** The time that the file, and its archive, states as its own. */
  at: string;
};

type Kind = TableSheet['columns'][number]['kind'];

const FORMAT_OF: Readonly<Record<Kind, string | undefined>> = {
  text: undefined,
  day: FORMATS.day,
  money: FORMATS.money,
  count: '#,##0',
  carats: FORMATS.carats,
  share: '0.0%',
};
const UNITS: Readonly<Partial<Record<Kind, number>>> = { money: 100, carats: 1000 };
/** Rows after which it checks whether the reader keeps up, and whether the workbook is still wanted. */
const ROWS_AT_ONCE = 500;

/**
 * Writes tables as a workbook while it is read: only some hundred rows of it are in memory. The same tables and head
 * give the same bytes. Stops when the signal is aborted.
 * @param onRows called now and then with how many rows are written
 */
export function tablesWorkbook(
  head: TablesHead,
  sheets: readonly TableSheet[],
  { onRows, signal }: { onRows?: (rows: number) => void | Promise<void>; signal?: AbortSignal } = {},
): Readable {
  const stream = new PassThrough();
  write(stream, head, sheets, onRows, signal).catch((error: unknown) => stream.destroy(asError(error)));
  return stream;
}

async function write(
  stream: PassThrough,
  head: TablesHead,
  sheets: readonly TableSheet[],
  onRows: ((rows: number) => void | Promise<void>) | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const workbook = await datedWorkbook(stream, head);
  let rows = 0;
  for (const table of sheets) {
    const sheet = startSheet(workbook, head, table);
    for (const cells of table.rows()) {
      const row = sheet.addRow([]);
      cells.forEach((cell, index) => writeCell(row, index + 1, table.columns[index]!.kind, cell));
      row.commit();
      if (++rows % ROWS_AT_ONCE > 0) continue;
      signal?.throwIfAborted();
      if (stream.destroyed) throw new Error('the reader of the workbook has gone');
      await onRows?.(rows);
      // A slow reader slows the writing down.
      if (stream.writableNeedDrain) await new Promise((resolve) => stream.once('drain', resolve));
      else await new Promise((resolve) => setImmediate(resolve));
    }
    sheet.commit();
  }
  await workbook.commit();
}

/** The parts of the library's writer that its types leave out. */
type Archive = { append(source: unknown, entry: { name: string; date?: Date }): unknown };

/** A workbook whose archive has the head's time on every entry, where the library would use the time of writing. */
async function datedWorkbook(stream: PassThrough, { title, at }: TablesHead) {
  // Loaded with the first workbook, so that a start does not wait for it.
  const { WorkbookWriter } = (await import('exceljs')).default.stream.xlsx;
  const date = new Date(at);
  class DatedWriter extends WorkbookWriter {
    /** Called by the library for the first entry of the archive. */
    override addThemes(): Promise<void> {
      const archive = Reflect.get(this, 'zip') as Archive;
      const append = archive.append.bind(archive);
      archive.append = (source, entry) => append(source, { ...entry, date });
      return super.addThemes();
    }
  }
  const options: ConstructorParameters<typeof WorkbookWriter>[0] = {
    stream,
    useStyles: true,
    zip: { zlib: { level: 6 } },
  };
  return described(new DatedWriter(options), title, date);
}

function startSheet(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  { title, day, facts }: TablesHead,
  { name, note, columns, rowCount }: TableSheet,
): ExcelJS.Worksheet {
  const last = columnLetter(columns.length);
  const lastRow = Math.max(FIRST_ROW, FIRST_ROW + rowCount - 1);
  const widths = columns.map(({ width }) => width);
  const sheet = addSheet(workbook, name, { widths, frozen: HEAD_ROW, frozenColumns: 1, landscape: true });
  sheet.pageSetup.printArea = `A1:${last}${lastRow}`;
  sheet.autoFilter = `A${HEAD_ROW}:${last}${lastRow}`;
  const line = (...cells: readonly [kind: Kind, value: string | number | null][]): ExcelJS.Row => {
    const row = sheet.addRow([]);
    cells.forEach(([kind, value], index) => writeCell(row, index + 1, kind, { value, formula: null }));
    return row;
  };
  line(['text', PRODUCT_NAME]).getCell(1).font = font({ bold: true, color: { argb: ACCENT } });
  line(['text', `${title}: ${name}`]).getCell(1).font = font({ bold: true, size: 14 });
  line(['text', 'As of'], ['day', day]);
  for (const [label, text] of facts) line(['text', label], ['text', text]);
  line(['text', note]);
  const hasTotal = columns.some(({ total }) => total !== null);
  const totals = line(['text', hasTotal && columns[0]?.total === null ? 'Total of the rows shown' : null]);
  columns.forEach(({ kind, total }, index) => {
    if (total === null) return;
    const letter = columnLetter(index + 1);
    const formula = `SUBTOTAL(109,${letter}${FIRST_ROW}:${letter}${lastRow})`;
    writeCell(totals, index + 1, kind, { value: total, formula });
  });
  totals.font = font({ bold: true, color: { argb: INK } });
  const headings = line(...columns.map((column): [Kind, string] => ['text', column.name]));
  columns.forEach(({ kind }, index) =>
    styleHeading(headings.getCell(index + 1), kind !== 'text' && kind !== 'day'),
  );
  headings.height = 30;
  for (let row = 1; row <= HEAD_ROW; row += 1) sheet.getRow(row).commit();
  return sheet;
}

function writeCell(row: ExcelJS.Row, column: number, kind: Kind, { value, formula }: TableCell): void {
  if (value === null || value === '') return;
  const cell = row.getCell(column);
  const format = FORMAT_OF[kind];
  if (kind === 'day') {
    cell.value = new Date(`${value}T00:00:00Z`);
    cell.alignment = { horizontal: 'left' };
  } else if (typeof value === 'string') {
    writeText(cell, value);
  } else {
    const result = value / (UNITS[kind] ?? 1);
    cell.value = formula === null ? result : { formula, result };
  }
  if (format !== undefined) cell.numFmt = format;
}
