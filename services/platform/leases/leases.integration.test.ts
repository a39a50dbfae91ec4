import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { leaseStates } from './lease-states.ts';
import { openLeases } from './leases.ts';

/** Silent for longer than a busy machine stands still. */
const PACE = { beatMs: 20, staleMs: 1_500 };
let url: string;
let one: Database;
let other: Database;

beforeAll(async () => {
  url = await testDatabase();
  one = connectDatabase(url);
  other = connectDatabase(url);
  await migrate(one.pool, []);
});
afterAll(async () => {
  await one.close();
  await other.close();
});

test('one holder at a time; given back it is free immediately, and its fence rises', async () => {
  const first = openLeases(one.pool);
  const second = openLeases(other.pool);
  const lease = await first.take('a');
  expect(lease).toMatchObject({ name: 'a', fence: 1 });
  expect(await first.take('a')).toBe(lease);
  expect(await second.take('a')).toBeNull();
  expect(await openLeases(one.pool).take('a')).toBeNull();
  expect([...first.held()]).toEqual([['a', true]]);
  expect([...second.held()]).toEqual([['a', false]]);
  await lease?.give();
  expect([...first.held()]).toEqual([['a', false]]);
  expect(await second.take('a')).toMatchObject({ fence: 2 });
  await second.close();
  expect(await first.take('a')).toMatchObject({ fence: 3 });
  await first.close();
});

test('free is what no other holder has', async () => {
  const first = openLeases(one.pool);
  const second = openLeases(other.pool);
  await first.take('free or not');
  expect(await second.free(['free or not', 'never asked for'])).toEqual(new Set(['never asked for']));
  expect(await first.free(['free or not'])).toEqual(new Set(['free or not']));
  await first.close();
  expect(await second.free(['free or not'])).toEqual(new Set(['free or not']));
});

test('of many who ask in parallel one gets it', async () => {
  const all = Array.from({ length: 12 }, (_, index) => openLeases(index % 2 === 0 ? one.pool : other.pool));
  const taken = await Promise.all(all.map((leases) => leases.take('asked by many')));
  expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
  await Promise.all(all.map((leases) => leases.close()));
});

test('signs of life keep it; without them it is lost, which a transaction can check', async () => {
  const leases = openLeases(one.pool, { pace: PACE });
  const lease = (await leases.take('alive'))!;
  await new Promise((resolve) => setTimeout(resolve, PACE.staleMs * 3));
  expect(lease.lost.aborted).toBe(false);
  expect(await openLeases(other.pool, { pace: PACE }).take('alive')).toBeNull();
  const client = await other.pool.connect();
  expect(await lease.holdsIn(client)).toBe(true);
  await other.pool.query(
    "update vitrine.lease set holder = 'somebody else/1', fence = 9 where name = 'alive'",
  );
  await expect.poll(() => lease.lost.aborted).toBe(true);
  expect(await lease.holdsIn(client)).toBe(false);
  client.release();
  expect(leases.held().get('alive')).toBe(false);
});

test('who has asked in a transaction whether it holds it keeps it until that ends', async () => {
  // Given a transaction that goes by the lease
  const lease = (await openLeases(one.pool).take('kept'))!;
  const client = await one.pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  expect(await lease.holdsIn(client)).toBe(true);
  // When another would take it over, then it must wait for the transaction's end
  const taker = await other.pool.connect();
  onTestFinished(() => taker.release(true));
  await taker.query(`set lock_timeout = '100ms'`);
  const takeOver = () =>
    taker.query(`update vitrine.lease set holder = 'somebody else/1', fence = fence + 1 where name = 'kept'`);
  await expect(takeOver()).rejects.toThrow(/lock timeout/);
  await client.query('commit');
  expect((await takeOver()).rowCount).toBe(1);
  expect(await lease.holdsIn(client)).toBe(false);
});

test('one that was given back is not held any more, though the same holder has taken it again', async () => {
  const leases = openLeases(one.pool);
  const former = (await leases.take('again'))!;
  await former.give();
  const now = (await leases.take('again'))!;
  const client = await other.pool.connect();
  onTestFinished(() => client.release());
  expect([await former.holdsIn(client), await now.holdsIn(client)]).toEqual([false, true]);
  // And giving the former one back once more takes nothing from the new one.
  await former.give();
  expect(await openLeases(other.pool).take('again')).toBeNull();
  await leases.close();
});

test('a holder that cannot reach the database gives up by itself', async () => {
  const cut = connectDatabase(url);
  const lease = (await openLeases(cut.pool, { pace: PACE }).take('cut off'))!;
  await cut.close();
  await expect.poll(() => lease.lost.aborted).toBe(true);
});

test('that none can be taken is reported once for all', async () => {
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const away = connectDatabase('postgres://vitrine@127.0.0.1:1/none');
  const leases = openLeases(away.pool, { log });
  for (const name of ['one', 'two', 'one']) await expect(leases.take(name)).rejects.toThrow();
  expect(warnings).toEqual([expect.stringMatching(/^no lease can be taken: .*ECONNREFUSED/)]);
  await away.close();
});

test('who holds what can be seen; one that ended counts until its end', async () => {
  const leases = openLeases(one.pool);
  const lease = await leases.take('seen');
  const state = (await leaseStates(other.db)).get('seen');
  expect(state?.holder).toMatch(/^vitrine \S+ \d+ \w+\/\w+$/);
  expect(state?.silentSeconds).toBeLessThan(5);
  await lease?.give();
  expect((await leaseStates(other.db)).get('seen')).toMatchObject({ holder: null, fence: 1 });
});

test('an address cannot take the name of the connections away', async () => {
  const address = new URL(url);
  address.searchParams.set('application_name', 'something');
  const named = connectDatabase(address.href);
  const lease = await openLeases(named.pool).take('named');
  expect(lease).not.toBeNull();
  expect(await openLeases(one.pool).take('named')).toBeNull();
  await lease?.give();
  await named.close();
});
