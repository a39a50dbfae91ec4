import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import {
  connectEventStore,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { createBell } from '#services/platform/bell.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { pause } from '#services/platform/pause.ts';
import { random } from '#services/platform/random.ts';
import type { WorkNotices } from '#services/platform/work-notices/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { reactorMigrations, runReactors, type Reactor } from './index.ts';
import { checkpointOf } from './tasks.ts';

let store: TestEventStore;
let events: EventStore;
let database: Database;
let stop = new AbortController();
let ended: Promise<void> = Promise.resolve();

beforeAll(async () => {
  const url = await testDatabase();
  database = connectDatabase(url);
  await migrate(database.pool, reactorMigrations);
  store = await startEmbeddedEventStoreForTests(url);
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
});

afterEach(async () => {
  stop.abort();
  await ended;
});

afterAll(async () => {
  await events.close();
  await store.close();
  await database.close();
});

/** Nothing is announced: what is done is what the reactors know by themselves. */
const unannounced: WorkNotices = {
  until: async (_kind, _ms, signal) => {
    await pause(3_600_000, signal);
    return false;
  },
  close: () => Promise.resolve(),
};

/** Runs the reactor; gives how often it has looked for tasks so far. */
function run(react: Reactor['react'], name: string, more: Partial<Reactor> = {}): () => number {
  let looks = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('reactor_retry')) looks += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  stop = new AbortController();
  ended = runReactors({
    db: database.db.withPlugin(counting),
    leases: openLeases(database.pool),
    work: unannounced,
    events,
    reactors: [{ name, eventTypes: [name], startAt: 'beginning', react, ...more }],
    log: { info: () => undefined, warn: () => undefined },
    clock: () => new Date(),
    signal: stop.signal,
    backoff: { firstMs: 20, longestMs: 40 },
    withoutOrders: true,
  });
  return () => looks;
}

const tasksLeft = async (name: string): Promise<number> => {
  const { rows } = await database.pool.query('select from vitrine.reactor_retry where reactor = $1', [name]);
  return rows.length;
};
const soon = { timeout: 60_000, interval: 20 };
/** Much longer than what has to be over before: a machine that stalls for seconds must not make it due. */
const LEFT_ALONE_MS = 5_000;

const REFUSE_TASKS = `
  create or replace function no_tasks() returns trigger language plpgsql as $$ begin raise 'a task was written'; end $$;
  create trigger no_tasks before insert on vitrine.reactor_retry execute function no_tasks()`;

test('events that are reacted to as they come are neither written to the database as tasks nor looked for there', async () => {
  const name = `test-${randomUUID()}`;
  const done: string[] = [];
  const looks = run(async ({ data }) => void done.push((data as { text: string }).text), name);
  let revision: bigint | 'no_stream' = 'no_stream';
  const write = async (text: string): Promise<void> => {
    const event = { id: randomUUID(), type: name, data: { text }, metadata: {} };
    ({ revision } = await events.append(`a-${name}`, revision, [event]));
    await expect.poll(() => done, soon).toContain(text);
    await expect.poll(() => tasksLeft(name), soon).toBe(0);
  };
  await write('first');
  await database.pool.query(REFUSE_TASKS);
  const before = looks();
  for (let index = 0; index < 5; index++) await write(`a${index}`);
  stop.abort();
  await ended;
  await database.pool.query('drop trigger no_tasks on vitrine.reactor_retry');
  expect(done).toEqual(['first', 'a0', 'a1', 'a2', 'a3', 'a4']);
  expect(looks()).toBe(before);
});

test('what takes long is taken over, so that nothing behind it is held up; it is reacted to once', async () => {
  const name = `test-${randomUUID()}`;
  const done: string[] = [];
  const end = createBell();
  run(async ({ stream }, signal) => {
    if (stream.startsWith('slow')) await end.wait(60_000, signal);
    done.push(stream);
  }, name);
  const write = async (stream: string): Promise<bigint> => {
    const event = { id: randomUUID(), type: name, data: {}, metadata: {} };
    return (await events.append(`${stream}-${name}`, 'no_stream', [event])).position;
  };
  await write('before');
  await expect.poll(() => done, soon).toEqual([`before-${name}`]);
  await write('slow');
  const last = await write('quick');
  await expect.poll(() => done, soon).toEqual([`before-${name}`, `quick-${name}`]);
  await expect.poll(() => tasksLeft(name), soon).toBe(1);
  await expect
    .poll(async () => (await checkpointOf(database.db, name))?.position, soon)
    .toBeGreaterThanOrEqual(last);
  end.ring();
  await expect.poll(() => tasksLeft(name), soon).toBe(0);
  expect(done).toEqual([`before-${name}`, `quick-${name}`, `slow-${name}`]);
});

test('what was reacted to before an end in order is not reacted to again', async () => {
  const name = `test-${randomUUID()}`;
  const done: string[] = [];
  const react: Reactor['react'] = async ({ stream }) => void done.push(stream);
  run(react, name);
  for (const stream of ['a', 'b', 'c']) {
    const event = { id: randomUUID(), type: name, data: {}, metadata: {} };
    await events.append(`${stream}-${name}`, 'no_stream', [event]);
  }
  await expect.poll(() => done, soon).toHaveLength(3);
  stop.abort();
  await ended;
  run(react, name);
  await events.append(`d-${name}`, 'no_stream', [{ id: randomUUID(), type: name, data: {}, metadata: {} }]);
  await expect.poll(() => done, soon).toContain(`d-${name}`);
  expect(done).toHaveLength(4);
});

test('in any bursts, with failures in between, every event is reacted to once, those of a stream in their order', async () => {
  const name = `test-${randomUUID()}`;
  const draws = random(7);
  const done = new Map<string, number[]>();
  const failed = new Set<string>();
  run(async ({ stream, revision }) => {
    if (draws.chance(0.3)) await pause(draws.int(1, 15), new AbortController().signal);
    const event = `${stream} ${revision}`;
    if (draws.chance(0.15) && !failed.has(event)) {
      failed.add(event);
      throw new Error('not this time');
    }
    done.set(stream, [...(done.get(stream) ?? []), Number(revision)]);
  }, name);
  const written = new Map<string, number>();
  for (let burst = 0; burst < 40; burst++) {
    const streams = new Set(Array.from({ length: draws.int(1, 6) }, () => `${draws.int(1, 12)}-${name}`));
    await Promise.all(
      [...streams].map(async (stream) => {
        const known = written.get(stream) ?? 0;
        // Longer than what is taken from hand to hand at once, now and then.
        const count = draws.chance(0.05) ? 90 : draws.int(1, 5);
        const batch = Array.from({ length: count }, () => ({
          id: randomUUID(),
          type: name,
          data: {},
          metadata: {},
        }));
        await events.append(stream, known === 0 ? 'no_stream' : BigInt(known - 1), batch);
        written.set(stream, known + count);
      }),
    );
    if (draws.chance(0.4)) await pause(draws.int(1, 60), new AbortController().signal);
  }
  const all = [...written].map(([stream, count]) => [
    stream,
    Array.from({ length: count }, (_, index) => index),
  ]);
  await expect.poll(() => [...done].sort(), soon).toEqual(all.sort());
  await expect.poll(() => tasksLeft(name), soon).toBe(0);
  expect(failed.size).toBeGreaterThan(0);
});

test('an event that is left alone stays in the log, and is not taken over once a later one of its stream settles it', async () => {
  const name = randomUUID();
  const textOf = ({ data }: Pick<RecordedEvent, 'data'>): string => (data as { text: string }).text;
  const done: string[] = [];
  const begin = (): void => {
    run(async (event) => void done.push(textOf(event)), name, {
      afterMs: () => LEFT_ALONE_MS,
      concerns: (event) => !textOf(event).startsWith('end of '),
      settles: (earlier, later) => textOf(later) === `end of ${textOf(earlier)}`,
    });
  };
  const write = async (stream: string, ...texts: string[]): Promise<bigint> => {
    const batch = texts.map((text) => ({ id: randomUUID(), type: name, data: { text }, metadata: {} }));
    return (await events.append(`${stream}-${randomUUID()}`, 'no_stream', batch)).position;
  };
  begin();
  await write('a', 'settled', 'left', 'end of settled');
  // Of another stream: it settles nothing.
  await write('b', 'end of left');
  await pause(700, new AbortController().signal);
  expect(await tasksLeft(name)).toBe(0);
  // Who goes on from the checkpoint finds what was left alone, and for how long.
  stop.abort();
  await ended;
  begin();
  await expect.poll(() => done, soon).toEqual(['left']);
  await expect.poll(() => tasksLeft(name), soon).toBe(0);
  const last = await write('b', 'end of nothing');
  await expect
    .poll(async () => (await checkpointOf(database.db, name))?.position, soon)
    .toBeGreaterThanOrEqual(last);
  expect(done).toEqual(['left']);
});

test('what was left alone while the connection was lost is reacted to, though nothing more is recorded', async () => {
  const name = randomUUID();
  const done: string[] = [];
  run(async ({ stream }) => void done.push(stream), name, {
    afterMs: () => LEFT_ALONE_MS,
    settles: () => false,
  });
  const write = async (stream: string): Promise<void> => {
    const event = { id: randomUUID(), type: name, data: {}, metadata: {} };
    await events.append(`${stream}-${name}`, 'no_stream', [event]);
  };
  await write('before');
  await expect.poll(() => done, soon).toEqual([`before-${name}`]);
  await write('meanwhile');
  await pause(500, new AbortController().signal);
  await store.kill();
  await pause(LEFT_ALONE_MS, new AbortController().signal);
  expect(done).toHaveLength(1);
  await store.restart();
  await expect.poll(() => done, soon).toEqual([`before-${name}`, `meanwhile-${name}`]);
});
