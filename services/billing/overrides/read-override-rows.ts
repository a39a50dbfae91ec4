import {
  type CellValue,
  type Sheet,
  type SheetRow,
  numberOf,
  textOf,
} from '#services/platform/workbooks/index.ts';
import { findOverrideTable, type OverrideColumn, type OverrideTable } from './override-columns.ts';

/** A row of the overrides sheet, not yet matched with the month's lines and terms. */
export type OverrideRow = {
  /** Counted from 1, as in a spreadsheet. */
  row: number;
  customerId: number;
  /** A line's key, or the name of a term. */
  key: string;
  /** True when it is in the column of terms, so it is no line's key. */
  isTerm: boolean;
  /** As written: dollars for a line, the term's own unit for a term. */
  value: number;
  /** True when the value was written with a percent sign: it is none of dollars or days. */
  isPercent: boolean;
  reason: string;
};

/** A row that cannot be used; the message continues 'Row 7 …' and names the fix. */
export type WrongRow = { row: number; message: string };

const LONGEST_REASON = 400;

/**
 * The rows of an overrides sheet (rule: Overrides), and those that cannot be used: a single one fails the
 * run. Empty rows are skipped. Pure. Throws Refusal 422 when no sheet has the columns.
 */
export function readOverrideRows(sheets: readonly Sheet[]): { rows: OverrideRow[]; wrong: WrongRow[] } {
  const table = findOverrideTable(sheets);
  const rows: OverrideRow[] = [];
  const wrong: WrongRow[] = [];
  for (const sheetRow of table.rows) {
    const read = readRow(table, sheetRow);
    if (read === null) continue;
    if ('message' in read) wrong.push(read);
    else rows.push(read);
  }
  return { rows, wrong };
}

function readRow(
  { columns }: OverrideTable,
  { row, cells, problems }: SheetRow,
): OverrideRow | WrongRow | null {
  const cell = (column: OverrideColumn): CellValue => {
    const at = columns.get(column);
    return at === undefined ? null : (cells[at] ?? null);
  };
  const columnAt = new Map([...columns].map(([column, index]) => [index, column]));
  const broken = problems.find(({ index }) => columnAt.has(index));
  if (broken)
    return {
      row,
      message: `: ${columnAt.get(broken.index)!} ${broken.message}: open the sheet, recalculate and save it, or type the value`,
    };
  if ([...columns.keys()].every((column) => textOf(cell(column)) === null)) return null;

  const customerId = numberOf(cell('customerId'));
  if (customerId === null || !Number.isSafeInteger(customerId) || customerId <= 0)
    return { row, message: `has no customerId: give the customer's number, for example 7` };
  const lineKey = textOf(cell('lineKey'));
  const term = textOf(cell('term'));
  if (lineKey !== null && term !== null)
    return { row, message: 'has both a line key and a term: make two rows of it' };
  const key = lineKey ?? term;
  if (key === null) return { row, message: 'names no line and no term: give a line key or a term' };
  const { value, isPercent } = amountOf(cell('value'));
  if (value === null)
    return { row, message: `has no number as its value: write it as digits, for example 98.00` };
  const reason = textOf(cell('reason'));
  if (reason === null) return { row, message: 'has no reason: say why, as it is printed on the bill' };
  if (reason.length > LONGEST_REASON)
    return { row, message: `has a reason of ${reason.length} characters: shorten it to ${LONGEST_REASON}` };
  return { row, customerId, key, isTerm: term !== null, value, isPercent, reason };
}

const PERCENT = /\s*%$/;

/** A number, which may have a percent sign after it; the value is null when it is no number. */
function amountOf(cell: CellValue): { value: number | null; isPercent: boolean } {
  const text = typeof cell === 'string' ? cell.trim() : cell;
  const isPercent = typeof text === 'string' && PERCENT.test(text);
  return { value: numberOf(isPercent ? text.replace(PERCENT, '') : text), isPercent };
}
