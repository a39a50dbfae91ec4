import { encodeTextArray, textOf } from '#services/platform/database/index.ts';
import type { ProjectionTx } from './projection.ts';
import { quoted, type Column, type ReadRow, type Table, type WrittenRow } from './table.ts';

/**
 * Inserts the rows or replaces those with the same key, in one statement. Two rows with the same key in one call fail the
 * transaction.
 */
export function upsertRows<Of extends Table>(
  tx: ProjectionTx,
  table: Of,
  rows: readonly WrittenRow<Of>[],
): void {
  if (rows.length === 0) return;
  const written: readonly Readonly<Record<string, unknown>>[] = rows;
  const columns = Object.entries(table.columns).map(([name, { type }]) => ({
    name: quoted(name),
    type,
    values: encodeTextArray(written.map((row) => textOf(row[name], type))),
  }));
  const key = table.key.map(quoted);
  const updated = columns
    .filter(({ name }) => !key.includes(name))
    .map(({ name }) => `${name} = excluded.${name}`);
  tx.write(
    `insert into ${tx.table(table.name)} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map(({ type }, index) => `c${index}::${type}`).join(', ')}
     from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as given(${columns.map((_, index) => `c${index}`).join(', ')})
     on conflict (${key.join(', ')}) ${updated.length > 0 ? `do update set ${updated.join(', ')}` : 'do nothing'}`,
    columns.map(({ values }) => values),
  );
}

/** Deletes the rows whose column has one of the values. */
export function deleteRows<Of extends Table>(
  tx: ProjectionTx,
  table: Of,
  column: keyof Of['columns'] & string,
  values: readonly (string | number)[],
): void {
  if (values.length === 0) return;
  tx.write(`delete from ${tx.table(table.name)} where ${isOneOf(table, column)}`, [
    encodeTextArray(values.map(String)),
  ]);
}

/** The rows whose column has one of the values, in no particular order. */
export async function loadRows<Of extends Table>(
  tx: ProjectionTx,
  table: Of,
  column: keyof Of['columns'] & string,
  values: readonly (string | number)[],
): Promise<ReadRow<Of>[]> {
  if (values.length === 0) return [];
  return tx.query<ReadRow<Of>>(`select * from ${tx.table(table.name)} where ${isOneOf(table, column)}`, [
    encodeTextArray(values.map(String)),
  ]);
}

/** A state that is stored whole in one column, with the log position of the newest event that changed it. */
export type RecordedState<State> = { readonly record: State; readonly changedPosition: number };

/** A projection's `load` for such states: what the rows of these keys have in `column`, by key. */
export async function loadRecords<
  Of extends Table<string, Readonly<Record<string, Column>> & { readonly changed_position: Column<number> }>,
  In extends keyof Of['columns'] & string,
>(
  tx: ProjectionTx,
  table: Of,
  keyColumn: keyof Of['columns'] & string,
  keys: readonly string[],
  column: In,
): Promise<Map<string, { record: ReadRow<Of>[In]; changedPosition: ReadRow<Of>['changed_position'] }>> {
  const rows = await loadRows(tx, table, keyColumn, keys);
  return new Map(
    rows.map((row) => [
      String(row[keyColumn]),
      { record: row[column], changedPosition: row.changed_position },
    ]),
  );
}

const isOneOf = (table: Table, column: string): string =>
  `${quoted(column)} = any($1::text[]::${table.columns[column]!.type}[])`;
