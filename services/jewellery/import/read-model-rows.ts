import { modelKey, modelNameSchema, newModelFieldsSchema } from '#contracts/events/index.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { given } from '#services/platform/checked-fields.ts';
import {
  type CellValue,
  type Sheet,
  type SheetRow,
  numberOf,
  textOf,
} from '#services/platform/workbooks/index.ts';
import type { ImportedModel } from '../models/import-model.ts';
import { findModelTable, wordOf, type ModelColumn, type ModelTable } from './model-columns.ts';

/** A model of the sheet with its row. */
type ModelRow = ImportedModel & { row: number };
/** A row that is left out, with the reason. */
type SkippedRow = { row: number; name?: string; reason: string };

export type ModelRows = { models: ModelRow[]; skipped: SkippedRow[] };

/**
 * The models of a sheet (product: Model edits and import): an empty cell is null; false and 0 mean no; a row
 * without a name or a quantity, or with a cell that cannot be used, is skipped with the reason; of a model
 * named twice the first row counts. Pure. Throws Refusal 422 when no sheet has the columns.
 */
export function readModelRows(sheets: readonly Sheet[]): ModelRows {
  const table = findModelTable(sheets);
  const models: ModelRow[] = [];
  const skipped: SkippedRow[] = [];
  const rowOf = new Map<string, number>();
  for (const row of table.rows) {
    const read = readRow(table, row);
    if (read === null) continue;
    const key = 'fields' in read ? modelKey(read.name) : undefined;
    const first = key === undefined ? undefined : rowOf.get(key);
    if (!('fields' in read)) skipped.push(read);
    else if (first !== undefined)
      skipped.push({ row: row.row, name: read.name, reason: `names the model of row ${first} again` });
    else {
      rowOf.set(key!, row.row);
      models.push(read);
    }
  }
  return { models, skipped };
}

/** Why a cell cannot be used, as the continuation of the column's name. */
class UnusableCell extends Error {}

function readRow({ columns }: ModelTable, { row, cells, problems }: SheetRow): ModelRow | SkippedRow | null {
  const columnAt = new Map([...columns].map(([column, index]) => [index, column]));
  const mappedProblems = problems.filter(({ index }) => columnAt.has(index));
  const values = [...columns].map(([column, index]) => [column, cells[index] ?? null] as const);
  // Notes beside the table are no models.
  if (mappedProblems.length === 0 && values.every(([, value]) => value === null)) return null;

  const name = textOf(cells[columns.get('name')!] ?? null);
  const skip = (reason: string): SkippedRow => ({
    row,
    ...(name === null ? {} : { name: name.slice(0, 80) }),
    reason,
  });
  const [problem] = mappedProblems;
  if (problem) return skip(`${wordOf(columnAt.get(problem.index)!)} ${problem.message}`);
  if (name === null) return skip('has no name');
  const checkedName = modelNameSchema.safeParse(name);
  if (!checkedName.success) return skip(checkedName.error.issues[0]!.message);
  if (values.some(([column, value]) => column === 'additionalQuantity' && value === null))
    return skip('has no additional quantity');
  try {
    const written = values
      .filter(([column]) => column !== 'name')
      .map(([column, value]) => [column, value === null ? null : valueOf(column, value)]);
    const fields = newModelFieldsSchema.partial().safeParse(Object.fromEntries(written));
    if (fields.success) return { row, name: checkedName.data, fields: given(fields.data) };
    const [issue] = fields.error.issues;
    return skip(`${wordOf(issue!.path[0] as ModelColumn)}: ${issue!.message}`);
  } catch (error) {
    if (error instanceof UnusableCell) return skip(error.message);
    throw error;
  }
}

function valueOf(column: ModelColumn, value: NonNullable<CellValue>): string | number | boolean | null {
  const unusable = (what: string): UnusableCell =>
    new UnusableCell(`${wordOf(column)}: ${textOf(value)?.slice(0, 40) ?? ''} ${what}`);
  switch (column) {
    case 'additionalQuantity': {
      const quantity = numberOf(value);
      if (quantity === null || !Number.isInteger(quantity)) throw unusable('is not a whole number');
      return quantity;
    }
    case 'totalCents': {
      const amount = numberOf(value);
      const cents = amount === null ? null : centsOf(amount);
      if (cents === null) throw unusable('is not an amount in dollars and cents');
      return cents;
    }
    case 'labGrown':
    case 'hide': {
      const flag = flagOf(value);
      if (flag === null) throw unusable('is neither yes nor no');
      return flag;
    }
    case 'tier': {
      const text = textOf(value)?.toLowerCase();
      const tier = TIERS.find((known) => known.toLowerCase() === text);
      if (tier === undefined) throw unusable(`is not a tier (${TIERS.join(', ')})`);
      return tier;
    }
    default:
      return textOf(value);
  }
}

/** False and 0 mean no; so do the words for it. */
function flagOf(value: CellValue): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = textOf(value)?.toLowerCase() ?? '';
  if (['false', '0', 'no', 'n'].includes(text)) return false;
  return ['true', '1', 'yes', 'y', 'x'].includes(text) ? true : null;
}
