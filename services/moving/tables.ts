import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { keepCompressed, uncompressed, type KeptFile } from './kept-files.ts';

/** The plain tables, and those of the demo's trading system, which stands beside them. */
const SCHEMAS = ['vitrine', 'trading_simulator'];

/** Tables that are made again from the log, or belong to their own database. */
export const LEFT_OUT: readonly string[] = [
  'migration',
  'lease',
  'snapshot',
  'projection_build',
  'projection_place',
  'projection_parked',
  'projection_skipped',
  'rebuild_job',
  'restored',
  'restore_begun',
];

type Table = { readonly schema: string; readonly name: string; readonly columns: readonly string[] };
export type KeptTable = Table & KeptFile & { readonly rows: number };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const nameOf = ({ schema, name }: Table): string => `${quoted(schema)}.${quoted(name)}`;
const columnsOf = ({ columns }: Table): string => columns.map(quoted).join(', ');

/** The tables that are kept, each behind those that it refers to. */
async function keptTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(distinct rn.nspname || '.' || r.relname) from pg_constraint k
         join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
         where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid), '{}') as "refersTo"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and not (n.nspname = 'vitrine' and c.relname = any($2))
     order by 1, 2`,
    [SCHEMAS, LEFT_OUT],
  );
  const sorted: Table[] = [];
  const placed = new Set<string>();
  let left = rows;
  while (left.length > 0) {
    const next = left.filter(({ refersTo }) => refersTo.every((one) => placed.has(one)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${left.map(nameOf).join(', ')}`);
    for (const { schema, name, columns } of next) {
      sorted.push({ schema, name, columns });
      placed.add(`${schema}.${name}`);
    }
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

/** Writes every table into a folder, each row as Postgres itself writes it. Run it inside one repeatable-read transaction. */
export async function dumpTables(client: pg.ClientBase, folder: string): Promise<KeptTable[]> {
  const kept: KeptTable[] = [];
  for (const table of await keptTables(client)) {
    const file = `table-${table.schema}-${table.name}.copy.gz`;
    const source = client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`));
    const sha256 = await keepCompressed(source, path.join(folder, file));
    kept.push({ ...table, file, sha256, rows: source.rowCount });
  }
  return kept;
}

/** The kept tables that hold rows: a database that is in use. */
export async function tablesInUse(client: pg.ClientBase): Promise<string[]> {
  const used: string[] = [];
  for (const table of await keptTables(client)) {
    const { rowCount } = await client.query(`select from ${nameOf(table)} limit 1`);
    if (rowCount) used.push(`${table.schema}.${table.name}`);
  }
  return used;
}

/**
 * Fills the empty tables of a migrated database with what `dumpTables` wrote, in the same order. Run it inside a
 * transaction. Throws when a table or a column is not there, or fewer rows come than were kept.
 */
export async function loadTables(
  client: pg.ClientBase,
  folder: string,
  tables: readonly KeptTable[],
): Promise<void> {
  for (const table of tables) {
    const target = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
    await pipeline(uncompressed(path.join(folder, table.file)), target);
    if (target.rowCount !== table.rows)
      throw new Error(`${table.name}: ${target.rowCount} of ${table.rows} rows came back`);
    await raiseSequences(client, table);
  }
}

/** What a table numbers itself goes on behind its last row. */
async function raiseSequences(client: pg.ClientBase, table: Table): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select "column", sequence from unnest($2::text[]) as "column", pg_get_serial_sequence($1, "column") as sequence
     where sequence is not null`,
    [nameOf(table), table.columns],
  );
  for (const { column, sequence } of rows)
    await client.query(
      `select setval($1::regclass, max(${quoted(column)})) from ${nameOf(table)} having count(*) > 0`,
      [sequence],
    );
}
