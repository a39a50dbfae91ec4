import { Refusal } from '#services/platform/refusal.ts';
import { findTable, type Headings, type Sheet, type SheetTable } from '#services/platform/workbooks/index.ts';

/** What a column of the overrides sheet holds (rule: Overrides). */
export type OverrideColumn = 'customerId' | 'lineKey' | 'term' | 'value' | 'reason';

const HEADINGS: Headings<OverrideColumn> = {
  customerId: ['customerid', 'customer', 'customerno', 'customernumber', 'custid'],
  lineKey: ['linekey', 'linekeyorterm', 'keyorterm', 'line', 'key', 'billline'],
  term: ['term', 'termname', 'terms'],
  value: ['value', 'newvalue', 'override', 'overridevalue', 'amount', 'newamount'],
  reason: ['reason', 'why', 'comment', 'comments', 'remark', 'remarks', 'note', 'notes'],
};

const FIELD = 'base64Overrides';

export type OverrideTable = SheetTable<OverrideColumn>;

/**
 * The table of overrides in the first sheet that has one: its header row is the first with customerId, value, reason and
 * lineKey or term. Throws Refusal 422 when there is none, or when two columns have the same heading.
 */
export function findOverrideTable(sheets: readonly Sheet[]): OverrideTable {
  const table = findTable(sheets, HEADINGS, isHeader, () => FIELD);
  if (table) return table;
  throw new Refusal(
    422,
    'The overrides sheet needs a header row with customerId, lineKey or term, value and reason. Without overrides, send a sheet that has the header row alone.',
    { code: 'COLUMNS_MISSING', field: FIELD },
  );
}

function isHeader(columns: ReadonlyMap<OverrideColumn, number>): boolean {
  const has = (column: OverrideColumn): boolean => columns.has(column);
  return has('customerId') && has('value') && has('reason') && (has('lineKey') || has('term'));
}
