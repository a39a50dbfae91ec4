import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#services/platform/database/index.ts';
import type { AnyProjection } from './projection.ts';
import type { Table } from './table.ts';
import { inTransaction } from './transactions.ts';

/** Gives the qualified, quoted name of a build's table. */
type TableName = (table: string) => string;

const BEFORE = 'read_before_';

/** True once a build of the table's read model was ever made: a fresh database has no view to ask. */
export async function isPublished(db: Db, { name }: Table): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`read.${name}`}) is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/** Makes `read.<table>` show a first build's tables, which have no readers yet. */
export async function createViews(
  client: pg.ClientBase,
  projection: AnyProjection,
  tableOf: TableName,
): Promise<void> {
  await oneAtATime(client);
  for (const { name } of projection.tables) {
    await client.query(`drop view if exists read."${name}"`);
    await client.query(`create view read."${name}" as select * from ${tableOf(name)}`);
  }
}

/**
 * Makes `read.<table>` show these tables instead, while it is being read. The views themselves are not touched: who
 * replaces a view waits for its readers, and of two views of one statement each side could hold one and wait for the
 * other, which Postgres ends by failing either. A second schema with all views takes the name `read` instead, and the
 * one before stays, under a name with `mark`, for the statements that have begun (`dropViewsBefore` removes it).
 */
export async function replaceViews(
  client: pg.ClientBase,
  projection: AnyProjection,
  tableOf: TableName,
  mark: string,
): Promise<void> {
  await oneAtATime(client);
  const { rows: others } = await client.query<{ name: string; definition: string }>(
    `select viewname as name, definition from pg_views where schemaname = 'read' and viewname <> all($1)`,
    [projection.tables.map(({ name }) => name)],
  );
  const shows = (view: string, definition: string) => `create view read_next."${view}" as ${definition}`;
  await client.query(
    [
      'create schema read_next',
      ...others.map(({ name, definition }) => shows(name, definition.replace(/;\s*$/, ''))),
      ...projection.tables.map(({ name }) => shows(name, `select * from ${tableOf(name)}`)),
      `alter schema read rename to "${BEFORE}${mark}"`,
      'alter schema read_next rename to read',
    ].join(';'),
  );
}

/** Removes what flips left for the statements that had begun. Each view for itself: one who waits for it may hold another. */
export async function dropViewsBefore(pool: pg.Pool): Promise<void> {
  const drop = (what: string) =>
    inTransaction(pool, `begin; set local lock_timeout = '10s';`, (client) => client.query(what));
  const { rows: schemas } = await pool.query<{ name: string }>(
    'select nspname as name from pg_namespace where starts_with(nspname, $1)',
    [BEFORE],
  );
  for (const { name } of schemas) {
    const { rows: views } = await pool.query<{ view: string }>(
      'select viewname as view from pg_views where schemaname = $1',
      [name],
    );
    for (const { view } of views) await drop(`drop view if exists "${name}"."${view}"`);
    await drop(`drop schema if exists "${name}"`);
  }
}

/** The schema's views are changed by one transaction at a time, until it ends. */
async function oneAtATime(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('vitrine: views of read models', 0))`);
}
