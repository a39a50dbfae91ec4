import type pg from 'pg';

/**
 * Lends `work` a connection for several statements in a row: a transaction, a session's lock. When it throws, the
 * connection is thrown away, and with it what the work left open: one that broke answers neither a rollback nor an
 * unlock, and one that is never given back keeps the pool from closing.
 */
export async function onOneConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let done = false;
  try {
    const result = await work(client);
    done = true;
    return result;
  } finally {
    client.release(!done);
  }
}
