import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { leaseMigrations } from '../leases/migrations.ts';
import { workNoticeMigrations } from '../work-notices/migrations.ts';
import { isLocked } from './away.ts';
import type { Migration } from './migration.ts';
import { namesInOrderMigrations, refreshOrderOfNames, withoutOrderOfNames } from './names-in-order.ts';
import { onOneConnection } from './on-one-connection.ts';
import { requireNoRestore, restoreMarkMigrations } from './restore-mark.ts';

/** Puts the migrations first that those of the capabilities depend on. */
const withOurs = (migrations: readonly Migration[]): Migration[] => [
  ...restoreMarkMigrations,
  ...leaseMigrations,
  ...workNoticeMigrations,
  ...namesInOrderMigrations,
  ...migrations,
];

/** The names of all migrations that `migrate` runs for these. */
export const migrationNames = (migrations: readonly Migration[]): string[] =>
  withOurs(migrations).map(({ name }) => name);

/** The names of the migrations that have run. Call it on a database that has been migrated. */
export async function migrationsRun(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from vitrine.migration');
  return rows.map(({ name }) => name);
}

/** A later version of Vitrine has changed the tables; the message names what it did, and the way out. */
export class DatabaseOfLaterVersion extends Error {
  override readonly name = 'DatabaseOfLaterVersion';
  constructor(later: readonly string[]) {
    super(
      `The database was migrated by a later version of Vitrine (${later.join(', ')}). Start that version, or restore the backup that was made before it.`,
    );
  }
}

const MIGRATION_LOCK = 7_401_001;
/**
 * A change of a table waits for those who read it, a backup say, and all who come after it wait behind it: it makes
 * way after these milliseconds, and tries again once they have had their turn.
 */
const LOCK_PATIENCE_MS = 3_000;
const MAKE_WAY_MS = 1_000;
const TRIES = 20;

/**
 * Runs the migrations that have not run yet, those of restores, leases, work notices and the order of names first, each
 * in a transaction. An advisory lock makes sure that two processes starting together run each once. Throws with the
 * migration's name when one fails, also when others hold its tables for over a minute; StoreUnusable for a database that
 * is not UTF-8, or whose Postgres has no ICU; and UnfinishedRestore, with nothing written.
 * @param options.restoring the caller is the restore that may be under way
 * @param options.areAll these are all that this version of Vitrine has: others are a later version's, which changed
 *   tables that this one does not know, and DatabaseOfLaterVersion is thrown before anything is changed
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  { restoring = false, areAll = false }: { restoring?: boolean; areAll?: boolean } = {},
): Promise<void> {
  await onOneConnection(pool, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!restoring) await requireNoRestore(client);
    await client.query('create schema if not exists vitrine');
    await client.query(
      'create table if not exists vitrine.migration (name text primary key, run_at timestamptz not null default now())',
    );
    const done = new Set(await migrationsRun(client));
    if (areAll) refuseLater(done, migrationNames(migrations));
    for (const migration of withOurs(migrations)) if (!done.has(migration.name)) await run(client, migration);
    await refreshOrderOfNames(client);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  });
}

function refuseLater(done: ReadonlySet<string>, known: readonly string[]): void {
  const later = [...done].filter((name) => !known.includes(name));
  if (later.length > 0) throw new DatabaseOfLaterVersion(later);
}

async function run(client: pg.ClientBase, { name, sql }: Migration): Promise<void> {
  for (let tried = 1; ; tried++)
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${LOCK_PATIENCE_MS}`);
      await client.query(sql);
      await client.query('insert into vitrine.migration (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      if (!isLocked(error))
        throw withoutOrderOfNames(name, error) ?? new Error(`migration ${name} failed`, { cause: error });
      if (tried === TRIES)
        throw new Error(
          `migration ${name} failed: others hold its tables, a backup perhaps. Start again once they have ended.`,
          { cause: error },
        );
      await client.query('rollback');
      await sleep(MAKE_WAY_MS);
    }
}
