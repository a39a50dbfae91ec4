import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Migration } from '../database/index.ts';

export const attemptMigrations: readonly Migration[] = [
  {
    name: 'attempts-1',
    sql: `
      -- What rate limits count. Unlogged: a crash of Postgres forgets the attempts of the last hour, and nothing else.
      create unlogged table vitrine.attempt (
        -- Hash of the limit's name and whom it counts: no list of addresses and user names is kept.
        what text primary key,
        count int not null,
        ends_at timestamptz not null
      );
      create index attempt_ended on vitrine.attempt (ends_at);`,
  },
];

export type Counted = {
  /** Attempts in the window so far, this one included. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
};

/** Counts one more attempt under a key; a window begins with its first and lasts `windowMs` milliseconds. */
export type Attempts = (key: string, windowMs: number) => Promise<Counted>;

const TRIM_EVERY_MS = 600_000;

/** Counts in Postgres, by its clock: once for all processes. */
export function countAttempts(db: Db): Attempts {
  let trimmedAt = performance.now();

  return async (key, windowMs) => {
    if (performance.now() - trimmedAt > TRIM_EVERY_MS) {
      trimmedAt = performance.now();
      await sql`delete from vitrine.attempt where ends_at < now()`.execute(db);
    }
    const what = createHash('sha256').update(key).digest('base64url');
    const { rows } = await sql<Counted>`
      insert into vitrine.attempt as known (what, count, ends_at)
      values (${what}, 1, now() + ${windowMs} * interval '1 millisecond')
      on conflict (what) do update set
        count = case when known.ends_at <= now() then 1 else known.count + 1 end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning count as current, ceil(extract(epoch from ends_at - now()) * 1000)::int as ttl`.execute(db);
    const [counted] = rows;
    if (!counted) throw new Error(`an attempt was not counted`);
    return counted;
  };
}
