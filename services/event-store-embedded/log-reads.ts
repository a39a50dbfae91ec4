import type { EventLog } from './event-log.ts';
import { compileFilter } from './filters.ts';
import type { Filter } from './filters.ts';
import { firstKept, isExpired } from './retention.ts';
import type { StoredEvent } from './stored-event.ts';
import { baseOf, stateSeenAs } from './stream-state.ts';
import type { StreamState } from './stream-state.ts';

/** Rows asked of Postgres at once: enough to hide the way there, few enough to start answering soon. */
const CHUNK = 1_000;
/** Positions searched at once with a filter by prefixes, which Postgres applies. */
const FILTERED_CHUNK = 10_000;

type Window = {
  readonly events: readonly StoredEvent[];
  readonly searchedTo: number;
  readonly fromMemory: boolean;
};

/**
 * Matching events of $all in (after, to], ascending, window by window; `searchedTo` is where each window
 * ends. Positions have no gaps, so a window of positions is a number of events. The next window is asked of
 * Postgres while the last one is being sent.
 */
export async function* windowsOfAll(
  log: EventLog,
  after: number,
  to: number,
  filter: Filter | undefined,
): AsyncGenerator<Window> {
  const accept = compileFilter(filter);
  const size = filter !== undefined && filter.regex === undefined ? FILTERED_CHUNK : CHUNK;
  const fetch = async (from: number): Promise<Window> => {
    const searchedTo = Math.min(from + size, to);
    const held = log.tail.slice(from + 1, searchedTo);
    const events = held ?? (await log.reader.readAll(from + 1, searchedTo, filter));
    return { events: accept ? events.filter(accept) : events, searchedTo, fromMemory: held !== undefined };
  };
  // Settled, because a failure is met only when the reader comes that far.
  const begin = (from: number) => Promise.allSettled([fetch(from)]);
  for (let next = after < to ? begin(after) : undefined; next !== undefined;) {
    const [fetched] = await next;
    if (fetched.status === 'rejected') throw fetched.reason;
    const window: Window = fetched.value;
    next = window.searchedTo < to ? begin(window.searchedTo) : undefined;
    yield window;
  }
}

/** Matching events of $all in [from, before), descending. */
export async function* allBackwards(
  log: EventLog,
  from: number,
  before: number,
  filter: Filter | undefined,
): AsyncGenerator<StoredEvent> {
  const accept = compileFilter(filter);
  // The first window is small: most such reads want the newest few.
  let size = 64;
  for (let end = before - 1; end >= from; end -= size, size = CHUNK) {
    const start = Math.max(from, end - size + 1);
    const events = log.tail.slice(start, end) ?? (await log.reader.readAll(start, end, filter));
    for (const event of [...events].reverse()) if (accept === undefined || accept(event)) yield event;
  }
}

/** The events of a stream that retention leaves, from a revision on in a direction, as of the log's head at the call. */
export async function* eventsOfStream(
  log: EventLog,
  stream: string,
  state: StreamState,
  from: number,
  backwards: boolean,
  count: number,
): AsyncGenerator<StoredEvent> {
  const head = log.head();
  const first = firstKept(state.metadata, state.revision);
  const now = log.now();
  let low = backwards ? first : Math.max(first, from);
  let high = backwards ? Math.min(from, state.revision) : state.revision;
  for (let given = 0; low <= high && given < count;) {
    // Revisions have no gaps either.
    const size = Math.min(CHUNK, count - given, high - low + 1);
    const [start, end] = backwards ? [high - size + 1, high] : [low, low + size - 1];
    const held = log.tail.sliceOfStream(stream, start, end);
    const events = held ?? (await log.reader.readStream(stream, start, end, head));
    for (const event of backwards ? [...events].reverse() : events) {
      if (isExpired(state.metadata, event, now)) continue;
      given += 1;
      yield event;
    }
    if (events.length < size) return;
    if (backwards) high = start - 1;
    else low = end + 1;
  }
}

export async function stateOfStream(
  log: EventLog,
  stream: string,
): Promise<{ state: StreamState; base: StreamState }> {
  const base = await log.stateOf(baseOf(stream));
  return { base, state: stateSeenAs(stream, base) };
}
