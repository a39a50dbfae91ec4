import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import { openLeases } from './leases.ts';
import { alwaysUnderLease } from './under-lease.ts';

let url: string;
let database: Database;
const logged: string[] = [];
const log = {
  info: (message: string) => void logged.push(message),
  warn: (message: string) => void logged.push(message),
};

beforeAll(async () => {
  url = await testDatabase();
  database = connectDatabase(url);
  await migrate(database.pool, []);
  await database.pool.query('create table held (by_program boolean); insert into held values (false)');
});
afterAll(() => database.close());

async function holderOf(lease: string): Promise<RunningProcess> {
  const running = startProgram('services/platform/leases/testing/holder-program.ts', [], {
    TEST_URL: url,
    TEST_LEASE: lease,
  });
  await running.printed(/holding/);
  return running;
}

/** Milliseconds until work under the lease has begun here and could change what the holder had locked. */
async function untilTakenOver(lease: string): Promise<number> {
  const since = performance.now();
  const stop = new AbortController();
  let took = Number.NaN;
  await alwaysUnderLease(
    { leases: openLeases(database.pool, { log }), name: lease, log, signal: stop.signal },
    async () => {
      await database.pool.query('update held set by_program = false');
      took = performance.now() - since;
      stop.abort();
    },
  );
  return took;
}

test('a holder that was killed is replaced immediately', async () => {
  const holder = await holderOf('killed');
  expect(await openLeases(database.pool).take('killed')).toBeNull();
  holder.signal('SIGKILL');
  await holder.ended();
  expect(await untilTakenOver('killed')).toBeLessThan(4_000);
});

test('a holder that hangs is replaced within ten seconds, with what it had locked, and gives up when it wakes', async () => {
  const holder = await holderOf('stopped');
  try {
    holder.signal('SIGSTOP');
    expect(await untilTakenOver('stopped')).toBeLessThan(10_000);
    const [, silent = ''] =
      /leads "stopped" \(fence 2, taken over from vitrine .*, not heard of for ([\d.]+) s\)/.exec(
        logged.join('\n'),
      ) ?? [];
    expect(Number(silent)).toBeGreaterThanOrEqual(5);
    expect(Number(silent)).toBeLessThan(10);
    const next = await openLeases(database.pool).take('stopped');
    expect(next).toMatchObject({ fence: 3 });
    holder.signal('SIGCONT');
    await holder.printed(/lost/);
    await holder.printed(/cut off/);
    expect(next?.lost.aborted).toBe(false);
    expect((await database.pool.query('select * from held')).rows).toEqual([{ by_program: false }]);
    await next?.give();
  } finally {
    await holder.destroy();
  }
});
