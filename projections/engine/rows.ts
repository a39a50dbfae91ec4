import type { ProjectionTx } from './projection.ts';
import { encodeTextArray, textOf } from './text-arrays.ts';

/** What the row helpers must know of a table: its short name, its primary key and every column that is written. */
export type TableShape = {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
};

/** A row by column name; null or left out is null. Instants, days and bigints as text or numbers; json, jsonb and array columns as they are. */
export type Row = Readonly<Record<string, unknown>>;

const quoted = (column: string): string => `"${column}"`;

/**
 * Inserts the rows or replaces those with the same key, in one statement. Two rows with the same key in one call fail,
 * as does a column that the table has not.
 */
export async function upsertRows(tx: ProjectionTx, table: TableShape, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const types = await tx.columnTypes(table.name);
  const columns = table.columns.map((column) => {
    const type = types.get(column);
    if (type === undefined) throw new Error(`table ${table.name} has no column ${column}`);
    return {
      name: quoted(column),
      type,
      values: encodeTextArray(rows.map((row) => textOf(row[column], type))),
    };
  });
  const updated = table.columns
    .filter((column) => !table.key.includes(column))
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  await tx.query(
    `insert into ${tx.table(table.name)} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map(({ type }, index) => `c${index}::${type}`).join(', ')}
     from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as given(${columns.map((_, index) => `c${index}`).join(', ')})
     on conflict (${table.key.map(quoted).join(', ')}) ${updated.length > 0 ? `do update set ${updated.join(', ')}` : 'do nothing'}`,
    columns.map(({ values }) => values),
  );
}

/** Deletes the rows whose column has one of the values. */
export async function deleteRows(
  tx: ProjectionTx,
  table: string,
  column: string,
  values: readonly (string | number)[],
): Promise<void> {
  if (values.length === 0) return;
  await tx.query(`delete from ${tx.table(table)} where ${await isOneOf(tx, table, column)}`, [
    encodeTextArray(values.map(String)),
  ]);
}

/** The rows whose column has one of the values, in no particular order. */
export async function loadRows<Loaded extends Record<string, unknown>>(
  tx: ProjectionTx,
  table: string,
  column: string,
  values: readonly (string | number)[],
): Promise<Loaded[]> {
  if (values.length === 0) return [];
  return tx.query<Loaded>(`select * from ${tx.table(table)} where ${await isOneOf(tx, table, column)}`, [
    encodeTextArray(values.map(String)),
  ]);
}

async function isOneOf(tx: ProjectionTx, table: string, column: string): Promise<string> {
  const type = (await tx.columnTypes(table)).get(column);
  if (type === undefined) throw new Error(`table ${table} has no column ${column}`);
  return `${quoted(column)} = any($1::text[]::${type}[])`;
}
