import { randomUUID } from 'node:crypto';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectEventStore, type EventStore } from './index.ts';

/**
 * A server closes the connection of a client that resets many HTTP/2 streams (error code 2: 1,000 in a burst, 33 a second
 * after that), with every append under way on it. A command that begins a stream reads it first and finds nothing: such
 * a read must not cost a reset.
 */
let server: TestEventStore;
let wire: Awaited<ReturnType<typeof watchedWire>>;
let store: EventStore;
beforeAll(async () => {
  server = await startEmbeddedEventStoreForTests(await testDatabase());
  wire = await watchedWire(server.port);
  store = connectEventStore({ connectionString: `esdb://127.0.0.1:${wire.port}?tls=false` });
});
afterAll(async () => {
  await store.close();
  wire.close();
  await server.close();
});

const READS = 60;
/** The machine may be slow to answer one or another in time. */
const FEW = READS / 6;

async function resetsOf(read: (index: number) => Promise<unknown>): Promise<number> {
  const before = wire.resets();
  await Promise.all(Array.from({ length: READS }, (_, index) => read(index)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  return wire.resets() - before;
}

test('reading a stream that is not there resets none', async () => {
  const resets = await resetsOf(async (index) => {
    for await (const event of store.readStream(`none-${index}`)) throw new Error(`found ${event.id}`);
  });
  expect(resets).toBeLessThan(FEW);
});

test('asking for the newest position, and leaving a short read, resets none', async () => {
  const events = Array.from({ length: 5 }, () => ({ id: randomUUID(), type: 'a', data: {}, metadata: {} }));
  await store.append('some', 'no_stream', events);
  expect(await resetsOf(() => store.headPosition())).toBeLessThan(FEW);
  const resets = await resetsOf(async () => {
    for await (const event of store.readStream('some', { maxCount: 5 })) return event;
  });
  expect(resets).toBeLessThan(FEW);
});

const PREFACE_BYTES = 24;
const FRAME_HEAD_BYTES = 9;
const RST_STREAM = 3;

/** A wire to the server that counts the streams that the client resets. */
async function watchedWire(port: number) {
  let resets = 0;
  const sockets: net.Socket[] = [];
  const proxy = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    sockets.push(client, upstream);
    let skip = PREFACE_BYTES;
    let head = Buffer.alloc(0);
    client.on('data', (data) => {
      let rest = data;
      while (rest.length > 0) {
        if (skip > 0) {
          const taken = Math.min(skip, rest.length);
          skip -= taken;
          rest = rest.subarray(taken);
          continue;
        }
        const missing = FRAME_HEAD_BYTES - head.length;
        head = Buffer.concat([head, rest.subarray(0, missing)]);
        rest = rest.subarray(missing);
        if (head.length < FRAME_HEAD_BYTES) break;
        if (head[3] === RST_STREAM) resets += 1;
        skip = head.readUIntBE(0, 3);
        head = Buffer.alloc(0);
      }
    });
    client.pipe(upstream).pipe(client);
    // The ends close when they like.
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    resets: () => resets,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
