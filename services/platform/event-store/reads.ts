import { StreamNotFoundError } from '@eventstore/db-client';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import {
  EventStoreUnavailable,
  isNotLeader,
  isRefusedPosition,
  translateError,
  UnknownPosition,
} from './errors.ts';
import type { ReadAllOptions, ReadStreamOptions, RecordedEvent } from './event-store.ts';
import { matches } from './filters.ts';
import type { Nodes } from './nodes.ts';
import { eventsOf } from './read-calls.ts';
import { logRead, streamRead } from './read-questions.ts';

const SMALLEST_PAGE = 32;
/** A node that does not lead names the one that does; that one may have been deposed meanwhile. */
const MOST_REFERRALS = 5;

type Arrived = AsyncGenerator<readonly RecordedEvent[]>;

/** Reads of streams and of the log, from the node that leads: others may not have yet what was acknowledged. */
export function createReads(nodes: Nodes) {
  async function* read(stream: string, question: streamsPb.ReadReq, maxCount: number): Arrived {
    for (let referrals = 0; ; referrals += 1) {
      const client = await nodes.client();
      let given = false;
      try {
        for await (const events of eventsOf(nodes, client, question, maxCount)) {
          given = true;
          yield events;
        }
        return;
      } catch (error) {
        if (error instanceof StreamNotFoundError) return;
        const failure = translateError(error, stream, 'read');
        nodes.failed(client, failure);
        if (given || !isNotLeader(error) || referrals === MOST_REFERRALS) throw failure;
      }
    }
  }

  async function* readStream(stream: string, asked: ReadStreamOptions = {}): AsyncGenerator<RecordedEvent> {
    const { from, direction = 'forwards', maxCount = Number.POSITIVE_INFINITY } = asked;
    if (maxCount === 0) return;
    for await (const events of read(stream, streamRead(stream, from, direction, maxCount), maxCount))
      for (const event of events) yield event;
  }

  /** One read of the log, system events included; forwards what stands at `from` itself comes first. */
  async function* readLog(from: bigint | undefined, backwards: boolean, maxCount: number): Arrived {
    const question = logRead(from === 0n ? undefined : from, backwards ? 'backwards' : 'forwards', maxCount);
    try {
      yield* read('$all', question, maxCount);
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
      // Not filtered by the server, so it is not known how many events hold the ones asked for.
      const page = Math.max(left, SMALLEST_PAGE);
      let seen = 0;
      const begin = from;
      try {
        for await (const events of readLog(from, backwards, page)) {
          for (const event of events) {
            seen += 1;
            from = event.position;
            if (event.position === begin || !matches(filter, event)) continue;
            yield event;
            left -= 1;
            if (left === 0) return;
          }
        }
      } catch (error) {
        // Another node leads: it is asked for what comes behind that which was given.
        if (from !== begin && error instanceof EventStoreUnavailable && isNotLeader(error.cause)) continue;
        throw error;
      }
      // Forwards at least what stands at the position itself is given.
      if (seen === 0 && !backwards && begin !== undefined && begin > 0n) throw new UnknownPosition(begin);
      if (seen < page) return;
    }
  }

  /** Position of the log's last event, system events included; 0n when it is empty. */
  async function lastPosition(): Promise<bigint> {
    for await (const [event] of readLog(undefined, true, 1)) if (event) return event.position;
    return 0n;
  }

  /** Throws UnknownPosition for one that is beyond the log's end or between its events. */
  async function requirePosition(position: bigint): Promise<void> {
    if (position === 0n) return;
    for await (const [event] of readLog(position, false, 1)) {
      if (event && event.position >= position) return;
    }
    throw new UnknownPosition(position);
  }

  return { readStream, readAll, lastPosition, requirePosition };
}
