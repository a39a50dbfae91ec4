import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireReachable } from './preflight.mjs';
import { Unusable } from '../build/unusable.mjs';

const server = createServer((socket) => socket.end());
let port: number;
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

// Port 1 is refused on this machine as on any.
test.each([
  (live: number) => `esdb://127.0.0.1:${live}?tls=false`,
  (live: number) => `esdb://127.0.0.1:1,127.0.0.1:1,127.0.0.1:${live}?tls=false`,
  (live: number) => `kurrentdb+discover://user:se%40cret@127.0.0.1:${live}`,
  (live: number) => `postgres://user:secret@127.0.0.1:${live}/vitrine`,
])('an address is enough at which one of the servers answers', async (url) => {
  await expect(requireReachable('EVENTSTORE_URL', url(port), 2113)).resolves.toBeUndefined();
});

test('where none answers each is named, with what is wrong there, and no password', async () => {
  const failed: unknown = await requireReachable(
    'EVENTSTORE_URL',
    'esdb://user:hunter2@127.0.0.1:1,127.0.0.1:2?tls=false',
    2113,
  ).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Unusable);
  expect(failed).toMatchObject({
    message:
      'No server answers at 127.0.0.1:1, 127.0.0.1:2 (EVENTSTORE_URL): 127.0.0.1:1 ECONNREFUSED, 127.0.0.1:2 ECONNREFUSED. ' +
      'Start it, correct EVENTSTORE_URL, or unset it to use the embedded one.',
  });
});

test.each(['esdb://', 'esdb://a:1,:2'])('%s is no address of a server', async (url) => {
  await expect(requireReachable('EVENTSTORE_URL', url, 2113)).rejects.toThrow(
    'EVENTSTORE_URL is not an address of a server.',
  );
});
