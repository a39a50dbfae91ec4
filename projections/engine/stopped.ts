import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#services/platform/database/index.ts';
import type { Lease } from '#services/platform/leases/index.ts';
import { reasonOf } from './failures.ts';
import { inTransaction } from './transactions.ts';

/**
 * Notes on the live build that its follower had to stop, and why. Of several stops without success in between the
 * first one's time counts, and the last one's reason. Nothing is noted once another process has the lease.
 */
export async function noteStopped(
  pool: pg.Pool,
  projection: string,
  lease: Lease,
  error: unknown,
): Promise<void> {
  // The lease is given back afterwards, and another process waits for it.
  await inTransaction(pool, `begin; set local lock_timeout = '2s'`, async (client) => {
    if (!(await lease.holdsIn(client))) return;
    await client.query(
      `update vitrine.projection_build set stopped_at = coalesce(stopped_at, now()), stopped_why = $2
       where name = $1 and state = 'live'`,
      [projection, reasonOf(error)],
    );
  });
}

/** These follow the log, and have come to its end. */
export async function noteFollowed(pool: pg.Pool, projections: readonly string[]): Promise<void> {
  await pool.query(
    `update vitrine.projection_build set stopped_at = null, stopped_why = null
     where name = any($1) and state = 'live' and stopped_at is not null`,
    [projections],
  );
}

/** For how many seconds each projection has been stopped, by name; those that follow the log are left out. */
export async function stoppedSeconds(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select name, extract(epoch from clock_timestamp() - stopped_at)::float8 as seconds
    from vitrine.projection_build where state = 'live' and stopped_at is not null`.execute(db);
  return new Map(rows.map(({ name, seconds }) => [name, seconds]));
}
