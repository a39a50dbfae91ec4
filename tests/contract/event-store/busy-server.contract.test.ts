import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  END,
  EventStoreDBClient,
  eventTypeFilter,
  jsonEvent,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import type { TestEventStore } from '#local/event-store/testing/start-event-store.ts';
import { testDatabase } from '../../support/postgres.ts';
import { all, until } from './events.ts';
import { newStream } from './targets.ts';

/** One client's demands must not stop the embedded server for others. */
describe('the embedded server under demands', { timeout: 180_000 }, () => {
  let server: TestEventStore;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    server = await startEmbeddedEventStoreForTests(await testDatabase(), { harsh: false });
    client = EventStoreDBClient.connectionString(server.connectionString);
  });
  afterAll(async () => {
    await client.dispose();
    await server.close();
  });
  const some = (count: number, data: Record<string, string> = {}) =>
    Array.from({ length: count }, () => jsonEvent({ id: randomUUID(), type: 't', data }));

  it('answers others while a catastrophic regular expression is looked for', async () => {
    for (let n = 0; n < 20; n += 1) await client.appendToStream(`${'a'.repeat(200)}!${n}`, some(1));
    const filter = streamNameFilter({ regex: '^(a+)+$' });
    const searching = client.subscribeToAll({ fromPosition: START, filter });
    await new Promise((resolve) => searching.once('confirmation', resolve));
    const caughtUp = new Promise((resolve) => searching.once('caughtUp', resolve));
    const stream = newStream();
    expect(await client.appendToStream(stream, some(1))).toMatchObject({ success: true });
    expect(await all(client.readStream(stream))).toHaveLength(1);
    await caughtUp;
    await searching.unsubscribe();
  });

  it('refuses a regular expression that it would understand otherwise', async () => {
    for (const regex of ['(?>a)b', '(?<=a)b', String.raw`(a)\1`, '[a-z-[aeiou]]']) {
      const refused = client.subscribeToAll({ fromPosition: START, filter: eventTypeFilter({ regex }) });
      const error = await new Promise((resolve) => refused.once('error', resolve));
      expect(error).toMatchObject({ code: 3, message: expect.stringContaining('regular expression') });
    }
  });

  it('lets a client cancel thousands of calls without an end of those that run', async () => {
    // A keepalive of this client takes a connection on which no more calls begin for a lost one.
    const patient = EventStoreDBClient.connectionString(`${server.connectionString}&keepAliveInterval=-1`);
    const following = patient.subscribeToAll({ fromPosition: END });
    const seen: unknown[] = [];
    following.on('data', ({ event }) => seen.push(event?.id));
    following.on('error', (error) => seen.push(error));
    await new Promise((resolve) => following.once('caughtUp', resolve));
    const written: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const left = Array.from({ length: 1_200 }, () => patient.subscribeToStream(newStream('none')));
      await Promise.all(left.map((one) => new Promise((resolve) => one.once('confirmation', resolve))));
      await Promise.all(left.map((one) => one.unsubscribe()));
      const events = some(1);
      await patient.appendToStream(newStream(), events);
      written.push(...events.map(({ id }) => id));
    }
    await until(() => seen.length >= written.length);
    expect(seen).toEqual(written);
    await following.unsubscribe();
    await patient.dispose();
  });

  it('keeps ten thousand small events of one append', async () => {
    const stream = newStream('many');
    const events = some(10_000);
    expect(await client.appendToStream(stream, events, { deadline: 120_000 })).toMatchObject({
      nextExpectedRevision: 9_999n,
    });
    await client.appendToStream(stream, some(1));
    const ids = (await all(client.readStream(stream))).map(({ event }) => event?.id);
    expect(ids.slice(0, -1)).toEqual(events.map(({ id }) => id));
  });

  it('refuses forty thousand events of one append, however small, and writes none of them', async () => {
    const stream = newStream('too-many');
    await expect(client.appendToStream(stream, some(40_000), { deadline: 120_000 })).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
    });
    await expect(all(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it.skipIf(process.platform !== 'linux')('reads large events a few at a time', async () => {
    const stream = newStream('large');
    const text = 'x'.repeat(1_000_000);
    for (let n = 0; n < 100; n += 1) await client.appendToStream(stream, some(1, { text }));
    // What is in memory still is forgotten with the process.
    await server.kill();
    await server.restart();
    const again = EventStoreDBClient.connectionString(server.connectionString);
    const residentMegabytes = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
    const before = residentMegabytes();
    const readers = Array.from({ length: 8 }, () => {
      const subscription = again.subscribeToAll({ fromPosition: START });
      subscription.pause();
      return subscription;
    });
    const whole = await all(again.readStream(stream));
    expect(whole).toHaveLength(100);
    expect(await all(again.readStream(stream, { direction: 'backwards', fromRevision: END }))).toHaveLength(
      100,
    );
    // 100 MB for each of eight readers, twice over as text, would be 1.6 GB.
    expect(residentMegabytes() - before).toBeLessThan(600);
    await Promise.all(readers.map((subscription) => subscription.unsubscribe()));
    await again.dispose();
  });
});
