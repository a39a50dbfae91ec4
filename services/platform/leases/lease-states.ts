import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { holderLives } from './leases.ts';

export type LeaseState = {
  readonly name: string;
  /** The process that does it now; null without a live one. */
  readonly holder: string | null;
  readonly fence: number;
  /** Seconds since a holder was last heard; a process that ended in order counts until its end. */
  readonly silentSeconds: number;
};

/** Who does what is done by one process at a time, by the lease's name. */
export async function leaseStates(db: Db): Promise<Map<string, LeaseState>> {
  const { rows } = await sql<LeaseState>`
    select name, case when ${sql.raw(holderLives())} then holder end as holder, fence,
      extract(epoch from clock_timestamp() - beat_at)::float8 as "silentSeconds"
    from vitrine.lease`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}
