import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectDatabase } from '../database/index.ts';
import { EventStoreUnavailable, type EventStore } from '../event-store/index.ts';
import { NoNodeLeads } from '../event-store/errors.ts';
import { StoreUnusable } from '../store-unusable.ts';
import { untilStoresAnswer } from './until-stores-answer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function listening(onConnection: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer(onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close() });
  return (server.address() as net.AddressInfo).port;
}

/** Waits on a database; the test's end ends the wait, as an event store does that refuses for good. */
function waitFor(
  url: string,
  headPosition: EventStore['headPosition'] = untilTheTestEnds,
  storesWaitSeconds?: number,
) {
  const warnings: string[] = [];
  const database = connectDatabase(url, { max: 1, answerWithinMs: 10_000 });
  // What was given up in the middle of signing in is no longer the pool's: its server would wait for the rest for a
  // minute, and each database that other tests drop meanwhile with it.
  open.push({ close: database.cut }, database);
  const events: Pick<EventStore, 'headPosition'> = { headPosition };
  const done = untilStoresAnswer({
    db: database.db,
    databaseUrl: url,
    events: events as EventStore,
    eventStoreUrl: 'esdb://127.0.0.1:2113?tls=false',
    ...(storesWaitSeconds !== undefined && { storesWaitSeconds }),
    warn: (message) => void (message.startsWith('The database') && warnings.push(message)),
  });
  return { warnings, done };
}

const untilTheTestEnds = (): Promise<never> =>
  new Promise((_, reject) => {
    const refusal = new EventStoreUnavailable(new Error('a certificate of nobody'));
    open.push({ close: () => reject(refusal) });
  });

const changed = async (change: (url: URL) => void): Promise<string> => {
  const url = new URL(await testDatabase());
  change(url);
  return url.href;
};

test.each([
  ['a wrong password', (url: URL) => void (url.password = 'wrong'), /password authentication failed/],
  ['no password', (url: URL) => void (url.password = ''), /password must be a string/],
  ['an unknown user', (url: URL) => void (url.username = 'nobody'), /password authentication failed|nobody/],
  ['an unknown database', (url: URL) => void (url.pathname = '/not_there'), /"not_there" does not exist/],
  ['TLS that it does not speak', (url: URL) => url.searchParams.set('sslmode', 'require'), /SSL/],
])('%s is reported immediately: waiting cures nothing', async (_name, change, reason) => {
  const began = performance.now();
  const failed: unknown = await waitFor(await changed(change)).done.catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StoreUnusable);
  expect(String(failed)).toMatch(
    /The database \(DATABASE_URL\) cannot be used\. It says: .*Correct the address/,
  );
  expect(String(failed)).toMatch(reason);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test.each([
  ['a port at which nothing listens', async () => 'postgres://u:p@127.0.0.1:9/vitrine', /ECONNREFUSED/],
  ['a host that does not resolve', async () => 'postgres://u:p@nobody.invalid/vitrine', /nobody\.invalid/],
  [
    'a server that never answers',
    async () =>
      `postgres://u:p@127.0.0.1:${await listening((socket) => void open.push(socket.pause() && { close: () => socket.destroy() }))}/vitrine`,
    /has not answered yet; /,
  ],
])('%s is reported within seconds, and waited for: it may be starting', async (_name, url, reason) => {
  const { warnings, done } = waitFor(await url());
  const outcome: Promise<unknown> = done.catch((error: unknown) => error);
  await expect.poll(() => warnings, { timeout: 20_000 }).toHaveLength(1);
  expect(warnings[0]).toMatch(
    /^The database \(DATABASE_URL\) at [\w.]+:\d+ (does not answer \(|has not answered yet)/,
  );
  expect(warnings[0]).toMatch(/it is waited for, up to 15 seconds\.$/);
  expect(warnings[0]).not.toContain('u:p');
  expect(warnings[0]).toMatch(reason);
  expect(await Promise.race([outcome, Promise.resolve('is waited for')])).toBe('is waited for');
});

test.each([
  ['refuses', async () => 9],
  ['never answers', () => listening((socket) => void open.push({ close: () => socket.destroy() }))],
])('a port that %s is waited for as long as configured, and no longer', async (_name, port) => {
  const url = `postgres://u:p@127.0.0.1:${await port()}/vitrine`;
  const began = performance.now();
  const failed: unknown = await waitFor(url, undefined, 1).done.catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StoreUnusable);
  expect(String(failed)).toMatch(
    /at 127\.0\.0\.1:\d+ does not answer \(.+\)\. Start it, or correct the address\.$/,
  );
  expect(performance.now() - began).toBeLessThan(8_000);
});

test('given a cluster of which too few nodes run, when it is waited for, then the start names the majority it needs', async () => {
  const leaderless = () => Promise.reject(new EventStoreUnavailable(new NoNodeLeads('127.0.0.1:2113')));
  await expect(waitFor(await testDatabase(), leaderless, 1).done).rejects.toThrow(
    'The event store (EVENTSTORE_URL) at 127.0.0.1:2113 has no leader (no node leads the cluster, says 127.0.0.1:2113): a majority of its nodes has to run: start the others.',
  );
});

test('a Postgres that is reached only later is used, without a word where it takes a moment', async () => {
  const url = new URL(await testDatabase());
  const { port, hostname } = url;
  let starting = true;
  url.host = `127.0.0.1:${await listening((socket) => {
    if (starting) return void socket.destroy();
    const server = net.connect(Number(port), hostname);
    open.push({ close: () => server.destroy() });
    socket.pipe(server).pipe(socket);
  })}`;
  const { warnings, done } = waitFor(url.href, async () => 0n);
  setTimeout(() => (starting = false), 300);
  await done;
  expect(warnings).toEqual([]);
});
