import { plain } from './plain-text.ts';
import { readHead } from './read-head.ts';
import { cellName, type SheetGrid } from './sheet-grid.ts';
import type { CellFault } from './ideal-reading.ts';

const START = 'WEIGHTMAPS';
const END = 'TOTALS';
/** Tables begin below it (product: Crosstab). */
const SECOND_ROW = 2;

/** A crosstab's table by the places of its parts, all counted from 1 and inclusive. */
export type TablePlace = {
  /** Of the cell 'Weight Maps'. */
  row: number;
  column: number;
  /** The columns beside 'Weight Maps', up to 'Totals', that may say anything. */
  columns: number[];
  /** The lines of heads, from the top; the last is the lowest. */
  headLines: number[];
  /** The lines between heads and 'Totals'. */
  bodyLines: number[];
};

/**
 * The tables of a sheet, each from its cell 'Weight Maps' below the second row to its 'Totals' (rule: Crosstab). A
 * table without 'Totals' beneath its weights is a fault.
 */
export function findTables(grid: SheetGrid): { tables: TablePlace[]; faults: CellFault[] } {
  const tables: TablePlace[] = [];
  const faults: CellFault[] = [];
  for (const start of cellsThatSay(grid, START)) {
    if (start.row <= SECOND_ROW) continue;
    const place = placeOf(grid, start);
    if (typeof place === 'string')
      faults.push({ sheet: grid.name, cell: cellName(start.row, start.column), message: place });
    else tables.push(place);
  }
  return { tables, faults };
}

/** Where 'Weight Maps' stands too high to begin a table. */
export function startsAbove(grid: SheetGrid): string[] {
  return cellsThatSay(grid, START)
    .filter(({ row }) => row <= SECOND_ROW)
    .map(({ row, column }) => cellName(row, column));
}

type Cell = { row: number; column: number };

function cellsThatSay(grid: SheetGrid, word: string): Cell[] {
  return Array.from(grid.cells()).filter(({ row, column }) => says(grid.text(row, column), word));
}

const says = (text: string | null, word: string): boolean => text !== null && plain(text) === word;

function placeOf(grid: SheetGrid, start: Cell): TablePlace | string {
  const { row, column } = start;
  const line = range(1, grid.lastColumn);
  const starts = line.filter((at) => says(grid.text(row, at), START));
  const lineEnds = line.filter((at) => says(grid.shown(row, at), END));
  const left = Math.max(0, ...[...starts, ...lineEnds].filter((at) => at < column)) + 1;
  const nextTable = starts.find((at) => at > column) ?? grid.lastColumn + 1;

  /** The first column that says 'Totals' in one of these lines. */
  const endIn = (lines: readonly number[], before: number): number =>
    Math.min(
      before,
      ...lines.flatMap((each) =>
        range(column + 1, before - 1).filter((at) => says(grid.shown(each, at), END)),
      ),
    );
  const below = linesBelow(grid, start, range(left, nextTable - 1));
  const end = endIn([row, ...below.heads], nextTable);
  const above = linesAbove(grid, start, range(left, end - 1));
  const right = endIn(above, end) - 1;
  if (right === nextTable - 1 && nextTable <= grid.lastColumn)
    return `has no 'Totals' to its right before the table in ${cellName(row, nextTable)}`;

  const isEnd = (at: number): boolean => range(left, column).some((each) => says(grid.text(at, each), END));
  let last = below.next;
  while (last <= grid.lastRow && !isEnd(last) && !says(grid.text(last, column), START)) last += 1;
  if (!isEnd(last)) return "has no 'Totals' beneath: end the rows of its table with it";
  const columns = range(left, right).filter((at) => at !== column && !says(grid.shown(row, at), START));
  // Heads may stand above or below only: a line without any is none.
  const heads = [...above, row, ...below.heads].filter((each) =>
    columns.some((at) => at > column && grid.shown(each, at) !== null),
  );
  const headLines = heads.length > 0 ? heads : [row];
  return { row, column, columns, headLines, bodyLines: range(below.next, last - 1) };
}

/** The lines under 'Weight Maps' without text in its column are heads too; empty ones are none. */
function linesBelow(
  grid: SheetGrid,
  { row, column }: Cell,
  area: readonly number[],
): { heads: number[]; next: number } {
  const heads: number[] = [];
  let line = row + 1;
  while (line <= grid.lastRow) {
    const isHead = grid.shown(line, column) === null || grid.rowShown(line, column) === row;
    if (!isHead || grid.problem(line, column) !== undefined) break;
    if (area.some((at) => at !== column && grid.text(line, at) !== null)) heads.push(line);
    line += 1;
  }
  return { heads, next: line };
}

/**
 * The lines right above that hold nothing but colours and clarities. One in which some texts are and others are not is
 * a line of heads with a fault, rather than none: without it the bins would be other ones.
 */
function linesAbove(grid: SheetGrid, { row, column }: Cell, area: readonly number[]): number[] {
  const lines: number[] = [];
  for (let line = row - 1; line >= 1; line -= 1) {
    const texts = area.flatMap((at) => {
      const text = grid.shown(line, at);
      return text === null || says(text, END) ? [] : [{ at, text }];
    });
    const isBeside = texts.every(({ at }) => at > column);
    if (!isBeside || !texts.some(({ text }) => readHead(text) !== null)) break;
    lines.unshift(line);
  }
  return lines;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
