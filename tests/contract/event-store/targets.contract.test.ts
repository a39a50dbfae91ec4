import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { anEvent } from './events.ts';
import { requireNoHouse } from './targets.ts';

let server: TestEventStore;
beforeAll(async () => {
  server = await startEmbeddedEventStoreForTests(await testDatabase());
});
afterAll(() => server?.close());

describe('given a server that EVENTSTORE_URL names', () => {
  it('when its log is a house’s, then the contract is not tried on it, as that writes', async () => {
    const events = connectEventStore({ connectionString: server.connectionString });
    await events.append('contract-1', 'no_stream', [anEvent()]);
    await expect(requireNoHouse(server.connectionString)).resolves.toBeUndefined();
    await identified(events);
    await events.close();
    await expect(requireNoHouse(server.connectionString)).rejects.toThrow(
      'EVENTSTORE_URL names the event log of a house, into which these tests would write: name a server of the same version that may be thrown away.',
    );
  });
});
