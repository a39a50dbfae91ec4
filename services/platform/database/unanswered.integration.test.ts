import net from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectDatabase, isDatabaseAway, type Database } from './index.ts';

/** Long, so that the part of it that may pass beside it is longer than a busy machine stands still. */
const WITHIN_MS = 4000;
const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A Postgres that can be made to hang, as a frozen one does: it keeps its connections and accepts new ones. */
async function freezable(): Promise<{ database: Database; freeze(): void; thaw(): void }> {
  const url = new URL(await testDatabase());
  const { port, hostname } = url;
  const ways = new Set<net.Socket>();
  let frozen = false;
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      ways.add(from);
      if (!frozen) from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ways.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      for (const way of ways) way.destroy();
      proxy.close();
    },
  });
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const database = connectDatabase(url.href, { max: 2, answerWithinMs: WITHIN_MS });
  open.push(database);
  return {
    database,
    freeze() {
      frozen = true;
      for (const way of ways) way.unpipe();
    },
    thaw() {
      frozen = false;
      for (const way of ways) way.destroy();
    },
  };
}

test('with Postgres frozen whatever was asked ends in time, and the next after it is back is answered', async () => {
  const { database, freeze, thaw } = await freezable();
  const { db, pool } = database;
  await sql`select 1`.execute(db);
  freeze();
  const since = performance.now();
  const asked = await Promise.allSettled([
    sql`select 1`.execute(db),
    // Its rollback would wait as long again.
    db.transaction().execute((transaction) => sql`select 1`.execute(transaction)),
    pool.query('select 1'),
    // More than there are connections: they wait for one.
    ...Array.from({ length: 5 }, () => sql`select 1`.execute(db)),
  ]);
  expect(performance.now() - since).toBeLessThan(WITHIN_MS * 1.75);
  const reasons = asked.map((one) => (one.status === 'rejected' ? one.reason : one));
  expect(reasons.map(isDatabaseAway), String(reasons)).toEqual(asked.map(() => true));
  thaw();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a statement that takes too long is given up by the server, and its connection stays', async () => {
  const { database } = await freezable();
  const { pool } = database;
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await pid();
  const failure = await sql`select pg_sleep(60)`.execute(database.db).catch((error: unknown) => error);
  expect(isDatabaseAway(failure), String(failure)).toBe(true);
  expect(await pid()).toBe(before);
});
