import type pg from 'pg';

/**
 * Advisory locks on one connection, given back by Postgres when the holder dies. They save work; what keeps two
 * workers from both writing is the fenced checkpoint (design, section 3).
 */
export type Leases = {
  /** Tries without waiting; true when held (also from before). */
  readonly take: (subject: string) => Promise<boolean>;
  readonly give: (subject: string) => Promise<void>;
  /** Aborted when the connection, and with it every lease, is lost. */
  readonly lost: AbortSignal;
  /** Gives everything back and the connection up. */
  readonly close: () => Promise<void>;
};

/** What names a lease: a projection being followed, or a projection being rebuilt. */
export const followingOf = (projection: string): string => `vitrine: follow ${projection}`;
export const rebuildingOf = (projection: string): string => `vitrine: rebuild ${projection}`;

/** Opens leases on a connection of their own. */
export async function openLeases(pool: pg.Pool): Promise<Leases> {
  const client = await pool.connect();
  const lost = new AbortController();
  const held = new Set<string>();
  let closed = false;
  // One connection runs one statement at a time.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work, work);
    turn = result;
    return result;
  };
  client.on('error', (error) => lost.abort(error));

  return {
    lost: lost.signal,
    take: (subject) =>
      inTurn(async () => {
        if (held.has(subject)) return true;
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
          [subject],
        );
        if (rows[0]?.taken) held.add(subject);
        return held.has(subject);
      }),
    give: (subject) =>
      inTurn(async () => {
        if (held.delete(subject))
          await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [subject]);
      }),
    async close() {
      if (closed) return;
      closed = true;
      try {
        await inTurn(async () => {
          if (!lost.signal.aborted) await client.query('select pg_advisory_unlock_all()');
        });
      } catch (error) {
        lost.abort(error);
      } finally {
        // The connection ends instead of going back to the pool: nothing can stay locked by mistake.
        client.release(true);
      }
    },
  };
}
