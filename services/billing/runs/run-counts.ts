import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { JobCounts } from '#services/platform/figures/index.ts';

/** How many bill runs are open, and how many have failed. */
export async function billRunCounts(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where finished_at is null)::int as open, min(requested_at) filter (where finished_at is null) as oldest,
      (count(*) filter (where failure is not null))::int as failed
    from vitrine.bill_run`.execute(db);
  return rows[0] ?? { open: 0, oldest: null, failed: 0 };
}
