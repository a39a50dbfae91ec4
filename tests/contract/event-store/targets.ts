import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { TestFunction } from 'vitest';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { readLog } from '#services/platform/log-identity.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { dockerAnswers } from '#tests/support/docker.ts';
import { testDatabase } from '#tests/support/postgres.ts';

/** A server that speaks EventStoreDB's protocol. */
type Target = {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly unavailable?: string;
  start(): Promise<{ connectionString: string; stop(): Promise<void> }>;
};

const IMAGE = 'eventstore/eventstore:23.10.1-bookworm-slim';

const NO_DOCKER =
  'no Docker engine answers here (set DOCKER_HOST, or EVENTSTORE_URL to test a server of your own)';
const hasDocker = await dockerAnswers();

const onHarshTwin = process.env['TEST_EVENT_STORE'] === 'harsh';

const embedded: Target = {
  name: onHarshTwin ? 'the harsh twin' : 'the embedded server',
  async start() {
    const server = await startEmbeddedEventStoreForTests(await testDatabase());
    return { connectionString: server.connectionString, stop: () => server.close() };
  },
};

const inContainer: Target = {
  name: 'EventStoreDB in a container',
  ...(hasDocker ? {} : { unavailable: NO_DOCKER }),
  async start() {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_MEM_DB: 'true',
        EVENTSTORE_CLUSTER_SIZE: '1',
        EVENTSTORE_RUN_PROJECTIONS: 'None',
      })
      .withExposedPorts(2113)
      .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
      .start();
    return {
      connectionString: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
      async stop() {
        await container.stop();
      },
    };
  },
};

function configured(): Target[] {
  const connectionString = process.env['EVENTSTORE_URL'];
  if (!connectionString) return [];
  return [
    {
      name: 'EVENTSTORE_URL',
      async start() {
        await requireNoHouse(connectionString);
        return { connectionString, stop: () => Promise.resolve() };
      },
    },
  ];
}

/** Refuses the log of a house: these tests write, and tombstone streams, and what they write stays. */
export async function requireNoHouse(connectionString: string): Promise<void> {
  const events = connectEventStore({ connectionString });
  try {
    if ((await readLog(events)).id !== null)
      throw new Error(
        'EVENTSTORE_URL names the event log of a house, into which these tests would write: name a server of the same version that may be thrown away.',
      );
  } finally {
    await events.close();
  }
}

/** What a test of the contract works with; other tests' events may stand in the same log. */
export type Bench = {
  readonly store: EventStore;
  /** The official client, for what the application never does. */
  readonly client: EventStoreDBClient;
  readonly connectionString: string;
};

export type ContractTest = (name: string, run: TestFunction) => void;

/** Servers that are the same in both runs are not tried again in the one on the harsh twin. */
const targets = onHarshTwin ? [embedded] : [embedded, inContainer, ...configured()];

/** Runs a suite on every server: the embedded one always, others where they are to be had. */
export function describeContract(title: string, suite: (bench: Bench, it: ContractTest) => void): void {
  for (const target of targets) {
    const { unavailable } = target;
    describe(`${title}, on ${target.name}`, () => {
      if (unavailable !== undefined) {
        const skipped: ContractTest = (name) => test(name, (context) => context.skip(unavailable));
        suite(noBench, skipped);
        return;
      }
      let running: Awaited<ReturnType<Target['start']>> | undefined;
      let store: EventStore | undefined;
      let client: EventStoreDBClient | undefined;
      const started = <T>(value: T | undefined): T => {
        if (value === undefined) throw new Error('the server has not been started yet');
        return value;
      };
      beforeAll(async () => {
        running = await target.start();
        store = connectEventStore({ connectionString: running.connectionString });
        client = EventStoreDBClient.connectionString(running.connectionString);
      });
      afterAll(async () => {
        await store?.close();
        await client?.dispose();
        await running?.stop();
      });
      suite(
        {
          get store() {
            return started(store);
          },
          get client() {
            return started(client);
          },
          get connectionString() {
            return started(running).connectionString;
          },
        },
        test,
      );
    });
  }
}

const noBench: Bench = {
  get store(): EventStore {
    throw new Error('this server is not available here');
  },
  get client(): EventStoreDBClient {
    throw new Error('this server is not available here');
  },
  connectionString: '',
};

/** A stream name that nothing else uses. */
export function newStream(prefix = 'contract'): string {
  return `${prefix}-${randomUUID()}`;
}
