import type pg from 'pg';
import type { Migration } from '#services/platform/database/index.ts';

export const restoreMigrations: readonly Migration[] = [
  {
    name: 'restored-1',
    sql: `
      -- The backup that was brought back into this database, with its log's id there; no row where none was.
      create table vitrine.restored (backup_made_at text primary key, log_id text not null);`,
  },
];

/** Notes it in the transaction after which everything is back; a database that was emptied since may have the note already. */
export async function noteRestored(client: pg.ClientBase, madeAt: string, logId: string): Promise<void> {
  await client.query(
    `insert into vitrine.restored (backup_made_at, log_id) values ($1, $2)
     on conflict (backup_made_at) do update set log_id = excluded.log_id`,
    [madeAt, logId],
  );
}

/** The id of the log that the backup of this moment was brought back into; undefined where it was not. */
export async function restoredInto(client: pg.ClientBase, madeAt: string): Promise<string | undefined> {
  const { rows } = await client.query<{ logId: string }>(
    'select log_id as "logId" from vitrine.restored where backup_made_at = $1',
    [madeAt],
  );
  return rows[0]?.logId;
}
