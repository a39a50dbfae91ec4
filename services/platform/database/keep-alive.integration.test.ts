import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { listenForWork } from '../work-notices/index.ts';
import { connectDatabase } from './index.ts';

afterEach(() => vi.restoreAllMocks());

test('a connection that is silent is asked for: those of a pool, and the one that listens for work', async () => {
  const url = await testDatabase();
  const asked = vi.spyOn(net.Socket.prototype, 'setKeepAlive');
  const { pool, close } = connectDatabase(url);
  await pool.query('select 1');
  expect(asked.mock.calls).toEqual([[true, 10_000]]);

  const ending = new AbortController();
  const work = listenForWork(url, { name: 'listener', onLost: (error) => expect.unreachable(error.message) });
  const waiting = work.until('errands', 60_000, ending.signal);
  await expect.poll(() => asked.mock.calls, { timeout: 30_000 }).toEqual(Array(2).fill([true, 10_000]));
  ending.abort();
  await waiting;
  await work.close();
  await close();
});
