import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG_STREAM } from '#contracts/events/index.ts';
import { rebuildProjection } from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import {
  eventAt,
  connectEventStore,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { ensureLogIdentity, logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { carryOver } from './carry-over.ts';
import { copyLog, type CopiedLog } from './copy-log.ts';
import { logOfStore } from './log-source.ts';
import { expectTheSame, makeWorld, type World } from './testing/moved-world.ts';

/** The log is copied into a store where every position is another, the copying killed again and again. */

let world: World;
let targetStore: TestEventStore;
let source: EventStore;
let target: EventStore;
let copied: CopiedLog;

const allOf = async (events: EventStore): Promise<RecordedEvent[]> => {
  const all: RecordedEvent[] = [];
  for await (const event of events.readAll()) all.push(event);
  return all;
};

/** What the application never does, with the official client. */
async function withClient(
  connectionString: string,
  act: (client: EventStoreDBClient) => Promise<unknown>,
): Promise<void> {
  const client = EventStoreDBClient.connectionString(connectionString);
  await act(client);
  await client.dispose();
}

beforeAll(async () => {
  world = await makeWorld();
  const { vitrine } = world;
  await vitrine.close();

  await vitrine.store.restart();
  source = connectEventStore({ connectionString: vitrine.store.connectionString });
  targetStore = await startEmbeddedEventStoreForTests(await testDatabase());
  target = connectEventStore({ connectionString: targetStore.connectionString });
  // Records of the store's own: from here on every position is another.
  await withClient(targetStore.connectionString, async (client) => {
    for (let count = 0; count < 201; count += 1) await client.setStreamMetadata('none', { maxCount: 5 });
  });
  await withClient(vitrine.store.connectionString, (client) =>
    client.setStreamMetadata('customer-9', { maxAge: 86_400_000 }, { expectedRevision: NO_STREAM }),
  );
}, 120_000);

afterAll(async () => {
  await source?.close();
  await target?.close();
  await targetStore?.close();
  await world?.vitrine.store.close();
  await world?.peer.close();
});

/** The store as a process sees it that is killed after so many appends. */
function dyingAfter(appends: number): EventStore {
  let left = appends;
  return {
    ...target,
    append(...args) {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return target.append(...args);
    },
  };
}

async function copy(to = target): Promise<CopiedLog> {
  const logId = await ensureLogIdentity({ events: source, clock: () => new Date(), newId: randomUUID });
  return copyLog({
    source: logOfStore(source, logId),
    target: to,
    clock: () => new Date(),
    newId: randomUUID,
  });
}

describe('a copy', () => {
  test('is finished by the same command wherever it was killed, and holds each event once, in order', async () => {
    await expect(copy(dyingAfter(1))).rejects.toThrow('killed');
    await expect(
      ensureLogIdentity({ events: target, clock: () => new Date(), newId: randomUUID }),
    ).rejects.toThrow('unfinished copy');
    let kills = 1;
    for (;;) {
      try {
        copied = await copy(dyingAfter(1 + Math.floor(Math.random() * 5)));
        break;
      } catch (error) {
        expect((error as Error).message).toBe('killed');
        kills += 1;
      }
    }
    expect(kills).toBeGreaterThan(3);
    const taken = (events: RecordedEvent[]) =>
      events
        .filter(({ stream }) => stream !== LOG_STREAM && stream !== 'bill-places')
        .map(({ id, stream, revision, type, data, metadata }) => ({
          id,
          stream,
          revision,
          type,
          data,
          metadata,
        }));
    const [there, here] = [await allOf(source), await allOf(target)];
    expect(taken(here)).toEqual(taken(there));
    expect(copied.events).toBe(taken(there).length);
    expect(here[0]).toMatchObject({
      type: 'LogCreated',
      data: { copiedFrom: { logId: await logIdOf(source) } },
    });
    expect(copied.logId).toBe(await logIdOf(target));
    expect(copied.logId).not.toBe(await logIdOf(source));
    const positions = new Set(there.map(({ position }) => position));
    expect(here.some(({ position }) => positions.has(position))).toBe(false);
    const metadata: unknown[] = [];
    for await (const { data } of target.readStream('$$customer-9')) metadata.push(data);
    expect(metadata).toEqual([{ $maxAge: 86_400_000 }]);
  });

  test('that is whole is compared and left as it is', async () => {
    const before = await target.headPosition();
    expect((await copy()).sha256).toBe(copied.sha256);
    expect(await target.headPosition()).toBe(before);
  });

  test('is not made into a store that holds something else', async () => {
    const other = logOfStore(target, copied.logId);
    const into = (to: EventStore) =>
      copyLog({ source: other, target: to, clock: () => new Date(), newId: randomUUID });
    await expect(into(source)).rejects.toThrow('holds a log of its own');
    await expect(into(target)).rejects.toThrow('is a copy of another log');
  });

  test('that was changed is found out', async () => {
    const tampered: EventStore = {
      ...target,
      async *readAll(options) {
        for await (const event of target.readAll(options))
          yield event.type === 'BillCreated'
            ? { ...eventAt(event, event.position), data: { ...(event.data as object), totalCents: 1 } }
            : event;
      },
    };
    await expect(copy(tampered)).rejects.toThrow(/streams differ, such as customer-7/);
  });
});

test('places beside the read models are carried over; a reactor that waits on a third log goes on waiting', async () => {
  const { pool, close } = connectDatabase(world.vitrine.databaseUrl, { pipeline: true });
  const client = await pool.connect();
  try {
    const last = await source.headPosition();
    const third = randomUUID();
    const rows = async (text: string, values: string[] = []) =>
      (await client.query<Record<string, unknown>>(text, values)).rows;
    await client.query('begin');
    await rows(
      "insert into vitrine.reactor_checkpoint (reactor, position, log_id, updated_at) values ('waits', 7, $1::uuid, now())",
      [third],
    );
    await rows(
      `insert into vitrine.saved_search (id, username, customer_id, name, search, mails, looked_to, look)
       values ('s', 'jeweller', 7, 'Rounds', '{}', false, $1, 'look')`,
      [last.toString()],
    );
    await rows(
      `insert into vitrine.report_run (id, requested_by, requested_at, with_cost, mails, asked, file_name, cut)
       values ('r', 'admin', now(), false, false, '{}', 'r.xlsx', json_build_object('position', $1::bigint, 'day', '2026-04-30'))`,
      [last.toString()],
    );
    await rows(
      `insert into vitrine.snapshot (stream, fold, revision, last_recorded_at, recent, state)
       values ('customer-7', 'customer', 60, '', '[]', '{}')`,
    );
    // A task of a stream of which the source lost three events: what was revision 5 there is revision 2 here.
    await rows(
      `insert into vitrine.reactor_retry (reactor, position, stream, revision, event_type, since, next_attempt_at)
       select reactor, $1, 'short', 5, 'Noted', now(), now() from vitrine.reactor_checkpoint where log_id = $2 limit 1`,
      [last.toString(), await logIdOf(source)],
    );
    await carryOver(client, {
      ...copied,
      lost: new Map([['short', 3n]]),
      from: await logIdOf(source),
      to: copied.logId,
      areRestored: false,
    });
    const place = Number(copied.places.at(last));
    expect(await rows("select position, revision from vitrine.reactor_retry where stream = 'short'")).toEqual(
      [{ position: place, revision: 2 }],
    );
    expect(place).not.toBe(Number(last));
    expect(
      await rows("select position, log_id from vitrine.reactor_checkpoint where reactor = 'waits'"),
    ).toEqual([{ position: 7, log_id: third }]);
    expect(await rows('select looked_to, look from vitrine.saved_search')).toEqual([
      { looked_to: place, look: null },
    ]);
    expect(await rows('select cut from vitrine.report_run')).toEqual([
      { cut: { position: place, day: '2026-04-30' } },
    ]);
    // Their states name places of the log that was copied.
    expect(await rows('select stream from vitrine.snapshot')).toEqual([]);
    const other = randomUUID();
    await rows('update vitrine.reactor_checkpoint set log_id = $1::uuid', [other]);
    await expect(
      carryOver(client, { ...copied, from: await logIdOf(source), to: copied.logId, areRestored: false }),
    ).rejects.toThrow('is of another event log than the one that was copied');
    await client.query('rollback');
  } finally {
    client.release();
    await close();
  }
});

test('the product runs on the copy: bills to the byte, lists as they were, nothing posted twice', async () => {
  const { pool, close } = connectDatabase(world.vitrine.databaseUrl, { pipeline: true });
  const client = await pool.connect();
  try {
    // The second time it changes nothing.
    for (let times = 1; times <= 2; times += 1) {
      await client.query('begin');
      await carryOver(client, {
        ...copied,
        from: await logIdOf(source),
        to: copied.logId,
        areRestored: false,
      });
      await client.query('commit');
    }
    client.release();
    for (const projection of createProjections(ZONE))
      await rebuildProjection({ pool, events: target, projection });
  } finally {
    await close();
  }
  const here = await expectTheSame(world, {
    DATABASE_URL: world.vitrine.databaseUrl,
    EVENTSTORE_URL: targetStore.connectionString,
  });
  const events = await allOf(target);
  const was = new Map((await allOf(source)).map((event) => [event.position.toString(), event.id]));
  for (const [index, bill] of here.entries()) {
    const cut = events.find(({ position }) => position.toString() === bill.cut.position);
    expect(bill.cut.eventId).toBe(cut?.id);
    expect(cut?.id).toBe(was.get(world.bills[index]!.cut.position));
  }
}, 120_000);
