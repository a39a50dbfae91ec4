import { unzipSync, type Unzipped } from 'fflate';
import { columnNumber, UnreadableSheet, type SheetLimits } from './sheet.ts';

/** A range of cells, all counted from 1 and inclusive. */
export type CellRange = { top: number; left: number; bottom: number; right: number };

/** The parts of a workbook's archive that hold cells, expanded; nothing else of it is. */
export type CellParts = {
  parts: Unzipped;
  /** Merged ranges by the number in `xl/worksheets/sheet<number>.xml`. */
  merges: ReadonlyMap<number, readonly CellRange[]>;
};

const WORKSHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const HOLDS_CELLS =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/;
const MOST_PARTS = 10_000;
const MOST_MERGES = 50_000;

/**
 * Opens a workbook's archive (rule: Workbook limits): refused before anything of it is expanded when its
 * directory promises more bytes than the limit, and before a cell is read when a sheet promises more rows or
 * columns. A part that expands to more than its directory promised is cut off there, so a lying directory
 * gains nothing. Throws UnreadableSheet.
 */
export function openArchive(bytes: Uint8Array, limits: SheetLimits): CellParts {
  const directory = listParts(bytes);
  const promised = directory.reduce((sum, part) => sum + part.originalSize, 0);
  if (promised > limits.expandedBytes || directory.length > MOST_PARTS) {
    throw new UnreadableSheet(
      `The workbook would expand to ${inMegabytes(promised)} MB, more than ${inMegabytes(limits.expandedBytes)} MB: split it, or remove pictures and empty rows.`,
    );
  }
  if (!directory.some(({ name }) => WORKSHEET.test(name))) {
    throw new UnreadableSheet('This is not an Excel workbook: save the file as .xlsx or as CSV.');
  }
  const parts = archiveParts(() => unzipSync(bytes, { filter: ({ name }) => HOLDS_CELLS.test(name) }));
  const merges = new Map<number, CellRange[]>();
  for (const [name, part] of Object.entries(parts)) {
    const sheet = WORKSHEET.exec(name)?.[1];
    if (sheet === undefined) continue;
    checkDimension(part, limits);
    merges.set(Number(sheet), mergesOf(part));
  }
  return { parts: { ...parts, ...plainWorkbook(parts) }, merges };
}

type Part = { name: string; originalSize: number };

function listParts(bytes: Uint8Array): Part[] {
  const parts: Part[] = [];
  archiveParts(() =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        parts.push({ name, originalSize });
        return false;
      },
    }),
  );
  return parts;
}

function archiveParts(open: () => Unzipped): Unzipped {
  try {
    return open();
  } catch (cause) {
    throw new UnreadableSheet(
      'The workbook is damaged: open it in a spreadsheet program and save it again.',
      { cause },
    );
  }
}

/** The end that a sheet declares: `<dimension ref="A1:F120"/>` stands before its cells. */
function checkDimension(part: Uint8Array, { rows, columns }: SheetLimits): void {
  const head = Buffer.from(part.subarray(0, 8192)).toString('latin1');
  const range = rangeOf(/<dimension\b[^>]*\bref="([^"]+)"/.exec(head)?.[1] ?? '');
  if (range) checkExtent(range.bottom, range.right, { rows, columns });
}

/** Throws UnreadableSheet when a sheet reaches beyond the last row or column allowed. */
export function checkExtent(
  row: number,
  column: number,
  { rows, columns }: Pick<SheetLimits, 'rows' | 'columns'>,
): void {
  const grouped = (count: number): string => count.toLocaleString('en-US');
  if (row > rows)
    throw new UnreadableSheet(
      `The sheet reaches down to row ${grouped(row)}, more than ${grouped(rows)} rows: delete the rows below your data, or split it.`,
    );
  if (column > columns) {
    throw new UnreadableSheet(
      `The sheet has ${grouped(column)} columns, more than ${grouped(columns)}: delete the columns beside your data.`,
    );
  }
}

/** The merged ranges, which stand behind the cells. */
function mergesOf(part: Uint8Array): CellRange[] {
  const sheet = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  const start = sheet.lastIndexOf('<mergeCells');
  if (start < 0) return [];
  const merges: CellRange[] = [];
  for (const [, ref = ''] of sheet.toString('latin1', start).matchAll(/<mergeCell\s[^>]*?ref="([^"]+)"/g)) {
    const range = rangeOf(ref);
    if (range) merges.push(range);
    if (merges.length > MOST_MERGES)
      throw new UnreadableSheet('The sheet merges too many cells: unmerge them and save it again.');
  }
  return merges;
}

function rangeOf(ref: string): CellRange | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(ref);
  if (!match) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return { top: Number(top), left: columnNumber(left), bottom: Number(bottom), right: columnNumber(right) };
}

/** exceljs goes through every cell of a defined name's range, which may be the whole sheet: names are left out. */
function plainWorkbook(parts: Unzipped): Unzipped {
  const name = 'xl/workbook.xml';
  const part = parts[name];
  if (!part) throw new UnreadableSheet('This is not an Excel workbook: save the file as .xlsx or as CSV.');
  const text = Buffer.from(part).toString('utf8');
  return { [name]: Buffer.from(text.replace(/<definedNames>[\s\S]*?<\/definedNames>/g, '')) };
}

function inMegabytes(bytes: number): string {
  return Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US');
}
