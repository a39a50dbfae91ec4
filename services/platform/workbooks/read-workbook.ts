import { formatCount } from '#contracts/vocabulary/counts.ts';
import ExcelJS from 'exceljs';
import { zipSync } from 'fflate';
import { checkExtent, nameOf, type CellRange } from './check-sheet.ts';
import { HeldText } from './held-text.ts';
import { openArchive } from './open-archive.ts';
import {
  columnLetter,
  UnreadableSheet,
  type CellProblem,
  type CellValue,
  type Sheet,
  type SheetLimits,
  type SheetRow,
} from './sheet.ts';
import { messageOf } from '../message-of.ts';

/** Nodes of a sheet that hold no cells; some of them exceljs expands cell by cell, however large their range. */
const NO_CELLS = [
  'autoFilter',
  'colBreaks',
  'cols',
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'headerFooter',
  'hyperlinks',
  'legacyDrawing',
  'mergeCells',
  'pageMargins',
  'pageSetup',
  'picture',
  'printOptions',
  'rowBreaks',
  'sheetProtection',
  'tableParts',
];

/**
 * The sheets of an .xlsx workbook, in its order (rule: Cells): a merged cell counts once, at its top left; a
 * formula by its cached result, and without one the cell is reported. To be run off the main thread:
 * `readSheets`. Throws UnreadableSheet.
 */
export async function readWorkbook(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[]> {
  const { parts, merges } = openArchive(bytes, limits);
  const known = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, withEmptyResults(part)]),
  );
  const workbook = new ExcelJS.Workbook();
  try {
    // Repacked, uncompressed, from the parts that were let in.
    const options = { ignoreNodes: NO_CELLS, maxRows: limits.rows, maxCols: limits.columns };
    await workbook.xlsx.load(exactBuffer(zipSync(known, { level: 0 })), options);
  } catch (cause) {
    throw unreadable(cause, limits);
  }
  const held = new HeldText(limits);
  return workbook.worksheets.map((worksheet) => ({
    name: worksheet.name,
    rows: rowsOf(worksheet, merges.get(worksheet.id) ?? [], limits, held),
  }));
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** exceljs takes an empty cached result, as `IF(A1="","",A1)` has it, for none at all: a space stands in for it. */
function withEmptyResults(part: Uint8Array): Uint8Array {
  const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (!buffer.includes('<v></v>') && !buffer.includes('<v/>')) return part;
  return Buffer.from(buffer.toString('latin1').replace(/<v><\/v>|<v\/>/g, '<v> </v>'), 'latin1');
}

function unreadable(cause: unknown, { rows, columns }: SheetLimits): UnreadableSheet {
  const message = messageOf(cause);
  if (message.startsWith('Max row count'))
    return new UnreadableSheet(`The sheet has more than ${formatCount(rows)} rows: split it.`, {
      cause,
    });
  if (message.startsWith('Max c count'))
    return new UnreadableSheet(`A row has more than ${columns} cells: delete the columns beside your data.`, {
      cause,
    });
  return new UnreadableSheet('The workbook is damaged: open it in a spreadsheet program and save it again.', {
    cause,
  });
}

function rowsOf(
  worksheet: ExcelJS.Worksheet,
  merges: readonly CellRange[],
  limits: SheetLimits,
  held: HeldText,
): SheetRow[] {
  const rows: SheetRow[] = [];
  const sheet = worksheet.name;
  const covered = coveredCells(sheet, merges, limits.columns);
  worksheet.eachRow({ includeEmpty: false }, (row, number) => {
    checkExtent(number, row.cellCount, limits, sheet);
    const cells: CellValue[] = [];
    const problems: CellProblem[] = [];
    const isCovered = covered(number);
    row.eachCell({ includeEmpty: false }, (cell, column) => {
      if (cell.type === ExcelJS.ValueType.Merge || isCovered(column)) return;
      const value = valueOf(cell.value, cell.result);
      if (typeof value === 'object' && value !== null && 'problem' in value) {
        held.problem(sheet, number, column);
        held.text(sheet, number, column, value.problem);
        problems.push({ column: columnLetter(column), message: value.problem });
      } else if (value !== null) {
        if (typeof value === 'string') held.text(sheet, number, column, value);
        while (cells.length < column - 1) cells.push(null);
        cells[column - 1] = value;
      }
    });
    held.row(sheet, number, cells.length);
    if (cells.length > 0 || problems.length > 0) rows.push({ row: number, cells, problems });
  });
  return rows;
}

/**
 * Which columns of a row are covered by a merged cell; rows are asked for from the top down. Merged ranges do not
 * overlap, so that a row has no more of them than columns. Throws UnreadableSheet where they do.
 */
function coveredCells(
  sheet: string,
  merges: readonly CellRange[],
  columns: number,
): (row: number) => (column: number) => boolean {
  const waiting = merges.filter(({ left }) => left <= columns).sort((a, b) => b.top - a.top);
  let open: CellRange[] = [];
  return (row) => {
    open = open.filter((range) => range.bottom >= row);
    const inMerge = new Set<number>();
    const firstCells = new Set<number>();
    const mark = (range: CellRange): void => {
      for (let column = range.left; column <= Math.min(range.right, columns); column += 1) {
        if (inMerge.has(column))
          throw new UnreadableSheet(
            `${nameOf(sheet)} has merged cells that overlap at ${columnLetter(column)}${row}: unmerge them and save it again.`,
          );
        inMerge.add(column);
      }
      if (range.top === row) firstCells.add(range.left);
    };
    open.forEach(mark);
    for (let next = waiting.at(-1); next && next.top <= row; next = waiting.at(-1)) {
      waiting.pop();
      if (next.bottom < row) continue;
      mark(next);
      open.push(next);
    }
    return (column) => inMerge.has(column) && !firstCells.has(column);
  };
}

/** The text of a rich text, which many cells may share. */
const plainTexts = new WeakMap<object, string>();

function plainText({ richText }: ExcelJS.CellRichTextValue): string {
  const known = plainTexts.get(richText);
  if (known !== undefined) return known;
  const text = richText.map((run) => run.text).join('');
  plainTexts.set(richText, text);
  return text;
}

/** @param cached a formula's result: of its value exceljs leaves out 0 and false */
function valueOf(
  value: ExcelJS.CellValue | undefined,
  cached?: ExcelJS.CellFormulaValue['result'],
): CellValue | { problem: string } {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { problem: 'is not a number' };
  if (typeof value === 'boolean') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? { problem: 'is not a date' } : value;
  if ('richText' in value) return valueOf(plainText(value));
  if ('error' in value) return { problem: `holds the error ${value.error}` };
  if ('formula' in value || 'sharedFormula' in value) {
    const result = value.result ?? cached;
    if (result === undefined || result === null || Number.isNaN(result))
      return { problem: 'is a formula without a result' };
    return valueOf(result);
  }
  return 'text' in value ? valueOf(value.text) : { problem: 'cannot be read' };
}
