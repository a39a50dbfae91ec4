import { readFileSync } from 'node:fs';
import { binaryEvent, EventStoreDBClient, excludeSystemEvents, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import type { TestEventStore } from '#local/event-store/testing/start-event-store.ts';
import { testDatabase } from '../../support/postgres.ts';
import { all, until } from './events.ts';
import { newStream } from './targets.ts';

describe('the embedded server for the official client', { timeout: 120_000 }, () => {
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
  const some = (count: number) =>
    Array.from({ length: count }, (_, n) => jsonEvent({ type: 't', data: { n } }));

  it('is found by gossip, as a cluster of one', async () => {
    const found = EventStoreDBClient.connectionString(`esdb+discover://127.0.0.1:${server.port}?tls=false`);
    expect(await found.appendToStream(newStream(), some(2))).toMatchObject({
      success: true,
      nextExpectedRevision: 1n,
    });
    await found.dispose();
  });

  it('appends unary too, and keeps bytes that are no text', async () => {
    const stream = newStream();
    const bytes = Uint8Array.from([0, 255, 128, 10]);
    const credentials = { username: 'admin', password: 'changeit' };
    const event = binaryEvent({ type: 'b', data: bytes, metadata: bytes });
    await client.appendToStream(stream, event, { credentials, expectedRevision: 'no_stream' });
    const [read] = await all(client.readStream(stream));
    expect(read?.event?.isJson).toBe(false);
    expect(Uint8Array.from((read?.event?.data ?? []) as Uint8Array)).toEqual(bytes);
    expect(Uint8Array.from((read?.event?.metadata ?? []) as Uint8Array)).toEqual(bytes);
    const again = client.appendToStream(stream, some(1), { credentials, expectedRevision: 'no_stream' });
    await expect(again).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 0n });
    const large = binaryEvent({ type: 'b', data: new Uint8Array(1_000) });
    const tooLarge = client.appendToStream(stream, Array<typeof large>(5_000).fill(large), { credentials });
    await expect(tooLarge).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' });
    expect(await all(client.readStream(stream))).toHaveLength(1);
  });

  it('reports to a filtered subscription how far it searched every so many events, and that it caught up once', async () => {
    const { position } = await client.appendToStream(newStream(), some(1));
    await client.appendToStream(newStream(), some(70));
    const checkpoints: bigint[] = [];
    let caughtUp = 0;
    let events = 0;
    const filter = excludeSystemEvents({
      checkpointInterval: 2,
      checkpointReached: (_, { commit }) => void checkpoints.push(commit),
    });
    const subscription = client
      .subscribeToAll({ ...(position && { fromPosition: position }), filter })
      .on('caughtUp', () => (caughtUp += 1))
      .on('data', () => (events += 1));
    await until(() => caughtUp === 1);
    for (let n = 0; n < 10; n += 1) await client.appendToStream(newStream(), some(20));
    await until(() => events === 270 && checkpoints.length >= 5);
    await subscription.unsubscribe();
    const start = position?.commit ?? 0n;
    // After 64, 128, 192 and 256 events (2 × 32), and on catching up.
    expect(checkpoints.map((at) => at - start)).toEqual([64n, 70n, 128n, 192n, 256n]);
    expect(caughtUp).toBe(1);
  });

  it('answers what it does not implement with UNIMPLEMENTED', async () => {
    await expect(client.enableProjection('$by_category')).rejects.toThrow(/UNIMPLEMENTED/);
    await expect(client.listAllPersistentSubscriptions()).rejects.toThrow();
  });

  it.skipIf(process.platform !== 'linux')(
    'keeps nothing in memory for subscribers that do not read',
    async () => {
      const text = 'x'.repeat(10_000);
      for (let n = 0; n < 40; n += 1) {
        await client.appendToStream(
          newStream('bulk'),
          Array.from({ length: 100 }, () => jsonEvent({ type: 't', data: { text } })),
        );
      }
      const residentMegabytes = () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
      const before = residentMegabytes();
      const stalled = Array.from({ length: 20 }, () => {
        const subscription = client.subscribeToAll({ fromPosition: 'start' });
        subscription.pause();
        return subscription;
      });
      await Promise.all(
        stalled.map((subscription) => new Promise((resolve) => subscription.once('confirmation', resolve))),
      );
      const reader = await all(client.readAll({ maxCount: 4_000 }));
      expect(reader).toHaveLength(4_000);
      // 40 MB of events for each of 20 subscribers would be 800 MB.
      expect(residentMegabytes() - before).toBeLessThan(250);
      await Promise.all(stalled.map((subscription) => subscription.unsubscribe()));
    },
  );
});
