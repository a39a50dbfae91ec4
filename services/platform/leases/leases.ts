import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { isDatabaseAway } from '../database/index.ts';
import type { ProcessLog } from '../process-log.ts';
import { repeatedFailures } from '../repeated-failures.ts';
import { messageOf } from '../message-of.ts';

/** Shortened by tests, in milliseconds. All processes that share leases must use the same. */
export type LeasePace = {
  /** Between two signs of life. */
  readonly beatMs: number;
  /** A holder that has been silent for longer loses its leases. */
  readonly staleMs: number;
};

const LEASE_PACE: LeasePace = { beatMs: 1_000, staleMs: 5_000 };

/** The exclusive right to do something, for as long as its holder shows signs of life. */
export type Lease = {
  readonly name: string;
  /** Rises each time the lease changes hands. */
  readonly fence: number;
  /** Aborted once another process may have it: the holder was silent for too long, or finds that it was taken. */
  readonly lost: AbortSignal;
  /** True when this holder still has it. Within an open transaction of the client, it keeps it until that ends. */
  readonly holdsIn: (client: pg.ClientBase) => Promise<boolean>;
  /** Frees it for others immediately. Never rejects: a lease that cannot be released expires. */
  readonly give: () => Promise<void>;
};

export type Leases = {
  /** Tries without waiting. Returns the lease when it is free or already ours, else null. */
  readonly take: (name: string) => Promise<Lease | null>;
  /** Those of these that no other holder has, in one question. */
  readonly free: (names: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Every lease that was ever asked for, by name, and whether we hold it now. */
  readonly held: () => ReadonlyMap<string, boolean>;
  /** Gives everything back. */
  readonly close: () => Promise<void>;
};

export type LeaseOptions = {
  readonly log?: ProcessLog;
  readonly pace?: LeasePace;
  /** Called when leases are lost because Postgres gave no answer for too long. */
  readonly onSilence?: () => void;
};

type Held = Lease & { readonly lose: (why: string) => void; heardAt: number };

/**
 * An SQL condition on a row of vitrine.lease: its holder showed a sign of life within `staleMs` and has a connection.
 */
export const holderLives = ({ staleMs }: LeasePace = LEASE_PACE): string =>
  `holder is not null and beat_at > clock_timestamp() - interval '${staleMs} milliseconds'
   and exists (select from pg_stat_activity where application_name = split_part(holder, '/', 1))`;

/**
 * Opens leases for one holder: rows of vitrine.lease with a heartbeat by the database's clock. A lease is taken over from
 * a holder that has no connection left (it was killed) immediately, from one that hangs after `staleMs`. Transactions that a
 * hanging holder left open are ended first: their locks would keep the next one waiting, and what they hold uncommitted
 * never happens. A lease saves work; what keeps a process that wakes up again from doing harm is a fence of each thing
 * written: a checkpoint's expected position, an expected revision, a key used once.
 * @param pool best of its own: a heartbeat that waits for a connection is a heartbeat missed. Its connections must
 *   carry this process' name (`connectDatabase` sees to it).
 */
export function openLeases(pool: pg.Pool, { log, pace = LEASE_PACE, onSilence }: LeaseOptions = {}): Leases {
  const connections = pool.options.application_name ?? '';
  const holder = `${connections}/${randomBytes(4).toString('hex')}`;
  const mine = new Map<string, Held>();
  const asked = new Set<string>();
  let beating = false;
  const unheard = repeatedFailures((message) =>
    log?.warn(`no sign of life can be given to the leases: ${message}`),
  );
  const untaken = repeatedFailures((message) => log?.warn(`no lease can be taken: ${message}`));
  let timer: NodeJS.Timeout | undefined;

  function hold(name: string, fence: number, heardAt: number): Held {
    const lost = new AbortController();
    const held: Held = {
      name,
      fence,
      heardAt,
      lost: lost.signal,
      lose(why) {
        if (mine.get(name) !== held) return;
        letGo(name);
        log?.warn(`the lease "${name}" (fence ${fence}) is lost: ${why}`);
        lost.abort(new Error(`the lease "${name}" is lost: ${why}`));
      },
      async holdsIn(client) {
        const { rowCount } = await client.query(
          'select from vitrine.lease where name = $1 and holder = $2 and fence = $3 for share',
          [name, holder, fence],
        );
        return rowCount === 1;
      },
      async give() {
        if (mine.get(name) !== held) return;
        letGo(name);
        await pool
          .query('update vitrine.lease set holder = null where name = $1 and holder = $2 and fence = $3', [
            name,
            holder,
            fence,
          ])
          .catch((error: unknown) =>
            log?.warn(`the lease "${name}" could not be given back: ${messageOf(error)}`),
          );
      },
    };
    mine.set(name, held);
    timer ??= setInterval(() => void beat(), pace.beatMs).unref();
    return held;
  }

  function letGo(name: string): void {
    mine.delete(name);
    if (mine.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function take(name: string): Promise<Lease | null> {
    asked.add(name);
    try {
      const lease = await tryToTake(name);
      untaken.over();
      return lease;
    } catch (error) {
      if (isDatabaseAway(error)) untaken.note(error);
      throw error;
    }
  }

  async function free(names: readonly string[]): Promise<ReadonlySet<string>> {
    for (const name of names) asked.add(name);
    const { rows } = await pool.query<{ name: string }>(
      `select name from vitrine.lease where name = any($1) and holder <> $2 and ${holderLives(pace)}`,
      [names, holder],
    );
    const taken = new Set(rows.map(({ name }) => name));
    return new Set(names.filter((name) => !taken.has(name)));
  }

  async function tryToTake(name: string): Promise<Lease | null> {
    const own = mine.get(name);
    if (own) return own;
    const before = await pool.query<{ holder: string | null; fence: number; lives: boolean; silent: string }>(
      `select holder, fence, ${holderLives(pace)} as lives, round(extract(epoch from clock_timestamp() - beat_at), 1)::text as silent
       from vitrine.lease where name = $1`,
      [name],
    );
    const known = before.rows[0];
    // One of this process' own could not be given back: it is taken again, in its next fence.
    const others = known?.holder === holder ? null : known?.holder;
    if (others && known?.lives) return null;
    if (others) await endTransactionsOf(others);
    const askedAt = performance.now();
    const { rows } = await pool.query<{ fence: number }>(
      `insert into vitrine.lease as l (name, holder, fence, taken_at, beat_at)
         values ($1, $3, 1, clock_timestamp(), clock_timestamp())
       on conflict (name) do update set holder = excluded.holder, fence = l.fence + 1,
         taken_at = clock_timestamp(), beat_at = clock_timestamp()
       where l.fence = $2 and l.holder is not distinct from $4
       returning fence`,
      [name, known?.fence ?? null, holder, known?.holder ?? null],
    );
    const taken = rows[0];
    if (!taken) return null;
    const from = others ? `, taken over from ${others}, not heard of for ${known?.silent} s` : '';
    log?.info(`this process leads "${name}" (fence ${taken.fence}${from})`);
    return hold(name, taken.fence, askedAt);
  }

  /** A process that hangs inside a transaction holds its locks for as long as it hangs. */
  async function endTransactionsOf(former: string): Promise<void> {
    const [name = ''] = former.split('/');
    if (name === connections) return;
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and xact_start is not null and datname = current_database()`,
      [name],
    );
  }

  function loseTheSilent(): void {
    const now = performance.now();
    const silent = [...mine.values()].filter(({ heardAt }) => now - heardAt > pace.staleMs);
    for (const held of silent) held.lose(`no sign of life could be given for ${pace.staleMs / 1000} s`);
    if (silent.length > 0) onSilence?.();
  }

  async function beat(): Promise<void> {
    loseTheSilent();
    if (beating || mine.size === 0) return;
    beating = true;
    const all = [...mine.values()];
    const askedAt = performance.now();
    try {
      const { rows } = await pool.query<{ name: string }>(
        'update vitrine.lease set beat_at = clock_timestamp() where holder = $1 and name = any($2) returning name',
        [holder, all.map(({ name }) => name)],
      );
      unheard.over();
      const heard = new Set(rows.map(({ name }) => name));
      for (const held of all) {
        if (heard.has(held.name)) held.heardAt = askedAt;
        else held.lose('another process has taken it over');
      }
    } catch (error) {
      // Unknown whether the sign of life arrived; too long a silence ends the lease.
      unheard.note(error);
    } finally {
      beating = false;
    }
  }

  return {
    take,
    free,
    held: () => new Map([...asked].map((name) => [name, mine.has(name)])),
    async close() {
      await Promise.all([...mine.values()].map((held) => held.give()));
    },
  };
}
