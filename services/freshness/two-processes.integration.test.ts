import { spawnSync } from 'node:child_process';
import { connect, type NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { freePort } from '#local/postgres.mjs';
import { startApplication, type Application } from '#services/application.ts';
import { readConfig } from '#services/platform/config/index.ts';
import { startProcess, type RunningProcess } from '#tests/support/processes.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

const installed = spawnSync('nats-server', ['--version']).status === 0;
if (!installed) {
  if (process.env['CI']) throw new Error('nats-server is not installed; .ci/run installs it');
  console.warn(
    'SKIPPED: reads of one process after writes of another are not tested, because nats-server is not installed (Debian: apt-get install nats-server).',
  );
}

/** What becomes of a notice on its way from one process to the other. */
type Way = (deliver: () => void) => void;

const LATE_MS = 150;
const late: Way = (deliver) => void setTimeout(deliver, LATE_MS);
const lost: Way = () => undefined;

/** Makes a way that takes turns. */
function inTurns(...ways: readonly Way[]): Way {
  let turn = 0;
  return (deliver) => ways[turn++ % ways.length]!(deliver);
}

const at = (deliver: () => void): void => deliver();
const ways: Record<string, Way> = {
  'as they come': at,
  'one in two lost': inTurns(at, lost),
  'all lost': lost,
  late,
  doubled: (deliver) => [at, at, late].forEach((way) => way(deliver)),
  'out of order': inTurns(late, at, at),
};

/** The writer's broker and the reader's: between the two notices go as a test wants. */
let ports: readonly [number, number];
let brokers: RunningProcess[];
let links: NatsConnection[];
let way: Way = at;
let writer: SmallVitrine;
let reader: Application;
let number = 0;

async function startBroker(port: number): Promise<RunningProcess> {
  const broker = startProcess('nats-server', ['--addr', '127.0.0.1', '--port', String(port)]);
  await broker.printed(/Server is ready/);
  return broker;
}

beforeAll(async () => {
  if (!installed) return;
  ports = [await freePort(), await freePort()];
  brokers = await Promise.all(ports.map(startBroker));
  links = await Promise.all(
    ports.map((port) => connect({ servers: `127.0.0.1:${port}`, maxReconnectAttempts: -1 })),
  );
  const [from, to] = links as [NatsConnection, NatsConnection];
  from.subscribe('vitrine.>', {
    callback: (_, { subject, data }) => way(() => !to.isClosed() && to.publish(subject, data)),
  });
  const nats = (index: 0 | 1) => ({ NATS_URL: `nats://127.0.0.1:${ports[index]}` });
  writer = await startSmallVitrine(nats(0));
  reader = await startApplication(
    readConfig({
      DATABASE_URL: writer.databaseUrl,
      EVENTSTORE_URL: writer.store.connectionString,
      PORT: '0',
      VITRINE_ROLES: 'api',
      VITRINE_FRESH_WITHIN_MS: '30000',
      VITRINE_LOG_LEVEL: 'silent',
      VITRINE_CALLS_PER_MINUTE: '0',
      VITRINE_TIME_ZONE: ZONE,
      ...nats(1),
    }),
    'a secret of the tests, long enough',
    { info: () => undefined, warn: () => undefined, error: () => undefined },
  );
});

afterAll(async () => {
  await reader?.close();
  await writer?.close();
  await Promise.all((links ?? []).map((link) => link.close()));
  await Promise.all((brokers ?? []).map((broker) => broker.destroy()));
});

/** Low enough that one customer may have all of them. */
const PRICE_CENTS = 10_000;
const LISTS = ['available', 'customer', 'past', 'cart'] as const;

/** The lists of one's natural line in the reading process, each asked for with the tag that one had of it. */
function listsOf(token: string) {
  const had = new Map<string, { tag: string; names: readonly string[] }>();
  const list = async (path: string, position: string): Promise<readonly string[]> => {
    const known = had.get(path);
    const response = await fetch(new URL(`/inventory/${path}`, reader.address), {
      headers: {
        authorization: `Bearer ${token}`,
        'min-position': position,
        connection: 'close',
        ...(known && { 'if-none-match': known.tag }),
      },
    });
    expect(response.headers.get('x-stale')).toBe(null);
    if (response.status === 304 && known) return known.names;
    expect(response.status).toBe(200);
    const names = ((await response.json()) as Stone[]).map(({ parcelName }) => parcelName).sort();
    had.set(path, { tag: response.headers.get('etag')!, names });
    return names;
  };
  return async (position: string) =>
    Object.fromEntries(await Promise.all(LISTS.map(async (path) => [path, await list(path, position)])));
}

/** Writes through one process and reads through the other after each, as the writer and as another customer. */
async function writeAndRead(): Promise<void> {
  const before = String(await writer.listStone(`T${(number += 1)}`, {}, PRICE_CENTS));
  const name = `T${number}`;
  const [alder, birch] = [await writer.as('alder'), await writer.as('birch')];
  const [own, others] = [listsOf(alder.token), listsOf(birch.token)];
  const has = (lists: Record<string, readonly string[]>) =>
    LISTS.filter((path) => lists[path]!.includes(name));

  const shows = async (position: string, mine: readonly string[], theirs: readonly string[]) =>
    expect([has(await own(position)), has(await others(position))]).toEqual([mine, theirs]);
  const after = async (path: string): Promise<string> => {
    const { status, headers, json } = await alder.post(path, { parcelNames: [name] });
    expect([path, status, json]).toMatchObject([path, 200, { done: [name] }]);
    return headers.get('x-position')!;
  };
  await shows(before, ['available'], ['available']);
  await shows(await after('/inventory/request_stones'), ['customer'], []);
  await shows(await after('/inventory/return'), ['available', 'past'], ['available']);
}

describe.skipIf(!installed)('a read of one process after a write of another is fresh, with notices', () => {
  for (const [name, its] of Object.entries(ways))
    test(name, async () => {
      way = its;
      for (let times = 0; times < 3; times += 1) await writeAndRead();
    });

  test('lost while NATS is away, and again as they come once it is back', async () => {
    way = at;
    await writeAndRead();
    await brokers[1]!.destroy();
    for (let times = 0; times < 2; times += 1) await writeAndRead();
    brokers[1] = await startBroker(ports[1]);
    for (let times = 0; times < 4; times += 1) await writeAndRead();
  });
});
