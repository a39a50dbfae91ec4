import type { ProjectionTx } from './projection.ts';

/** What the row helpers must know of a table: its short name, its primary key and every column that is written. */
export type TableShape = { readonly name: string; readonly key: readonly string[]; readonly columns: readonly string[] };

/** A row by column name; null or left out is null. Values as JSON: cents as numbers, jsonb and array columns as they are. */
export type Row = Readonly<Record<string, unknown>>;

const quoted = (column: string): string => `"${column}"`;

/**
 * Inserts the rows or replaces those with the same key, in one statement. Rows travel as one JSON text, which costs
 * the sender a fraction of an array per column; Postgres reads it by the table's own column types.
 * Two rows with the same key in one call fail.
 */
export async function upsertRows(tx: ProjectionTx, table: TableShape, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = table.columns.map(quoted).join(', ');
  const updated = table.columns.filter((column) => !table.key.includes(column)).map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  const onConflict = updated.length > 0 ? `do update set ${updated.join(', ')}` : 'do nothing';
  await tx.query(
    `insert into ${tx.table(table.name)} (${columns})
     select ${columns} from json_populate_recordset(null::${tx.table(table.name)}, $1::json)
     on conflict (${table.key.map(quoted).join(', ')}) ${onConflict}`,
    [JSON.stringify(rows)],
  );
}

/** Deletes the rows whose column has one of the values. */
export async function deleteRows(tx: ProjectionTx, table: string, column: string, values: readonly (string | number)[]): Promise<void> {
  if (values.length === 0) return;
  await tx.query(`delete from ${tx.table(table)} where ${quoted(column)} = any($1)`, [values]);
}

/** The rows whose column has one of the values, in no particular order. */
export async function loadRows<Loaded extends Record<string, unknown>>(tx: ProjectionTx, table: string, column: string, values: readonly (string | number)[]): Promise<Loaded[]> {
  if (values.length === 0) return [];
  return tx.query<Loaded>(`select * from ${tx.table(table)} where ${quoted(column)} = any($1)`, [values]);
}
