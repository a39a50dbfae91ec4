import type { EventStoreDBClient } from '@eventstore/db-client';
import { createAppender } from './appends.ts';
import { EventStoreTimeout, translateError } from './errors.ts';
import type { EventStore, ExpectedRevision, StreamRetention } from './event-store.ts';
import { matches } from './filters.ts';
import { openNodes } from './nodes.ts';
import { openRead } from './read-calls.ts';
import { logSubscription, streamSubscription } from './read-questions.ts';
import { createReads } from './reads.ts';
import { deliverUntilAborted } from './subscriptions.ts';

const DEFAULT_APPEND_DEADLINE_MS = 10_000;

/**
 * Connects to EventStoreDB, KurrentDB or the embedded server. The connection is made on first use and made again
 * whenever it was lost; of a cluster, always to the node that leads.
 * @param options.connectionString `esdb://host:port?tls=false` and the like
 * @param options.appendDeadlineMs milliseconds after which an append, repeated or not, fails with EventStoreTimeout (10,000)
 * @throws {UnusableConnectionString} when the connection string cannot be used, wherever it leads
 */
export function connectEventStore(options: {
  connectionString: string;
  appendDeadlineMs?: number;
}): EventStore {
  const deadlineMs = options.appendDeadlineMs ?? DEFAULT_APPEND_DEADLINE_MS;
  const nodes = openNodes(options.connectionString);
  const { readStream, readAll, lastPosition, requirePosition } = createReads(nodes);
  const append = createAppender(nodes, deadlineMs);
  // The newest position known to stand in the log: what was appended or delivered here is not asked for again.
  let end = 0n;
  const saw = (position: bigint): void => {
    if (position > end) end = position;
  };
  const hasReached = async (position: bigint): Promise<boolean> => {
    if (position > end) saw(await lastPosition());
    return position <= end;
  };
  const closing = new AbortController();

  /** Makes a call under the deadline. */
  async function underDeadline(
    stream: string,
    operation: string,
    call: (client: EventStoreDBClient) => Promise<unknown>,
  ): Promise<void> {
    const client = await nodes.client();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new EventStoreTimeout(operation, deadlineMs)), deadlineMs);
    });
    try {
      await Promise.race([call(client), deadline]);
    } catch (error) {
      const failure = translateError(error, stream, operation, deadlineMs);
      nodes.failed(client, failure);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async append(...asked) {
      const appended = await append(...asked);
      saw(appended.position);
      return appended;
    },
    readStream,
    readAll,
    async headPosition() {
      for await (const event of readAll({ direction: 'backwards', maxCount: 1 })) return event.position;
      return 0n;
    },
    endPosition: lastPosition,
    subscribeToAll(subscription) {
      return deliverUntilAborted(
        {
          ...subscription,
          stream: '$all',
          signal: AbortSignal.any([subscription.signal, closing.signal]),
          accept(event) {
            saw(event.position);
            return matches(subscription.filter, event);
          },
          hasReached,
          async connect({ position }) {
            await requirePosition(position);
            const client = await nodes.client();
            return {
              open: (prepare) => openRead(client, logSubscription(position, subscription.filter), prepare),
              failed: (error) => nodes.failed(client, error),
            };
          },
        },
        { position: subscription.after, revision: undefined },
      );
    },
    subscribeToStream(subscription) {
      return deliverUntilAborted(
        {
          ...subscription,
          signal: AbortSignal.any([subscription.signal, closing.signal]),
          accept: () => true,
          hasReached,
          async connect({ revision }) {
            const client = await nodes.client();
            return {
              open: (prepare) => openRead(client, streamSubscription(subscription.stream, revision), prepare),
              failed: (error) => nodes.failed(client, error),
            };
          },
        },
        { position: 0n, revision: subscription.after },
      );
    },
    deleteStream: (stream, expected) =>
      underDeadline(stream, 'delete', (client) =>
        client.deleteStream(stream, {
          expectedRevision: expected,
          requiresLeader: true,
          deadline: deadlineMs,
        }),
      ),
    tombstoneStream: (stream, expected) =>
      underDeadline(stream, 'tombstone', (client) =>
        client.tombstoneStream(stream, {
          expectedRevision: expected,
          requiresLeader: true,
          deadline: deadlineMs,
        }),
      ),
    setStreamMetadata: (stream: string, retention: StreamRetention, expected: ExpectedRevision) =>
      underDeadline(`$$${stream}`, 'set metadata', (client) =>
        client.setStreamMetadata(stream, retention, {
          expectedRevision: expected,
          requiresLeader: true,
          deadline: deadlineMs,
        }),
      ),
    async close() {
      closing.abort();
      await nodes.close();
    },
  };
}
