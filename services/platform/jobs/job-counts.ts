import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/index.ts';

/** The jobs of one kind, from the table that they are kept in. */
export type JobCounts = {
  /** Asked for and not ended. */
  readonly open: number;
  /** When the oldest open job was asked for, or due. */
  readonly oldest: Date | null;
  /** Ended without success, of those that are still in the table. */
  readonly failed: number;
};

/**
 * Counts the jobs of a table, such as `vitrine.bill_run`; the conditions are SQL over its columns.
 * @param since the time from which an open job waits
 */
export async function jobCounts(
  db: Db,
  table: string,
  {
    open,
    failed,
    since = sql`requested_at`,
  }: Record<'open' | 'failed', RawBuilder<unknown>> & {
    since?: RawBuilder<unknown>;
  },
): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select (count(*) filter (where ${open}))::int as open, min(${since}) filter (where ${open}) as oldest,
      (count(*) filter (where ${failed}))::int as failed
    from ${sql.table(table)}`.execute(db);
  return rows[0]!;
}
