/** The value of a cell: dates in UTC (rule: Cells); empty is null. */
export type CellValue = string | number | boolean | Date | null;

/** One row of a sheet. */
export type SheetRow = {
  /** Counted from 1. */
  row: number;
  /** From column A to the last value; empty cells after it are left out. */
  cells: readonly CellValue[];
  /** Cells whose content is no value, such as a formula without a cached result; their value is null. */
  problems: readonly CellProblem[];
};

/** Of the cell at this index, also to the right of the last value; `message` continues the sentence: 'is a formula without a result'. */
export type CellProblem = { index: number; message: string };

/** A range of cells, all counted from 1 and inclusive. */
export type CellRange = { top: number; left: number; bottom: number; right: number };

/** A sheet with its non-empty rows; a CSV file is one sheet without a name. */
export type Sheet = {
  name: string;
  rows: readonly SheetRow[];
  /** Merged cells: the value is at the top left, the others are empty. */
  merges: readonly CellRange[];
};

/** The limits above which a file is refused (rule: Workbook limits). */
export type SheetLimits = {
  /** Bytes of the file as it was sent. */
  bytes: number;
  /** Bytes that a workbook's archive declares for all its parts when expanded. */
  expandedBytes: number;
  /** The last row and the last column that may be used. */
  rows: number;
  columns: number;
  /** Cells and characters of text that all sheets together may have, counting empty cells to the left of others. */
  cells: number;
  characters: number;
  /** Megabytes of memory, and milliseconds, that reading may take. */
  memoryMb: number;
  timeMs: number;
};

const MB = 1024 * 1024;

/** Enough for a vendor's whole stock; a reader that expects less sets less. */
export const SHEET_LIMITS: SheetLimits = {
  bytes: 32 * MB,
  expandedBytes: 128 * MB,
  rows: 100_000,
  columns: 500,
  cells: 4_000_000,
  characters: 32 * MB,
  memoryMb: 1024,
  timeMs: 60_000,
};

/** Why a file cannot be read, worded so that it names the fix. */
export class UnreadableSheet extends Error {
  override readonly name = 'UnreadableSheet';
}

/** 1 → A, 27 → AA. */
export function columnLetter(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? columnLetter(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** A → 1, AA → 27. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
