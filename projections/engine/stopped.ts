import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#services/platform/database/index.ts';
import type { Lease } from '#services/platform/leases/index.ts';
import { reasonOf } from './failures.ts';
import { inTransaction } from './transactions.ts';

/**
 * The condition under which a build stands still: it was noted as stopped, and its checkpoint has not moved since.
 * @param build the table's name in the statement
 */
export const standsStill = (build: string): string =>
  `${build}.stopped_at >= coalesce(${build}.updated_at, '-infinity')`;

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
      `update vitrine.projection_build b set stopped_why = $2,
         stopped_at = case when ${standsStill('b')} then b.stopped_at else clock_timestamp() end
       where name = $1 and state = 'live'`,
      [projection, reasonOf(error)],
    );
  });
}

/**
 * Those of these that were stopped follow the log again under their leases, and have come to its end.
 * @param looking a pool with a limit of time
 */
export async function noteFollowed(
  pool: pg.Pool,
  looking: pg.Pool,
  leases: ReadonlyMap<string, Lease>,
): Promise<void> {
  const { rows } = await looking.query<{ name: string }>(
    `select name from vitrine.projection_build where name = any($1) and state = 'live' and stopped_at is not null`,
    [[...leases.keys()]],
  );
  for (const { name } of rows)
    await inTransaction(pool, 'begin', async (client) => {
      if (!(await leases.get(name)?.holdsIn(client))) return;
      await client.query(
        `update vitrine.projection_build set stopped_at = null, stopped_why = null where name = $1 and state = 'live'`,
        [name],
      );
    });
}

/** For how many seconds each projection has been stopped, by name; those that follow the log are left out. */
export async function stoppedSeconds(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select name, extract(epoch from clock_timestamp() - stopped_at)::float8 as seconds
    from vitrine.projection_build b where state = 'live' and ${sql.raw(standsStill('b'))}`.execute(db);
  return new Map(rows.map(({ name, seconds }) => [name, seconds]));
}
