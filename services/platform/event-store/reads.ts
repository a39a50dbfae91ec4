import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  StreamNotFoundError,
  type EventStoreDBClient,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { isNotLeader, isRefusedPosition, translateError, UnknownPosition } from './errors.ts';
import type { ReadAllOptions, ReadStreamOptions, RecordedEvent } from './event-store.ts';
import { matches } from './filters.ts';
import type { Nodes } from './nodes.ts';
import { toRecordedEvent } from './recorded-events.ts';

const SMALLEST_PAGE = 32;
/** A read of at most so many events that is left early is read to its end: it comes soon enough. */
const MOST_TO_DRAIN = 1000;
/** The answer that a stream is not there is followed by the end of the call; within this time, in milliseconds, as a rule. */
const END_OF_CALL_MS = 100;
/** A node that does not lead names the one that does; that one may have been deposed meanwhile. */
const MOST_REFERRALS = 5;

type Ask = (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>;

/** Reads of streams and of the log, from the node that leads: others may not have yet what was acknowledged. */
export function createReads(nodes: Nodes) {
  async function* read(stream: string, ask: Ask, maxCount: number): AsyncGenerator<RecordedEvent> {
    for (let referrals = 0; ; referrals += 1) {
      const client = await nodes.client();
      let given = false;
      try {
        for await (const event of readOnce(ask(client), maxCount)) {
          given = true;
          yield event;
        }
        return;
      } catch (error) {
        const failure = translateError(error, stream, 'read');
        nodes.failed(client, failure);
        if (given || !isNotLeader(error) || referrals === MOST_REFERRALS) throw failure;
      }
    }
  }

  async function* readStream(stream: string, asked: ReadStreamOptions = {}): AsyncGenerator<RecordedEvent> {
    const backwards = asked.direction === 'backwards';
    if (asked.maxCount === 0) return;
    yield* read(
      stream,
      (client) =>
        client.readStream(stream, {
          fromRevision: asked.from ?? (backwards ? END : START),
          direction: backwards ? BACKWARDS : FORWARDS,
          requiresLeader: true,
          ...(asked.maxCount === undefined ? {} : { maxCount: asked.maxCount }),
        }),
      asked.maxCount ?? Number.POSITIVE_INFINITY,
    );
  }

  /** One read of the log, system events included; forwards what stands at `from` itself comes first. */
  async function* readLog(
    from: bigint | undefined,
    backwards: boolean,
    maxCount: number,
  ): AsyncGenerator<RecordedEvent> {
    const ask: Ask = (client) =>
      client.readAll({
        fromPosition:
          from === undefined || from === 0n ? (backwards ? END : START) : { commit: from, prepare: from },
        direction: backwards ? BACKWARDS : FORWARDS,
        requiresLeader: true,
        ...(Number.isFinite(maxCount) ? { maxCount } : {}),
      });
    try {
      yield* read('$all', ask, maxCount);
    } catch (error) {
      if (from !== undefined && from > 0n && isRefusedPosition(error)) throw new UnknownPosition(from);
      throw error;
    }
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
      const begin = from;
      for await (const event of readLog(from, backwards, page)) {
        seen += 1;
        from = event.position;
        if (event.position === begin || !matches(filter, event)) continue;
        yield event;
        left -= 1;
        if (left === 0) return;
      }
      // Forwards at least what stands at the position itself is given.
      if (seen === 0 && !backwards && begin !== undefined && begin > 0n) throw new UnknownPosition(begin);
      if (seen < page) return;
    }
  }

  /** Position of the log's last event, system events included; 0n when it is empty. */
  async function lastPosition(): Promise<bigint> {
    for await (const event of readLog(undefined, true, 1)) return event.position;
    return 0n;
  }

  /** Throws UnknownPosition for one that is beyond the log's end or between its events. */
  async function requirePosition(position: bigint): Promise<void> {
    if (position === 0n) return;
    for await (const event of readLog(position, false, 1)) {
      if (event.position >= position) return;
    }
    throw new UnknownPosition(position);
  }

  return { readStream, readAll, lastPosition, requirePosition };
}

/**
 * Every call that is cancelled before its end resets its HTTP/2 stream, and a server takes a client that does so
 * often for an attack (nghttp2: after 1,000, more than 33 a second) and closes the connection with error code 2, with
 * all that is under way on it. So only a long read that is left is cancelled immediately.
 */
async function* readOnce(
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
    if (!(error instanceof StreamNotFoundError)) throw error;
    leftEarly = false;
    // The client does not read on to the end of the call, and its dispose would wait for it for ever.
    source.on('error', () => undefined);
    setTimeout(() => void source.cancel(), END_OF_CALL_MS);
  } finally {
    // A destroyed read leaves its call behind, unread, and the client's dispose waits for it for ever: cancel the
    // call, and read what had already come.
    if (leftEarly) {
      // It has no reader any more, so its end does not matter; without a listener it would end the process.
      source.on('error', () => undefined);
      source.resume();
      if (maxCount > MOST_TO_DRAIN) await source.cancel();
    }
  }
}
