import type pg from 'pg';
import type { Migration } from './migration.ts';

/** Run before all others: a restore marks its database before it copies or loads anything. */
export const restoreMarkMigrations: readonly Migration[] = [
  {
    name: 'restore-mark-1',
    sql: `
      -- The backup that is being brought back into this database; no row before a restore begins and after it has ended.
      create table vitrine.restore_begun (
        backup_made_at text primary key,
        -- Its rows are in the tables, as they were; what has come since, and the places in the log, may be missing.
        tables_back boolean not null default false
      );`,
  },
];

/** A restore into this database has begun and not ended. */
export class UnfinishedRestore extends Error {
  override readonly name = 'UnfinishedRestore';
  constructor(madeAt: string) {
    super(
      `The restore of the backup of ${madeAt} into this database (DATABASE_URL) is unfinished. Finish it with the command that began it (npm run restore): it goes on where it stopped. Or use another, empty database and event store.`,
    );
  }
}

/** Throws UnfinishedRestore. */
export async function requireNoRestore(client: pg.ClientBase | pg.Pool): Promise<void> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('vitrine.restore_begun') is not null as there`,
  );
  if (!tables[0]?.there) return;
  const { rows } = await client.query<{ madeAt: string }>(
    'select backup_made_at as "madeAt" from vitrine.restore_begun',
  );
  if (rows[0]) throw new UnfinishedRestore(rows[0].madeAt);
}

/** Marks the database, in place of an earlier mark: from now on only a restore may use it. */
export async function noteRestoreBegun(client: pg.ClientBase, madeAt: string): Promise<void> {
  await client.query(
    `with others as (delete from vitrine.restore_begun where backup_made_at <> $1)
     insert into vitrine.restore_begun (backup_made_at) values ($1) on conflict do nothing`,
    [madeAt],
  );
}

/** Run it in the transaction that brings the tables back. */
export async function noteTablesBack(client: pg.ClientBase): Promise<void> {
  await client.query('update vitrine.restore_begun set tables_back = true');
}

/** Whether the restore of the backup of this moment has brought the tables back, and has still to end. */
export async function areTablesBack(client: pg.ClientBase, madeAt: string): Promise<boolean> {
  const { rows } = await client.query<{ back: boolean }>(
    'select tables_back as back from vitrine.restore_begun where backup_made_at = $1',
    [madeAt],
  );
  return rows[0]?.back === true;
}

/** Run it in the transaction after which everything is back. */
export async function noteRestoreEnded(client: pg.ClientBase): Promise<void> {
  await client.query('delete from vitrine.restore_begun');
}
