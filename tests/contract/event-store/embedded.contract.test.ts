import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { binaryEvent, EventStoreDBClient, excludeSystemEvents, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectEventStore,
  EventStoreRefused,
  EventStoreUnavailable,
} from '#services/platform/event-store/index.ts';
import { startEmbeddedEventStoreForTests } from '#services/event-store-embedded/testing.ts';
import type { TestEventStore } from '#services/event-store-embedded/testing.ts';
import { testDatabase } from '../../support/postgres.ts';
import { startProcess } from '../../support/processes.ts';
import { selfSignedCertificate } from './certificate.ts';
import { all, anEvent, ids, numbered, until } from './events.ts';
import { newStream } from './targets.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../services/event-store-embedded/main.ts');
const runMain = (...args: string[]) =>
  startProcess(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, ...args]);

const STARTS_PROCESSES = { timeout: 120_000 };

describe('the embedded server as a process', STARTS_PROCESSES, () => {
  it('says where it listens, ends on SIGTERM, and finds its log again', async () => {
    const url = await testDatabase();
    const first = runMain('--port', '0', '--database-url', url);
    const [, port] = await first.said(/^event store listening on 127\.0\.0\.1:(\d+)$/m);
    const connectionString = `esdb://127.0.0.1:${port}?tls=false`;
    const store = connectEventStore({ connectionString });
    const stream = newStream();
    const events = numbered(3);
    await store.append(stream, 'no_stream', events);
    first.signal('SIGTERM');
    expect(await first.ended()).toBe(0);
    await expect(store.append(stream, 2n, [anEvent()])).rejects.toBeInstanceOf(EventStoreUnavailable);
    const second = runMain('--port', String(port), '--database-url', url);
    await second.said(/listening/);
    await until(async () => {
      try {
        return ids(await all(store.readStream(stream))).join() === ids(events).join();
      } catch (error) {
        if (error instanceof EventStoreUnavailable) return false;
        throw error;
      }
    });
    await store.close();
    await second.destroy();
  });

  it('refuses a database that another event store writes to', async () => {
    const url = await testDatabase();
    const first = await startEmbeddedEventStoreForTests(url);
    const second = runMain('--port', '0', '--database-url', url);
    await second.said(/another event store process is already writing to this database/);
    expect(await second.ended()).toBe(1);
    await first.close();
  });

  it('explains a wrong command line and a taken port', async () => {
    const wrong = runMain('--prot', '1');
    await wrong.said(/'--prot'[^]*Usage: npm run event-store/);
    expect(await wrong.ended()).toBe(1);
    const half = runMain('--tls-cert', 'cert.pem');
    await half.said(/--tls-cert and --tls-key belong together/);
    await half.ended();
    const first = await startEmbeddedEventStoreForTests(await testDatabase());
    const second = runMain('--port', String(first.port), '--database-url', await testDatabase());
    await second.said(/the address is taken/);
    expect(await second.ended()).toBe(1);
    await first.close();
  });
});

describe('a subscription', STARTS_PROCESSES, () => {
  it('goes on after the server was killed and started again, without loss or repetition', async () => {
    const server = await startEmbeddedEventStoreForTests(await testDatabase());
    const store = connectEventStore({ connectionString: server.connectionString });
    const stop = new AbortController();
    const seen: string[] = [];
    const written: string[] = [];
    let dropped = 0;
    const subscription = store.subscribeToAll({
      after: 0n,
      signal: stop.signal,
      onEvents: (events) => void seen.push(...ids(events)),
      onDropped: () => (dropped += 1),
    });
    for (let round = 0; round < 3; round += 1) {
      const events = numbered(50);
      await until(() =>
        store.append(newStream(), 'no_stream', events).then(
          () => true,
          (error: unknown) => {
            if (error instanceof EventStoreUnavailable) return false;
            throw error;
          },
        ),
      );
      written.push(...ids(events));
      await until(() => seen.length === written.length);
      await server.kill();
      await server.restart();
    }
    await until(() => dropped >= 3);
    stop.abort();
    await subscription;
    expect(seen).toEqual(written);
    await store.close();
    await server.close();
  });
});

describe('over TLS', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-tls-'));
  const certificateFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  let server: TestEventStore;

  beforeAll(async () => {
    const { certificate, key } = selfSignedCertificate(new Date());
    writeFileSync(certificateFile, certificate);
    writeFileSync(keyFile, key);
    server = await startEmbeddedEventStoreForTests(await testDatabase(), {
      tls: { certificateFile, keyFile },
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = (credentials = '') =>
    connectEventStore({
      connectionString: `esdb://${credentials}localhost:${server.port}?tls=true&tlsCAFile=${certificateFile}`,
      appendDeadlineMs: 5_000,
    });

  it('serves clients that trust its certificate, with the right credentials or none', async () => {
    for (const credentials of ['', 'admin:changeit@']) {
      const store = connect(credentials);
      const stream = newStream();
      const events = numbered(2);
      await store.append(stream, 'no_stream', events);
      expect(ids(await all(store.readStream(stream)))).toEqual(ids(events));
      await store.close();
    }
  });

  it('refuses wrong credentials', async () => {
    const store = connect('admin:guess@');
    await expect(all(store.readStream(newStream()))).rejects.toBeInstanceOf(EventStoreRefused);
    await expect(store.append(newStream(), 'no_stream', [anEvent()])).rejects.toBeInstanceOf(
      EventStoreRefused,
    );
    await store.close();
  });

  it('is not reached without trust in its certificate, or without TLS', async () => {
    for (const connectionString of [
      `esdb://localhost:${server.port}?tls=true`,
      `esdb://localhost:${server.port}?tls=false`,
    ]) {
      const store = connectEventStore({ connectionString });
      await expect(store.append(newStream(), 'no_stream', [anEvent()])).rejects.toBeInstanceOf(
        EventStoreUnavailable,
      );
      await store.close();
    }
  });
});

describe('for the official client', STARTS_PROCESSES, () => {
  let server: TestEventStore;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    server = await startEmbeddedEventStoreForTests(await testDatabase());
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
  });

  it('follows links to their targets', async () => {
    const [target, links] = [newStream(), newStream()];
    await client.appendToStream(target, some(3));
    const link = (to: string) => binaryEvent({ type: '$>', data: Buffer.from(to) });
    await client.appendToStream(links, [link(`1@${target}`), link(`9@${target}`), link('nonsense')]);
    const read = await all(client.readStream(links, { resolveLinkTos: true }));
    expect(read.map(({ event, link: by }) => [event?.data, by?.revision])).toEqual([
      [{ n: 1 }, 0n],
      [undefined, 1n],
      [undefined, 2n],
    ]);
  });

  it('binds by access lists that leave everyone out', async () => {
    const stream = newStream();
    await client.appendToStream(stream, some(1));
    await client.setStreamMetadata(stream, { acl: { writeRoles: ['someone'], readRoles: ['someone'] } });
    await expect(client.appendToStream(stream, some(1))).rejects.toMatchObject({ type: 'access-denied' });
    await expect(all(client.readStream(stream))).rejects.toMatchObject({ type: 'access-denied' });
  });

  it('tells a filtered subscription how far it searched every so many events, and that it caught up once', async () => {
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
