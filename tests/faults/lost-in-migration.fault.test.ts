import { afterEach, expect, test } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { movableWire } from '#tests/support/movable-wire.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';

const UNUSED_PORT = 9;
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** The number of the advisory lock under which migrations run. */
const MIGRATION_LOCK = 7_401_001;

// Without pages its health has a server of its own, which would keep a process that waits for ever alive.
test.each(['api', 'projections'])(
  'Postgres lost while a process (%s) migrates ends it with the reason and exit code 1',
  async (roles) => {
    const url = new URL(await testDatabase());
    const store = await startEmbeddedEventStoreForTests(url.href);
    open.push(store.close);
    const wire = await movableWire(Number(url.port));
    open.push(wire.close);
    const keeper = connectDatabase(url.href, { max: 2, name: 'keeps migrations waiting' });
    open.push(keeper.close);
    const lock = await keeper.pool.connect();
    open.push(() => lock.release(true));
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);

    url.host = `127.0.0.1:${wire.port}`;
    const starting = startProgram('services/main.ts', [], {
      DATABASE_URL: url.href,
      EVENTSTORE_URL: store.connectionString,
      JWT_SECRET: 'a secret of the tests, long enough',
      PORT: '0',
      VITRINE_ROLES: roles,
    });
    open.push(() => starting.destroy());
    const waits = () =>
      keeper.pool
        .query(`select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`)
        .then(({ rowCount }) => rowCount);
    await expect.poll(waits, { timeout: 60_000, interval: 100 }).toBe(1);
    wire.leadTo(UNUSED_PORT);
    expect([await starting.ended(30_000), starting.output()]).toEqual([
      1,
      expect.stringMatching(/Connection terminated|ECONN/),
    ]);
  },
);
