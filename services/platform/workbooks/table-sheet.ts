import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { columnLetter } from './sheet.ts';

/**
 * The content of a column's cells: money in cents, carats in thousandths, a share as a fraction, a day of the house.
 */
type Kind = 'text' | 'day' | 'money' | 'count' | 'carats' | 'share';

/** One column of a table: its value for a row and, if it has one, the formula that gives the same. */
export type TableColumn<Row> = {
  name: string;
  width: number;
  kind: Kind;
  of(row: Row): string | number | null;
  /**
   * The formula for a row of the sheet; `cell` gives the address of another column's cell in it. Null: only the value.
   */
  formula?: (row: Row, cell: (column: string) => string) => string | null;
  /** Adds a SUBTOTAL(109, …) over the sheet's own rows above the column. */
  total?: boolean;
};

/** A cell's content in the units of its column's kind. */
export type TableCell = { value: string | number | null; formula: string | null };

/** A table that is ready to be written, independent of the type of its rows. */
export type TableSheet = {
  name: string;
  /** A line above the table; '' for none. */
  note: string;
  columns: readonly { name: string; width: number; kind: Kind; total: number | null }[];
  rowCount: number;
  rows(): Iterable<readonly TableCell[]>;
  /** The addresses of a column's cells, for formulas on other sheets; of a single cell when there are no rows. */
  rangeOf(column: string): string;
};

/** The row of the headings, below that of the totals, and the first row of every table. */
export const HEAD_ROW = 8;
export const FIRST_ROW = 9;

/** The cell of every sheet with the day up to which formulas count days. */
export const DAY_CELL = '$B$3';

/** A table of rows under its columns. Pure. */
export function tableSheet<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  note = '',
): TableSheet {
  const places = new Map(columns.map((column, index) => [column.name, columnLetter(index + 1)]));
  const letterOf = (column: string): string => {
    const letter = places.get(column);
    if (letter === undefined) throw new Error(`the sheet ${name} has no column ${column}`);
    return letter;
  };
  return {
    name,
    note,
    columns: columns.map(({ name: heading, width, kind, of, total }) => ({
      name: heading,
      width,
      kind,
      total: total ? rows.reduce((sum, row) => sum + Number(of(row) ?? 0), 0) : null,
    })),
    rowCount: rows.length,
    *rows() {
      let place = FIRST_ROW;
      for (const row of rows) {
        const own = place++;
        const cell = (column: string): string => `${letterOf(column)}${own}`;
        yield columns.map(({ of, formula }) => ({
          value: of(row),
          formula: formula?.(row, cell) ?? null,
        }));
      }
    },
    rangeOf(column) {
      const letter = letterOf(column);
      const last = Math.max(FIRST_ROW, FIRST_ROW + rows.length - 1);
      return `'${name}'!$${letter}$${FIRST_ROW}:$${letter}$${last}`;
    },
  };
}

export const words = <Row>(
  name: string,
  width: number,
  of: (row: Row) => string | null,
): TableColumn<Row> => ({ name, width, kind: 'text', of });

export const day = <Row>(name: string, of: (row: Row) => HouseDay | null): TableColumn<Row> => ({
  name,
  width: 14,
  kind: 'day',
  of,
});

/** In cents, with a total. */
export const money = <Row>(name: string, of: (row: Row) => number | null): TableColumn<Row> => ({
  name,
  width: 16,
  kind: 'money',
  of,
  total: true,
});

export const count = <Row>(name: string, of: (row: Row) => number | null): TableColumn<Row> => ({
  name,
  width: 11,
  kind: 'count',
  of,
});

/**
 * Whole days between two cells, or from one to the day of the report, with the formula that counts them; null when a
 * date is missing.
 */
export const days = <Row>(
  name: string,
  of: (row: Row) => number | null,
  formula: (cell: (column: string) => string) => string,
): TableColumn<Row> => ({
  name,
  width: 11,
  kind: 'count',
  of,
  formula: (row, cell) => (of(row) === null ? null : formula(cell)),
});
