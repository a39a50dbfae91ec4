import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { JobCounts } from '#services/platform/figures/index.ts';

/** How many repricings are due and not carried out; a failing one is tried again for ever. */
export async function repricingCounts(db: Db, now: Date): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where finished_at is null and due_at <= ${now})::int as open, min(due_at) filter (where finished_at is null and due_at <= ${now}) as oldest,
      (count(*) filter (where false))::int as failed
    from vitrine.repricing`.execute(db);
  return rows[0] ?? { open: 0, oldest: null, failed: 0 };
}
