import {
  columnLetter,
  textOf,
  type CellRange,
  type CellValue,
  type Sheet,
} from '#services/platform/workbooks/index.ts';

/** A sheet by rows and columns, counted from 1, that knows what merged cells show. */
export class SheetGrid {
  readonly name: string;
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly #values: ReadonlyMap<number, readonly CellValue[]>;
  readonly #problems = new Map<string, string>();
  /** Merged ranges by their first columns, each column's from the top: one may cover a million cells. */
  readonly #merges = new Map<number, CellRange[]>();

  constructor({ name, rows, merges }: Sheet) {
    this.name = name;
    this.lastRow = rows.at(-1)?.row ?? 0;
    this.#values = new Map(rows.map(({ row, cells }) => [row, cells]));
    let last = 0;
    for (const { row, cells, problems } of rows) {
      last = Math.max(last, cells.length, ...problems.map(({ index }) => index + 1));
      for (const { index, message } of problems) this.#problems.set(cellName(row, index + 1), message);
    }
    this.lastColumn = last;
    for (const range of merges.toSorted((one, other) => one.top - other.top)) {
      const sameLeft = this.#merges.get(range.left) ?? [];
      this.#merges.set(range.left, sameLeft);
      sameLeft.push(range);
    }
  }

  /** The range that merges the cell into another one. Ranges do not overlap, so the nearest to the left has it or none. */
  #mergedInto(row: number, column: number): CellRange | undefined {
    for (let left = column; left >= 1; left -= 1) {
      const range = lastFrom(this.#merges.get(left) ?? [], row);
      if (!range || range.bottom < row) continue;
      return range.right >= column && (row > range.top || column > left) ? range : undefined;
    }
    return undefined;
  }

  /** The cell's own value; a cell that is merged into another one has none. */
  value(row: number, column: number): CellValue {
    return this.#values.get(row)?.[column - 1] ?? null;
  }

  /** The cells that hold something, row by row. */
  *cells(): Generator<{ row: number; column: number }> {
    for (const [row, values] of this.#values)
      for (const [index, value] of values.entries()) if (value !== null) yield { row, column: index + 1 };
  }

  /** The cell's own text, trimmed; null when it is empty. */
  text(row: number, column: number): string | null {
    return textOf(this.value(row, column));
  }

  /** What the cell shows: its own text, or that of the cell that it is merged into. */
  shown(row: number, column: number): string | null {
    const range = this.#mergedInto(row, column);
    return range ? this.text(range.top, range.left) : this.text(row, column);
  }

  /** The row of the cell whose text this one shows: its own, or that of the cell that it is merged into. */
  rowShown(row: number, column: number): number {
    return this.#mergedInto(row, column)?.top ?? row;
  }

  /** Why the cell has no value, such as 'is a formula without a result'; undefined where it has or is empty. */
  problem(row: number, column: number): string | undefined {
    return this.#problems.get(cellName(row, column));
  }
}

/** The last of ranges, from the top, that begins at the row or above it. */
function lastFrom(ranges: readonly CellRange[], row: number): CellRange | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.top <= row) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}

/** 'C4' */
export function cellName(row: number, column: number): string {
  return `${columnLetter(column)}${row}`;
}
