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

/** Adds counts under keys, each in a window of `windowMs` milliseconds from its first; returns the totals. */
export type CountMany = (
  counted: readonly { key: string; count: number }[],
  windowMs: number,
) => Promise<number[]>;

const TRIM_EVERY_MS = 600_000;

/** Counts in Postgres and by its clock, so that all processes count together. */
export function countAttempts(db: Db): Attempts {
  let trimmedAt = performance.now();

  return async (key, windowMs) => {
    if (performance.now() - trimmedAt > TRIM_EVERY_MS) {
      trimmedAt = performance.now();
      await sql`delete from vitrine.attempt where ends_at < now()`.execute(db);
    }
    const { rows } = await sql<Counted>`
      insert into vitrine.attempt as known (what, count, ends_at)
      values (${hashOf(key)}, 1, now() + ${windowMs} * interval '1 millisecond')
      on conflict (what) do update set
        count = case when known.ends_at <= now() then 1 else known.count + 1 end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning count as current, ceil(extract(epoch from ends_at - now()) * 1000)::int as ttl`.execute(db);
    const [counted] = rows;
    if (!counted) throw new Error(`an attempt was not counted`);
    return counted;
  };
}

/** The same for many keys in one statement. */
export function countManyAttempts(db: Db): CountMany {
  return async (counted, windowMs) => {
    const added = counted.map(({ key, count }) => ({ what: hashOf(key), count }));
    // Sorted, so that two processes never wait for each other's rows.
    const { rows } = await sql<{ what: string; count: number }>`
      insert into vitrine.attempt as known (what, count, ends_at)
      select what, count, now() + ${windowMs} * interval '1 millisecond'
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (what text, count int) order by what
      on conflict (what) do update set count = known.count + excluded.count
      returning what, count`.execute(db);
    const totals = new Map(rows.map(({ what, count }) => [what, count]));
    return added.map(({ what, count }) => totals.get(what) ?? count);
  };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
