import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { JobCounts } from '#services/platform/figures/index.ts';

/** How many syncs that somebody asked for are open, and how many have failed at an instance. */
export async function syncRunCounts(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where finished_at is null)::int as open, min(requested_at) filter (where finished_at is null) as oldest,
      (count(*) filter (where finished_at is not null and jsonb_path_exists(reports, '$[*].failed ? (@ != null)')))::int as failed
    from vitrine.sync_run`.execute(db);
  return rows[0] ?? { open: 0, oldest: null, failed: 0 };
}
