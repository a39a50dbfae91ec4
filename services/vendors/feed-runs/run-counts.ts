import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { JobCounts } from '#services/platform/figures/index.ts';

/** How many feed runs wait for the job, and how many could not use their file. */
export async function feedRunCounts(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where is_open)::int as open, min(coalesce(decided_at, requested_at)) filter (where is_open) as oldest,
      (count(*) filter (where state = 'FAILED'))::int as failed
    from (select *, state in ('WAITING', 'READING', 'APPLYING', 'TAKING_BACK') as is_open from vitrine.feed_run) as run`.execute(
    db,
  );
  return rows[0] ?? { open: 0, oldest: null, failed: 0 };
}
