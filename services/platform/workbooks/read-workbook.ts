import { checkExtent, nameOf } from './check-sheet.ts';
import { HeldText } from './held-text.ts';
import { openArchive, type SheetPart } from './open-archive.ts';
import { scanCells, type Shared } from './scan-cells.ts';
import { BrokenXml } from './scan-tags.ts';
import { countsFrom1904, dateStyles, sharedTexts } from './shared-parts.ts';
import {
  columnLetter,
  UnreadableSheet,
  type CellProblem,
  type CellRange,
  type CellValue,
  type Sheet,
  type SheetLimits,
  type SheetRow,
} from './sheet.ts';

/**
 * The sheets of an .xlsx workbook, in its order (rule: Cells): a merged cell counts once, at its top left; a
 * formula by its cached result, and without one the cell is reported. Its XML is gone through cell by cell, without a
 * tree of it in memory. To be run off the main thread: `readSheets`. Throws UnreadableSheet.
 */
export function readWorkbook(bytes: Uint8Array, limits: SheetLimits): Sheet[] {
  const { sheets, workbook, styles, sharedStrings } = openArchive(bytes, limits);
  const held = new HeldText(limits);
  try {
    const shared: Shared = {
      texts: sharedTexts(sharedStrings),
      isDate: dateStyles(styles),
      from1904: countsFrom1904(workbook),
    };
    return sheets.map((sheet) => ({
      name: sheet.name,
      rows: rowsOf(sheet, shared, limits, held),
      merges: sheet.merges,
    }));
  } catch (cause) {
    if (!(cause instanceof BrokenXml)) throw cause;
    throw new UnreadableSheet(
      'The workbook is damaged: open it in a spreadsheet program and save it again.',
      { cause },
    );
  }
}

function rowsOf(
  { name: sheet, xml, merges }: SheetPart,
  shared: Shared,
  limits: SheetLimits,
  held: HeldText,
): SheetRow[] {
  const rows: SheetRow[] = [];
  const covered = coveredCells(sheet, merges, limits.columns);
  scanCells(xml(), shared, (number, scanned) => {
    checkExtent(number, scanned.at(-1)?.column ?? 0, limits, sheet);
    const cells: CellValue[] = [];
    const problems: CellProblem[] = [];
    const isCovered = covered(number);
    for (const { column, value } of scanned) {
      if (isCovered(column)) continue;
      if (typeof value === 'object' && value !== null && 'problem' in value) {
        held.problem(sheet, number, column);
        held.text(sheet, number, column, value.problem);
        problems.push({ index: column - 1, message: value.problem });
      } else if (value !== null) {
        if (typeof value === 'string') held.text(sheet, number, column, value);
        while (cells.length < column - 1) cells.push(null);
        cells[column - 1] = value;
      }
    }
    held.row(sheet, number, cells.length);
    if (cells.length > 0 || problems.length > 0) rows.push({ row: number, cells, problems });
  });
  return rows;
}

/**
 * Tells which columns of a row are covered by a merged cell; ask for rows from the top down. Merged ranges do not
 * overlap, so a row has at most as many as columns. Throws UnreadableSheet when they do.
 */
function coveredCells(
  sheet: string,
  merges: readonly CellRange[],
  columns: number,
): (row: number) => (column: number) => boolean {
  const waiting = merges.filter(({ left }) => left <= columns).sort((a, b) => b.top - a.top);
  refuseOverlaps(sheet, waiting.toReversed(), columns);
  let open: CellRange[] = [];
  return (row) => {
    open = open.filter((range) => range.bottom >= row);
    const inMerge = new Set<number>();
    const firstCells = new Set<number>();
    const mark = (range: CellRange): void => {
      for (let column = range.left; column <= Math.min(range.right, columns); column += 1)
        inMerge.add(column);
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

/**
 * Throws UnreadableSheet when two merged ranges have a cell in common, also where no row holds cells: a reader of them
 * may take each cell to be in one at most.
 * @param fromTop in the order of their first rows
 */
function refuseOverlaps(sheet: string, fromTop: readonly CellRange[], columns: number): void {
  const mergedDownTo = new Map<number, number>();
  for (const { top, bottom, left, right } of fromTop)
    for (let column = left; column <= Math.min(right, columns); column += 1) {
      if ((mergedDownTo.get(column) ?? 0) >= top)
        throw new UnreadableSheet(
          `${nameOf(sheet)} has merged cells that overlap at ${columnLetter(column)}${top}: unmerge them and save it again.`,
        );
      mergedDownTo.set(column, bottom);
    }
}
