import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import { createAppender } from './appends.ts';
import { EventStoreTimeout, translateError } from './errors.ts';
import type {
  EventStore,
  ExpectedRevision,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  StreamRetention,
} from './event-store.ts';
import { matches, serverFilter } from './filters.ts';
import { toRecordedEvent } from './recorded-events.ts';
import { deliverUntilAborted } from './subscriptions.ts';

const DEFAULT_APPEND_DEADLINE_MS = 10_000;
const SMALLEST_PAGE = 32;
/** A read of at most so many events that is left early is read to its end: it comes soon enough. */
const MOST_TO_DRAIN = 1000;
/** The answer that a stream is not there is followed by the end of the call; within this time, in milliseconds, as a rule. */
const END_OF_CALL_MS = 100;

/**
 * Connects to EventStoreDB, KurrentDB or the embedded server (design: the event log). The connection is
 * made on first use and made again whenever it was lost.
 * @param options.connectionString `esdb://host:port?tls=false` and the like
 * @param options.appendDeadlineMs milliseconds after which an append fails with EventStoreTimeout (10,000)
 */
export function connectEventStore(options: {
  connectionString: string;
  appendDeadlineMs?: number;
}): EventStore {
  const deadlineMs = options.appendDeadlineMs ?? DEFAULT_APPEND_DEADLINE_MS;
  const client = EventStoreDBClient.connectionString(options.connectionString);
  const closing = new AbortController();

  /** Runs a call under the deadline; the client has none for batch appends. */
  async function underDeadline<T>(stream: string, operation: string, call: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new EventStoreTimeout(operation, deadlineMs)), deadlineMs);
    });
    try {
      return await Promise.race([call, deadline]);
    } catch (error) {
      throw translateError(error, stream, operation, deadlineMs);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Every call that is cancelled before its end resets its HTTP/2 stream, and a server takes a client that does so
   * often for an attack (nghttp2: after 1,000, more than 33 a second) and closes the connection with error code 2, with
   * all that is under way on it. So only a long read that is left is cancelled at once.
   */
  async function* read(
    stream: string,
    source: StreamingRead<ResolvedEvent>,
    maxCount: number,
  ): AsyncGenerator<RecordedEvent> {
    let leftEarly = true;
    try {
      for await (const resolved of source.iterator({ destroyOnReturn: false })) {
        const event = toRecordedEvent(resolved as ResolvedEvent);
        if (event !== undefined) yield event;
      }
      leftEarly = false;
    } catch (error) {
      if (error instanceof StreamNotFoundError) {
        leftEarly = false;
        // The client does not read on to the end of the call, and its dispose would wait for it for ever.
        source.on('error', () => undefined);
        setTimeout(() => void source.cancel(), END_OF_CALL_MS);
        return;
      }
      throw translateError(error, stream, 'read', deadlineMs);
    } finally {
      // A destroyed read leaves its call behind, unread, and the client's dispose waits for it for ever: cancel the
      // call, and read what had already come.
      if (leftEarly) {
        // Nobody reads it any more, so how it ends is no news; without a listener it would end the process.
        source.on('error', () => undefined);
        source.resume();
        if (maxCount > MOST_TO_DRAIN) await source.cancel();
      }
    }
  }

  async function* readStream(stream: string, asked: ReadStreamOptions = {}): AsyncGenerator<RecordedEvent> {
    const backwards = asked.direction === 'backwards';
    if (asked.maxCount === 0) return;
    yield* read(
      stream,
      client.readStream(stream, {
        fromRevision: asked.from ?? (backwards ? END : START),
        direction: backwards ? BACKWARDS : FORWARDS,
        ...(asked.maxCount === undefined ? {} : { maxCount: asked.maxCount }),
      }),
      asked.maxCount ?? Number.POSITIVE_INFINITY,
    );
  }

  async function* readAll(asked: ReadAllOptions = {}): AsyncGenerator<RecordedEvent> {
    const { filter, maxCount = Number.POSITIVE_INFINITY } = asked;
    const backwards = asked.direction === 'backwards';
    let from = asked.after;
    let left = maxCount;
    while (left > 0 && !(backwards && from === 0n)) {
      // The client cannot filter reads, so it is not known how many events hold the ones asked for.
      const page = Math.max(left, SMALLEST_PAGE);
      let seen = 0;
      const source = client.readAll({
        fromPosition:
          from === undefined || from === 0n ? (backwards ? END : START) : { commit: from, prepare: from },
        direction: backwards ? BACKWARDS : FORWARDS,
        ...(Number.isFinite(page) ? { maxCount: page } : {}),
      });
      const begin = from;
      for await (const event of read('$all', source, page)) {
        seen += 1;
        from = event.position;
        if (event.position === begin || !matches(filter, event)) continue;
        yield event;
        left -= 1;
        if (left === 0) return;
      }
      if (seen < page) return;
    }
  }

  return {
    append: createAppender(client, deadlineMs),
    readStream,
    readAll,
    async headPosition() {
      for await (const event of readAll({ direction: 'backwards', maxCount: 1 })) return event.position;
      return 0n;
    },
    subscribeToAll(subscription) {
      return deliverUntilAborted(
        {
          ...subscription,
          stream: '$all',
          signal: AbortSignal.any([subscription.signal, closing.signal]),
          accept: (event) => matches(subscription.filter, event),
          open: (last, checkpointReached) =>
            client.subscribeToAll({
              fromPosition: last.position === 0n ? START : { commit: last.position, prepare: last.position },
              filter: serverFilter(subscription.filter, checkpointReached),
            }),
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
          open: (last) =>
            client.subscribeToStream(subscription.stream, { fromRevision: last.revision ?? START }),
        },
        { position: 0n, revision: subscription.after },
      );
    },
    async deleteStream(stream, expected) {
      await underDeadline(
        stream,
        'delete',
        client.deleteStream(stream, { expectedRevision: expected, deadline: deadlineMs }),
      );
    },
    async tombstoneStream(stream, expected) {
      await underDeadline(
        stream,
        'tombstone',
        client.tombstoneStream(stream, { expectedRevision: expected, deadline: deadlineMs }),
      );
    },
    async setStreamMetadata(stream: string, retention: StreamRetention, expected: ExpectedRevision) {
      await underDeadline(
        `$$${stream}`,
        'set metadata',
        client.setStreamMetadata(stream, retention, { expectedRevision: expected, deadline: deadlineMs }),
      );
    },
    async close() {
      closing.abort();
      await client.dispose();
    },
  };
}
