import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { JobCounts } from '#services/platform/figures/index.ts';

/** How many rebuilds that somebody asked for are open, and how many were given up. */
export async function rebuildCounts(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where finished_at is null)::int as open, min(requested_at) filter (where finished_at is null) as oldest,
      (count(*) filter (where finished_at is not null and failure is not null))::int as failed
    from vitrine.rebuild_job`.execute(db);
  return rows[0] ?? { open: 0, oldest: null, failed: 0 };
}
