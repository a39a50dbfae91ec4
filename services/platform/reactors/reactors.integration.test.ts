import { randomUUID } from 'node:crypto';
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
import {
  failingReactions,
  reactorMigrations,
  reactorStatus,
  retryNow,
  runReactors,
  type Reactor,
  type RunReactorsOptions,
  waitingReactors,
} from '#services/platform/reactors/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { beginAfter, checkpointOf, CheckpointMoved, takeOver } from './tasks.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '../testing/polled-work.ts';

let store: TestEventStore;
let events: EventStore;
let database: Database;
const running: { stop: AbortController; ended: Promise<void> }[] = [];

beforeAll(async () => {
  const url = await testDatabase();
  database = connectDatabase(url);
  await migrate(database.pool, reactorMigrations);
  store = await startEmbeddedEventStoreForTests(url);
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map(end));
});

afterAll(async () => {
  await events.close();
  await store.close();
  await database.close();
});

async function end({ stop, ended }: { stop: AbortController; ended: Promise<void> }): Promise<void> {
  stop.abort();
  await ended;
}

let warnings: string[] = [];

function run(...reactors: Reactor[]) {
  return runWith({ withoutOrders: true }, ...reactors);
}

function runWith(more: Partial<RunReactorsOptions>, ...reactors: Reactor[]) {
  const stop = new AbortController();
  warnings = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const ended = runReactors({
    db: database.db,
    leases: openLeases(database.pool),
    work: polledWork(),
    events,
    reactors,
    log,
    clock: () => new Date(),
    signal: stop.signal,
    backoff: { firstMs: 50, longestMs: 200 },
    lookForOrdersMs: 50,
    ...more,
  });
  const one = { stop, ended };
  running.push(one);
  return { stop: () => end(one) };
}

/** A reactor of its own type of events, that notes what it has done. */
function reactor(
  react: (text: string, event: RecordedEvent, signal: AbortSignal) => Promise<void> | void = () => undefined,
  more: Partial<Reactor> = {},
) {
  const name = `test-${randomUUID()}`;
  const done: string[] = [];
  const made: Reactor = {
    name,
    eventTypes: [name],
    startAt: 'beginning',
    async react(event, signal) {
      const { text } = event.data as { text: string };
      await react(text, event, signal);
      done.push(text);
    },
    ...more,
  };
  return {
    ...made,
    done,
    write: (stream: string, ...texts: string[]) => write(`${stream}-${name}`, name, texts),
  };
}

const revisions = new Map<string, bigint>();

const note = (type: string, text: string) => ({ id: randomUUID(), type, data: { text }, metadata: {} });

function write(stream: string, type: string, texts: readonly string[]): Promise<bigint> {
  return append(
    stream,
    texts.map((text) => note(type, text)),
  );
}

async function append(stream: string, notes: readonly ReturnType<typeof note>[]): Promise<bigint> {
  const written = await events.append(stream, revisions.get(stream) ?? 'no_stream', notes);
  revisions.set(stream, written.revision);
  return written.position;
}

const placeOf = async (reactorName: string): Promise<bigint> =>
  (await checkpointOf(database.db, reactorName))?.position ?? 0n;

const soon = { timeout: 60_000, interval: 20 };

test('each event is reacted to, those of a stream in their order', async () => {
  const notes = reactor();
  await notes.write('a', 'a1', 'a2', 'a3');
  run(notes);
  await expect.poll(() => notes.done, soon).toEqual(['a1', 'a2', 'a3']);
  await notes.write('a', 'a4');
  await notes.write('b', 'b1');
  await expect.poll(() => [...notes.done].sort(), soon).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('an event that asks nothing of its reactor is not taken over; those beside it keep their order', async () => {
  const notes = reactor(undefined, {
    concerns: ({ data }) => !(data as { text: string }).text.startsWith('idle'),
  });
  await notes.write('a', 'idle1', 'a1', 'idle2', 'a2');
  await notes.write('b', 'idle3');
  run(notes);
  await notes.write('a', 'idle4', 'a3');
  await expect.poll(() => notes.done, soon).toEqual(['a1', 'a2', 'a3']);
});

test('a reactor that starts at the head leaves alone what was recorded before its first start', async () => {
  const late = reactor(undefined, { startAt: 'head' });
  await late.write('a', 'history');
  const first = run(late);
  await expect
    .poll(() => reactorStatus(database.db), soon)
    .toContainEqual(expect.objectContaining({ reactor: late.name }));
  await late.write('a', 'news');
  await expect.poll(() => late.done, soon).toEqual(['news']);
  await first.stop();
  await late.write('a', 'while it was stopped');
  run(late);
  await expect.poll(() => late.done, soon).toEqual(['news', 'while it was stopped']);
});

test('an event is left alone for as long as its reactor asks', async () => {
  let reactedAt = 0;
  const patient = reactor(() => void (reactedAt = performance.now()), { afterMs: () => 1_000 });
  run(patient);
  const writtenAt = performance.now();
  await patient.write('a', 'abandoned');
  await expect.poll(() => patient.done, soon).toEqual(['abandoned']);
  expect(reactedAt - writtenAt).toBeGreaterThan(990);
});

test('a failing event holds up its own stream only; administrators see why; it goes on when it succeeds', async () => {
  let down = true;
  const picky = reactor((text) => {
    if (down && text === 'a1') throw new Error('the printer is out of paper');
  });
  await picky.write('a', 'a1', 'a2');
  await picky.write('b', 'b1', 'b2');
  run(picky);
  await expect.poll(() => picky.done, soon).toEqual(['b1', 'b2']);
  await expect
    .poll(async () => (await failingReactions(database.db))[0]?.attempts ?? 0, soon)
    .toBeGreaterThan(1);
  expect(await failingReactions(database.db)).toMatchObject([
    { reactor: picky.name, eventType: picky.name, reason: 'the printer is out of paper' },
  ]);
  expect(await reactorStatus(database.db)).toContainEqual(
    expect.objectContaining({ reactor: picky.name, waiting: 2, failing: 1 }),
  );
  expect(warnings).toHaveLength(1);
  down = false;
  await expect.poll(() => picky.done, soon).toEqual(['b1', 'b2', 'a1', 'a2']);
  await expect.poll(() => failingReactions(database.db), soon).toEqual([]);
});

test('a reaction that hangs counts as failed and is aborted', async () => {
  let aborted = false;
  const hanging = reactor(
    (text, _event, signal) =>
      text === 'hang'
        ? new Promise(() =>
            signal.addEventListener('abort', () => {
              aborted = true;
            }),
          )
        : undefined,
    { timeoutMs: 100 },
  );
  await hanging.write('a', 'hang');
  await hanging.write('b', 'b1');
  run(hanging);
  await expect
    .poll(() => failingReactions(database.db), soon)
    .toMatchObject([{ reactor: hanging.name, reason: 'it did not end within 0.1 s' }]);
  expect(aborted).toBe(true);
  expect(hanging.done).toEqual(['b1']);
  await database.pool.query('delete from vitrine.reactor_retry');
});

test('what was under way when the process stopped is reacted to again, and counts as no failure', async () => {
  let started = 0;
  const slow = reactor((_text, _event, signal) => {
    started += 1;
    return started > 1
      ? undefined
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('broken off'))));
  });
  await slow.write('a', 'a1');
  const first = run(slow);
  await expect.poll(() => started, soon).toBe(1);
  await first.stop();
  expect(await failingReactions(database.db)).toEqual([]);
  run(slow);
  await expect.poll(() => slow.done, soon).toEqual(['a1']);
});

test('one process runs the reactors, another stands by and takes over', async () => {
  const shared = reactor();
  const other = {
    ...shared,
    done: [] as string[],
    react: async (event: RecordedEvent) => void other.done.push((event.data as { text: string }).text),
  };
  const first = run(shared);
  await shared.write('a', 'a1');
  await expect.poll(() => shared.done, soon).toEqual(['a1']);
  run(other);
  await shared.write('a', 'a2');
  await expect.poll(() => shared.done, soon).toEqual(['a1', 'a2']);
  await first.stop();
  await shared.write('a', 'a3');
  await expect.poll(() => other.done, soon).toEqual(['a3']);
  expect(shared.done).toEqual(['a1', 'a2']);
});

test('a process that was overtaken cannot move the checkpoint', async () => {
  const overtaken = reactor();
  const position = await overtaken.write('a', 'a1');
  run(overtaken);
  await expect.poll(() => overtaken.done, soon).toEqual(['a1']);
  await expect(
    takeOver(database.db, overtaken.name, { from: position - 1n, to: position + 5n }, [], new Date()),
  ).rejects.toThrow(CheckpointMoved);
});

test('when its connections are cut it starts again and loses nothing', async () => {
  const sturdy = reactor();
  run(sturdy);
  const first = await sturdy.write('a', 'a1');
  await expect.poll(() => sturdy.done, soon).toEqual(['a1']);
  // What is cut before its place is kept is done again.
  await expect.poll(() => placeOf(sturdy.name), soon).toBeGreaterThanOrEqual(first);
  await store.kill();
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vitrine %' and pid <> pg_backend_pid() and datname = current_database()",
  );
  await store.restart();
  // The same event each time: one whose answer was lost may have been written.
  const again = note(sturdy.name, 'a2');
  await expect
    .poll(() => append(`a-${sturdy.name}`, [again]).then(() => 'written', String), soon)
    .toBe('written');
  await expect.poll(() => sturdy.done, soon).toEqual(['a1', 'a2']);
});

test('an administrator can have everything tried immediately', async () => {
  let attempts = 0;
  const stubborn = reactor(() => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
  });
  const first = run(stubborn);
  await stubborn.write('a', 'a1');
  await expect.poll(() => attempts, soon).toBeGreaterThan(0);
  await first.stop();
  await database.pool.query("update vitrine.reactor_retry set next_attempt_at = now() + interval '1 day'");
  const waiting = (await failingReactions(database.db)).length;
  expect(await retryNow(database.db)).toBe(waiting);
  // By no other clock than that of the reactors, which may be behind that of who asks.
  const failing = await failingReactions(database.db);
  expect(failing.filter(({ nextAttemptAt, since }) => nextAttemptAt > since)).toEqual([]);
  run(stubborn);
  await expect.poll(() => stubborn.done, soon).toEqual(['a1']);
});

const forgetCheckpoints = () => database.pool.query('delete from vitrine.reactor_checkpoint');

test('when the database was lost and the log was kept, a reactor waits for an order and then obeys it', async () => {
  await forgetCheckpoints();
  const [begun, spared] = [reactor(), reactor()];
  await begun.write('a', 'old');
  await spared.write('a', 'old');
  const one = runWith({}, begun, spared);
  await expect.poll(() => warnings.length, soon).toBe(2);
  expect(warnings[0]).toMatch(/waits for an order: .*npm run reactors -- start/);
  const waiting = (await waitingReactors(database.db)).map(({ reactor: name }) => name);
  expect(waiting).toEqual(expect.arrayContaining([begun.name, spared.name]));
  expect(begun.done).toEqual([]);
  const logId = await logIdOf(events);
  await beginAfter(database.db, begun.name, { position: 0n, logId }, new Date());
  await beginAfter(database.db, spared.name, { position: await events.headPosition(), logId }, new Date());
  await expect.poll(() => begun.done, soon).toEqual(['old']);
  await begun.write('a', 'new');
  await spared.write('a', 'new');
  await expect.poll(() => [begun.done, spared.done], soon).toEqual([['old', 'new'], ['new']]);
  expect(warnings).toHaveLength(2);
  expect(await waitingReactors(database.db)).toEqual([]);
  await one.stop();
});

test('a checkpoint of another log, or beyond the end of this one, is not gone on with; nor is what was taken over there', async () => {
  const standing = reactor();
  await standing.write('a', 'a1');
  const first = run(standing);
  await expect.poll(() => standing.done, soon).toEqual(['a1']);
  await first.stop();
  const place = await checkpointOf(database.db, standing.name);
  await database.pool.query(
    `insert into vitrine.reactor_retry (reactor, position, stream, revision, event_type, since, next_attempt_at)
     values ($1, 1, $2, 0, $1, now(), now())`,
    [standing.name, `a-${standing.name}`],
  );
  for (const [set, why] of [
    [`log_id = '${randomUUID()}'`, /another event log/],
    [`log_id = '${place!.logId}', position = 9223372036854775807`, /beyond the end/],
  ] as const) {
    await database.pool.query(`update vitrine.reactor_checkpoint set ${set} where reactor = $1`, [
      standing.name,
    ]);
    const one = run(standing);
    await expect.poll(() => warnings, soon).toEqual([expect.stringMatching(why)]);
    await standing.write('a', 'a2');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(standing.done).toEqual(['a1']);
    await one.stop();
  }
  const logId = await logIdOf(events);
  expect(await beginAfter(database.db, standing.name, { position: place!.position, logId }, new Date())).toBe(
    1,
  );
  run(standing);
  await expect.poll(() => standing.done, soon).toEqual(['a1', 'a2', 'a2']);
});

test('a checkpoint that a server invents is not believed, and what comes twice is taken over once', async () => {
  const sturdy = reactor();
  await sturdy.write('a', 'a1');
  const inventing: EventStore = {
    ...events,
    async subscribeToAll({ onEvents, onCheckpoint, ...options }) {
      await onCheckpoint?.(2n ** 64n - 1n);
      return events.subscribeToAll({
        ...options,
        async onEvents(batch) {
          await onEvents(batch);
          await onCheckpoint?.(2n ** 64n - 1n);
          await onEvents(batch);
        },
      });
    },
  };
  runWith({ events: inventing, withoutOrders: true }, sturdy);
  await expect.poll(() => sturdy.done, soon).toEqual(['a1']);
  await sturdy.write('a', 'a2');
  await expect.poll(() => sturdy.done, soon).toEqual(['a1', 'a2']);
  expect(warnings).toEqual([]);
  const head = await events.headPosition();
  await expect.poll(() => placeOf(sturdy.name), soon).toBe(head);
});
