import { createAppender } from './appends.ts';
import type { EventStore } from './event-store.ts';
import { matches } from './filters.ts';
import { openNodes } from './nodes.ts';
import { openRead } from './read-calls.ts';
import { logSubscription } from './read-questions.ts';
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
  const nodes = openNodes(options.connectionString);
  const { readStream, readAll, lastPosition, requirePosition } = createReads(nodes);
  const append = createAppender(nodes, options.appendDeadlineMs ?? DEFAULT_APPEND_DEADLINE_MS);
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
          signal: AbortSignal.any([subscription.signal, closing.signal]),
          accept(event) {
            saw(event.position);
            return matches(subscription.filter, event);
          },
          hasReached,
          async connect(position) {
            await requirePosition(position);
            const client = await nodes.client();
            return {
              open: (prepare) =>
                openRead(nodes, client, logSubscription(position, subscription.filter), prepare),
              failed: (error) => nodes.failed(client, error),
            };
          },
        },
        subscription.after,
      );
    },
    async close() {
      closing.abort();
      await nodes.close();
    },
  };
}
