import { formatCount } from '#contracts/vocabulary/counts.ts';
import { attribute, BrokenXml, scanTags } from './scan-tags.ts';
import { columnLetter, columnNumber, UnreadableSheet, type CellRange, type SheetLimits } from './sheet.ts';

const MOST_MERGES = 50_000;

/**
 * What reading a sheet would cost, found before it is read (rule: Workbook limits): the end that it declares
 * (`<dimension ref="A1:F120"/>` stands before its cells), the number of each row, the column of each cell, and its
 * merges. `cells` counts those of the whole workbook, empty ones to the left of others too. Throws UnreadableSheet
 * naming sheet, place and limit, and BrokenXml.
 */
export function checkSheet(
  sheet: string,
  xml: string,
  limits: SheetLimits,
  cellsBefore: number,
): { cells: number; merges: CellRange[] } {
  const merges: CellRange[] = [];
  let cells = cellsBefore;
  let row = 0;
  let column = 0;
  scanTags(xml, (tag, attributes) => {
    if (tag === 'c') {
      const at = attribute(attributes, 'r');
      const next = at === undefined ? column + 1 : columnOf(at);
      checkExtent(row, next, limits, sheet);
      cells += Math.max(0, next - column);
      column = Math.max(column, next);
      if (cells > limits.cells) throw tooManyCells(sheet, row, column, limits);
    } else if (tag === 'row') {
      const number = attribute(attributes, 'r') ?? String(row + 1);
      if (!/^\d{1,10}$/.test(number)) throw new BrokenXml();
      row = Number(number);
      column = 0;
      checkExtent(row, 0, limits, sheet);
    } else if (tag === 'mergeCell') {
      const range = rangeOf(attribute(attributes, 'ref') ?? '');
      if (range) merges.push(range);
      if (merges.length > MOST_MERGES)
        throw new UnreadableSheet(
          `${nameOf(sheet)} merges more than ${formatCount(MOST_MERGES)} ranges of cells: unmerge them and save it again.`,
        );
    } else if (tag === 'dimension') {
      const range = rangeOf(attribute(attributes, 'ref') ?? '');
      if (range) checkExtent(range.bottom, range.right, limits, sheet);
    }
  });
  return { cells, merges };
}

/** Throws UnreadableSheet when a sheet reaches beyond the last row or column allowed. */
export function checkExtent(
  row: number,
  column: number,
  { rows, columns }: Pick<SheetLimits, 'rows' | 'columns'>,
  sheet = '',
): void {
  if (row > rows)
    throw new UnreadableSheet(
      `${nameOf(sheet)} reaches down to row ${formatCount(row)}, more than ${formatCount(rows)} rows: delete the rows below your data, or split it.`,
    );
  if (column > columns) {
    throw new UnreadableSheet(
      `${nameOf(sheet)} has ${formatCount(column)} columns, more than ${formatCount(columns)}: delete the columns beside your data.`,
    );
  }
}

/** What a sheet is called in a message; a CSV file's has no name. */
export function nameOf(sheet: string): string {
  return sheet === '' ? 'The sheet' : `The sheet '${sheet}'`;
}

/** The refusal of a file with more cells than the limit; it names the first cell beyond it. */
export function tooManyCells(
  sheet: string,
  row: number,
  column: number,
  limits: SheetLimits,
): UnreadableSheet {
  return new UnreadableSheet(
    `${nameOf(sheet)} passes ${formatCount(limits.cells)} cells of the file at ${columnLetter(column)}${row}: delete the columns beside your data, or split it.`,
  );
}

/** The number of a cell's column, counted from 1. Throws BrokenXml when the text is no cell reference. */
export function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,10}$/.exec(reference)?.[1];
  if (letters === undefined) throw new BrokenXml();
  return columnNumber(letters);
}

function rangeOf(reference: string): CellRange | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(reference);
  if (!match) return null;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return { top: Number(top), left: columnNumber(left), bottom: Number(bottom), right: columnNumber(right) };
}
