import {
  columnLetter,
  columnNumber,
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
  /** For each cell that is merged into another one, that one's range. */
  readonly #covered = new Map<string, CellRange>();

  constructor({ name, rows, merges }: Sheet) {
    this.name = name;
    this.lastRow = rows.at(-1)?.row ?? 0;
    this.#values = new Map(rows.map(({ row, cells }) => [row, cells]));
    let last = 0;
    for (const { row, cells, problems } of rows) {
      last = Math.max(last, cells.length, ...problems.map(({ column }) => columnNumber(column)));
      for (const { column, message } of problems) this.#problems.set(`${column}${row}`, message);
    }
    this.lastColumn = last;
    for (const range of merges)
      for (let row = range.top; row <= Math.min(range.bottom, this.lastRow); row += 1)
        for (let column = range.left; column <= Math.min(range.right, last); column += 1)
          if (row > range.top || column > range.left) this.#covered.set(cellName(row, column), range);
  }

  /** The cell's own value; a cell that is merged into another one has none. */
  value(row: number, column: number): CellValue {
    return this.#values.get(row)?.[column - 1] ?? null;
  }

  /** The cell's own text, trimmed; null when it is empty. */
  text(row: number, column: number): string | null {
    return textOf(this.value(row, column));
  }

  /** What the cell shows: its own text, or that of the cell that it is merged into. */
  shown(row: number, column: number): string | null {
    const range = this.#covered.get(cellName(row, column));
    return range ? this.text(range.top, range.left) : this.text(row, column);
  }

  /** The row of the cell whose text this one shows: its own, or that of the cell that it is merged into. */
  rowShown(row: number, column: number): number {
    return this.#covered.get(cellName(row, column))?.top ?? row;
  }

  /** Why the cell has no value, such as 'is a formula without a result'; undefined where it has or is empty. */
  problem(row: number, column: number): string | undefined {
    return this.#problems.get(cellName(row, column));
  }
}

/** 'C4' */
export function cellName(row: number, column: number): string {
  return `${columnLetter(column)}${row}`;
}
