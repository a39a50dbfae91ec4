import { columnLetter, type Sheet, type SheetRow } from '#services/platform/workbooks/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** What a column of the overrides sheet holds (rule: Overrides). */
export type OverrideColumn = 'customerId' | 'lineKey' | 'term' | 'value' | 'reason';

/** The headings that are understood, best first, ignoring case, spaces and punctuation. */
const HEADINGS: Readonly<Record<OverrideColumn, readonly string[]>> = {
  customerId: ['customerid', 'customer', 'customerno', 'customernumber', 'custid'],
  lineKey: ['linekey', 'linekeyorterm', 'keyorterm', 'line', 'key', 'billline'],
  term: ['term', 'termname', 'terms'],
  value: ['value', 'newvalue', 'override', 'overridevalue', 'amount', 'newamount'],
  reason: ['reason', 'why', 'comment', 'comments', 'remark', 'remarks', 'note', 'notes'],
};
const COLUMNS = Object.keys(HEADINGS) as OverrideColumn[];

/** How many rows of titles and notes may be above the headings. */
const LOOKED_AT = 20;

/** The place of each known column (from 0), and the rows below the headings. */
export type OverrideTable = { columns: ReadonlyMap<OverrideColumn, number>; rows: readonly SheetRow[] };

/**
 * The table of overrides in the first sheet that has one: its header row is the first with customerId, value, reason and
 * lineKey or term. Throws Refusal 422 when there is none, or when two columns have the same heading.
 */
export function findOverrideTable(sheets: readonly Sheet[]): OverrideTable {
  for (const { rows } of sheets) {
    const header = rows.slice(0, LOOKED_AT).findIndex((row) => isHeader(columnsOf(row)));
    if (header < 0) continue;
    refuseTwice(rows[header]!);
    return { columns: columnsOf(rows[header]!), rows: rows.slice(header + 1) };
  }
  throw new Refusal(
    422,
    'The overrides sheet needs a header row with customerId, lineKey or term, value and reason. Without overrides, send a sheet that has the header row alone.',
    { code: 'COLUMNS_MISSING', field: 'base64Overrides' },
  );
}

function isHeader(columns: ReadonlyMap<OverrideColumn, number>): boolean {
  const has = (column: OverrideColumn): boolean => columns.has(column);
  return has('customerId') && has('value') && has('reason') && (has('lineKey') || has('term'));
}

function headingsOf({ cells }: SheetRow): string[] {
  return cells.map((cell) => (typeof cell === 'string' ? cell.toLowerCase().replace(/[^a-z0-9]/g, '') : ''));
}

function columnsOf(row: SheetRow): Map<OverrideColumn, number> {
  const headings = headingsOf(row);
  const found = COLUMNS.flatMap((column): [OverrideColumn, number][] => {
    const heading = HEADINGS[column].find((known) => headings.includes(known));
    return heading === undefined ? [] : [[column, headings.indexOf(heading)]];
  });
  return new Map(found);
}

function refuseTwice(row: SheetRow): void {
  const headings = headingsOf(row);
  for (const first of columnsOf(row).values()) {
    const second = headings.indexOf(headings[first]!, first + 1);
    if (second < 0) continue;
    throw new Refusal(
      422,
      `Columns ${columnLetter(first + 1)} and ${columnLetter(second + 1)} are both headed "${String(row.cells[first])}": keep one.`,
      { code: 'COLUMN_TWICE', field: 'base64Overrides' },
    );
  }
}
