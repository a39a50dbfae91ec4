import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connectEventStore, EventStoreTimeout, isRetryable } from '#services/platform/event-store/index.ts';
import { anEvent } from './events.ts';

const sockets = new Set<Socket>();
const silent = createServer((socket) => sockets.add(socket));

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('an append to a server that never answers fails at its deadline, and may be repeated', async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const store = connectEventStore({
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    appendDeadlineMs: 200,
  });
  const error: unknown = await store
    .append('stream', 'no_stream', [anEvent()])
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EventStoreTimeout);
  expect(error).toMatchObject({ afterMs: 200 });
  expect(isRetryable(error)).toBe(true);
  await store.close();
});
