import type { EventLog } from './event-log.ts';
import { chosenOf } from './filters.ts';
import type { Filter } from './filters.ts';
import { firstKept, isExpired } from './retention.ts';
import type { StoredEvent } from './stored-event.ts';
import { baseOf, stateSeenAs } from './stream-state.ts';
import type { StreamState } from './stream-state.ts';

/** Events read from Postgres at a time: enough to hide the way there, few enough to start answering soon. It may give fewer, by their bytes. */
const CHUNK = 1_000;
/** Positions searched at a time with a filter by prefixes, which Postgres applies. */
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
  const size = filter !== undefined && filter.expression === undefined ? FILTERED_CHUNK : CHUNK;
  const fetch = async (from: number): Promise<Window> => {
    const end = Math.min(from + size, to);
    const held = log.tail.slice(from + 1, end);
    const { events, isCut } = held
      ? { events: held, isCut: false }
      : await log.reader.readAll(from + 1, end, filter);
    const searchedTo = isCut ? (events[events.length - 1]?.position ?? end) : end;
    return { events: await chosenOf(events, filter), searchedTo, fromMemory: held !== undefined };
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
  // The first windows are small: most such reads want the newest event, which is in memory, or the newest few.
  let size = 1;
  for (let end = before - 1; end >= from; size = size === 1 ? 64 : CHUNK) {
    const start = Math.max(from, end - size + 1);
    const held = log.tail.slice(start, end);
    const { events, isCut } = held
      ? { events: [...held].reverse(), isCut: false }
      : await log.reader.readAll(start, end, filter, 'backwards');
    yield* await chosenOf(events, filter);
    end = isCut ? (events[events.length - 1]?.position ?? start) - 1 : start - 1;
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
    const { events, isCut } = held
      ? { events: backwards ? [...held].reverse() : held, isCut: false }
      : await log.reader.readStream(stream, start, end, head, backwards ? 'backwards' : 'forwards');
    for (const event of events) {
      if (isExpired(state.metadata, event, now)) continue;
      given += 1;
      yield event;
    }
    if (!isCut && events.length < size) return;
    const last = events[events.length - 1]?.revision;
    if (last === undefined) return;
    if (backwards) high = last - 1;
    else low = last + 1;
  }
}

export async function stateOfStream(
  log: EventLog,
  stream: string,
): Promise<{ state: StreamState; base: StreamState }> {
  const base = await log.stateOf(baseOf(stream));
  return { base, state: stateSeenAs(stream, base) };
}
