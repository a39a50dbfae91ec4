import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { holderLives } from './leases.ts';

export type LeaseState = {
  readonly name: string;
  /** The process that has the lease now; null without a living one. */
  readonly holder: string | null;
  readonly fence: number;
  /** Seconds since the last sign of life of a holder; for a process that ended in order, since its end. */
  readonly silentSeconds: number;
};

/** Which process has each lease, by the lease's name. */
export async function leaseStates(db: Db): Promise<Map<string, LeaseState>> {
  const { rows } = await sql<LeaseState>`
    select name, case when ${sql.raw(holderLives())} then holder end as holder, fence,
      extract(epoch from clock_timestamp() - beat_at)::float8 as "silentSeconds"
    from vitrine.lease`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}
