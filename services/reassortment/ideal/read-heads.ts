import type { CellFault, IgnoredColumn } from './ideal-reading.ts';
import type { TablePlace } from './find-tables.ts';
import { HEAD_ATTRIBUTES, readHead, type HeadBuckets } from './read-head.ts';
import { cellName, type SheetGrid } from './sheet-grid.ts';
import { ALL, readBucket } from './value-lists.ts';
import { columnLetter, numberOf } from '#services/platform/workbooks/index.ts';
import { plain } from './plain-text.ts';

/** What an extra column can say of each row. */
const EXTRA_ATTRIBUTES = ['shape', 'fluorescence', 'lab'] as const;
export type ExtraAttribute = (typeof EXTRA_ATTRIBUTES)[number];

/**
 * The columns of a table: those with quantities and their buckets, and those that say something of each row. Where a
 * head is faulty there are no buckets, and the quantities beneath are only checked.
 */
export type TableColumns = {
  quantities: { column: number; buckets: HeadBuckets | null }[];
  extras: { column: number; attribute: ExtraAttribute }[];
  ignored: IgnoredColumn[];
  faults: CellFault[];
};

/** Reads the heads of a table's columns, and classes the columns without any by their values (rule: Crosstab). */
export function readHeads(grid: SheetGrid, place: TablePlace): TableColumns {
  const read: TableColumns = { quantities: [], extras: [], ignored: [], faults: [] };
  const fault = (row: number, column: number, message: string): void => {
    read.faults.push({ sheet: grid.name, cell: cellName(row, column), message });
  };
  const isNamed = (column: number): boolean =>
    column > place.column &&
    place.headLines.some((line) => {
      const text = grid.shown(line, column);
      return text !== null && readHead(text) !== null;
    });
  const hasHeads = place.columns.some(isNamed);
  const unnamed: number[] = [];
  for (const column of place.columns) {
    const isRight = column > place.column;
    const isNumeric = isMostlyNumbers(grid, place, column);
    if (isNamed(column) || (isRight && isNumeric && hasHeads))
      read.quantities.push({ column, buckets: bucketsOf(grid, place, column, fault) });
    else if (isRight && isNumeric) unnamed.push(column);
    else if (isRight && hasHeads && isEmpty(grid, place, column)) faultyHeads(grid, place, column, fault);
    else if (!isEmpty(grid, place, column)) classify(grid, place, column, read);
  }
  // One weight column alone: the one numeric column right of it.
  if (hasHeads) return read;
  const [only, ...more] = unnamed;
  if (only === undefined) fault(place.row, place.column, 'has no column of numbers to its right');
  else if (more.length === 0) read.quantities.push({ column: only, buckets: {} });
  else
    for (const column of unnamed) {
      fault(place.headLines.at(-1)!, column, 'is over numbers, and names no colour and no clarity');
      read.quantities.push({ column, buckets: null });
    }
  return read;
}

/** The buckets that a column's heads name, blanks of upper lines filled from the left; null when a head is faulty. */
function bucketsOf(
  grid: SheetGrid,
  { column: weights, columns, headLines }: TablePlace,
  column: number,
  fault: (row: number, column: number, message: string) => void,
): HeadBuckets | null {
  const buckets: HeadBuckets = {};
  let isFaulty = false;
  let isNamed = false;
  for (const [index, line] of headLines.entries()) {
    const problem = grid.problem(line, column);
    // A head that is merged over several lines says the same once.
    if (index > 0 && grid.rowShown(line, column) < line) continue;
    const isLowest = index === headLines.length - 1;
    const text =
      grid.shown(line, column) ?? (isLowest ? null : fromLeft(grid, line, weights, columns, column));
    const named = text === null ? {} : readHead(text);
    if (problem !== undefined || named === null) {
      fault(line, column, problem ?? `"${text}" is no colour and no clarity, or can be read in two ways`);
      isFaulty = true;
      continue;
    }
    isNamed ||= text !== null;
    for (const attribute of HEAD_ATTRIBUTES) {
      const values = named[attribute];
      if (!values) continue;
      if (buckets[attribute]) {
        fault(line, column, `names a ${attribute}, and so does a heading above it`);
        isFaulty = true;
      }
      buckets[attribute] = values;
    }
  }
  if (!isNamed && !isFaulty) {
    fault(headLines.at(-1)!, column, 'is over numbers, and names no colour and no clarity');
    isFaulty = true;
  }
  return isFaulty ? null : buckets;
}

/** What the nearest head to the left says, if it is a colour or clarity. */
function fromLeft(
  grid: SheetGrid,
  line: number,
  weights: number,
  columns: readonly number[],
  column: number,
): string | null {
  for (const at of columns.filter((each) => each > weights && each < column).reverse()) {
    const text = grid.shown(line, at);
    if (text !== null) return readHead(text) === null ? null : text;
  }
  return null;
}

/** A column without a number under it is faulty only by what its heads say. */
function faultyHeads(
  grid: SheetGrid,
  { headLines }: TablePlace,
  column: number,
  fault: (row: number, column: number, message: string) => void,
): void {
  for (const line of headLines) {
    const text = grid.shown(line, column);
    const problem = grid.problem(line, column);
    if (problem !== undefined) fault(line, column, problem);
    else if (text !== null && readHead(text) === null && grid.text(line, column) !== null)
      fault(line, column, `"${text}" is no colour and no clarity`);
  }
}

/** A column is what more than half of its values are; else it is left aside. */
function classify(
  grid: SheetGrid,
  { bodyLines }: TablePlace,
  column: number,
  { extras, ignored }: TableColumns,
): void {
  const texts = bodyLines.flatMap((line) => {
    const text = grid.text(line, column);
    return text === null || plain(text) === ALL ? [] : [text];
  });
  const attribute = EXTRA_ATTRIBUTES.find(
    (each) => texts.filter((text) => readBucket(each, text) !== undefined).length * 2 > texts.length,
  );
  if (attribute) extras.push({ column, attribute });
  else if (texts.length > 0)
    ignored.push({
      sheet: grid.name,
      column: columnLetter(column),
      reason: 'half or more of its values are no shape, no fluorescence and no laboratory',
    });
}

function isEmpty(grid: SheetGrid, { bodyLines }: TablePlace, column: number): boolean {
  return bodyLines.every(
    (line) => grid.text(line, column) === null && grid.problem(line, column) === undefined,
  );
}

/** Whether half or more of the column's cells are numbers, or should be. */
function isMostlyNumbers(grid: SheetGrid, { bodyLines }: TablePlace, column: number): boolean {
  const filled = bodyLines.filter((line) => grid.text(line, column) !== null);
  const problems = bodyLines.filter((line) => grid.problem(line, column) !== undefined).length;
  const numbers = filled.filter((line) => numberOf(grid.value(line, column)) !== null).length;
  return filled.length + problems > 0 && (numbers + problems) * 2 >= filled.length + problems;
}
