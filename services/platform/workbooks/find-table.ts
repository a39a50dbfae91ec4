import { Refusal } from '../refusal.ts';
import { columnLetter, type Sheet, type SheetRow } from './sheet.ts';

/** How many rows of titles and notes may be above the headings. */
const LOOKED_AT = 20;

/** The headings that are understood for each column, best first, in small letters and digits alone. */
export type Headings<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** The place of each known column (from 0), and the rows below the headings. */
export type SheetTable<Column extends string> = {
  columns: ReadonlyMap<Column, number>;
  rows: readonly SheetRow[];
};

/**
 * The table in the first sheet that has one: its header row is the first that `isHeader` accepts. Headings are compared
 * ignoring case, spaces and punctuation; of two headings for one column, the better one counts. Undefined when there is
 * none. Throws Refusal 422 when two columns have the same heading.
 * @param fieldOf the field that a refusal about a column names
 */
export function findTable<Column extends string>(
  sheets: readonly Sheet[],
  headings: Headings<Column>,
  isHeader: (columns: ReadonlyMap<Column, number>) => boolean,
  fieldOf: (column: Column) => string,
): SheetTable<Column> | undefined {
  for (const { rows } of sheets) {
    const place = rows.slice(0, LOOKED_AT).findIndex((row) => isHeader(columnsOf(row, headings)));
    const header = rows[place];
    if (!header) continue;
    const columns = columnsOf(header, headings);
    refuseTwice(header, columns, fieldOf);
    return { columns, rows: rows.slice(place + 1) };
  }
  return undefined;
}

/** In small letters and digits alone: 'feeRate', 'Fee rate' and 'fee_rate' are the same. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const plainHeadings = ({ cells }: SheetRow): string[] =>
  cells.map((cell) => (typeof cell === 'string' ? plainName(cell) : ''));

function columnsOf<Column extends string>(row: SheetRow, known: Headings<Column>): Map<Column, number> {
  const headings = plainHeadings(row);
  const found = (Object.keys(known) as Column[]).flatMap((column): [Column, number][] => {
    const heading = known[column].find((one) => headings.includes(one));
    return heading === undefined ? [] : [[column, headings.indexOf(heading)]];
  });
  return new Map(found);
}

function refuseTwice<Column extends string>(
  row: SheetRow,
  columns: ReadonlyMap<Column, number>,
  fieldOf: (column: Column) => string,
): void {
  const headings = plainHeadings(row);
  for (const [column, first] of columns) {
    const second = headings.indexOf(headings[first]!, first + 1);
    if (second < 0) continue;
    throw new Refusal(
      422,
      `Columns ${columnLetter(first + 1)} and ${columnLetter(second + 1)} are both headed "${String(row.cells[first])}": keep one.`,
      { code: 'COLUMN_TWICE', field: fieldOf(column) },
    );
  }
}
