import type { EventStore, RecordedEvent } from '#services/platform/event-store/index.ts';
import { toLogEntry, type LogBatch, type LogEntry } from './log-entries.ts';

// While catching up, how long a batch that is not full may wait for more (milliseconds).
const PATIENCE_MS = 15;
// Events arriving while a batch is written that count as a load: the next batch then waits for as long as that one took,
// but at most LONGEST_REST_MS, as larger batches cost less of the whole.
const LOAD = 8;
const LONGEST_REST_MS = 10;
// How long a batch waits at most for the rest of what is written together.
const LONGEST_WAIT_MS = 25;
// How many times more events without a reader may pass before the checkpoint is moved: they cost next to nothing.
const PASSING_BY = 10;

export type FollowOptions = {
  readonly events: EventStore;
  /** Log position, exclusive. */
  readonly after: bigint;
  /** Prefixes of the streams that are read; the rest of the log is counted and passed by. */
  readonly streams: readonly string[];
  /** Events in a batch while catching up. */
  readonly batchSize: number;
  /** Never called again before its promise has settled; what it throws ends the following. */
  readonly write: (batch: LogBatch) => Promise<void>;
  /** Everything written to the log before this moment has been handed to `write` and written. */
  readonly onCaughtUp?: () => void | Promise<void>;
  readonly onDropped?: (error: Error, retryInMs: number) => void;
  /** See ProjectionsOptions. */
  readonly unfinished?: Unfinished | undefined;
  readonly signal: AbortSignal;
};

/**
 * Resolves with the log position that the commands under way in this process have reached; undefined when there are none.
 * Never rejects.
 */
export type Unfinished = () => Promise<bigint> | undefined;

/** What was read and not yet handed on. */
type Buffer = {
  readonly add: (event: RecordedEvent) => void;
  readonly isEmpty: () => boolean;
  readonly isFull: () => boolean;
  /** The newest event that was added. */
  readonly position: () => bigint;
  readonly take: () => LogBatch;
};

function createBuffer(after: bigint, streams: readonly string[], batchSize: number): Buffer {
  let entries: LogEntry[] = [];
  let positions: bigint[] = [];
  let reached = after;
  let position = after;
  return {
    add(event) {
      // Handed over again, for instance after a lost connection.
      if (event.position <= position) return;
      positions.push(event.position);
      position = event.position;
      if (streams.some((prefix) => event.stream.startsWith(prefix))) entries.push(toLogEntry(event));
    },
    isEmpty: () => positions.length === 0,
    position: () => position,
    isFull: () => entries.length >= batchSize || positions.length >= batchSize * PASSING_BY,
    take() {
      const batch = { entries, positions, after: reached, position };
      entries = [];
      positions = [];
      reached = position;
      return batch;
    },
  };
}

/**
 * Follows the log until aborted. While one batch is being written the next is read and parsed; large batches while
 * catching up, and as soon as the end is reached each event immediately, with whatever came while the last was written.
 */
export async function followLog({
  events,
  after,
  streams,
  batchSize,
  write,
  onCaughtUp,
  onDropped,
  unfinished,
  signal,
}: FollowOptions): Promise<void> {
  const buffer = createBuffer(after, streams, batchSize);
  let writing: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  let live = false;
  let resting = false;
  let later: NodeJS.Timeout | undefined;
  /** Where the commands end that the next batch waits for, once that is known. */
  let wholeAt: bigint | undefined;
  const ending = new AbortController();

  function startWriting(): void {
    clearTimeout(later);
    resting = false;
    wholeAt = undefined;
    if (buffer.isEmpty() || failure) return;
    if (buffer.isFull()) live = false;
    const batch = buffer.take();
    const startedAt = performance.now();
    writing = write(batch)
      .catch((error: unknown) => {
        failure = { error };
        ending.abort();
      })
      .then(() => {
        writing = undefined;
        if (live && !buffer.isFull() && batch.entries.length >= LOAD)
          rest(Math.min(performance.now() - startedAt, LONGEST_REST_MS));
        else if (buffer.isFull()) startWriting();
        else if (live) startWhenWhole();
        else if (!buffer.isEmpty()) waitForMore();
      });
  }

  function waitForMore(): void {
    clearTimeout(later);
    later = setTimeout(() => {
      live = true;
      if (!writing) startWriting();
    }, PATIENCE_MS);
  }

  function rest(ms: number): void {
    resting = true;
    later = setTimeout(startWriting, ms);
  }

  /** The events of one command come one by one; in one batch they cost a fraction of what three cost. */
  function startWhenWhole(): void {
    const whole = buffer.isEmpty() ? undefined : unfinished?.();
    if (!whole) return startWriting();
    rest(LONGEST_WAIT_MS);
    const waiting = later;
    void whole.then((reached) => {
      if (later !== waiting || !resting) return;
      wholeAt = reached;
      if (buffer.position() >= reached) startWriting();
    });
  }

  /** Resolves when nothing is left to write. */
  async function drained(): Promise<void> {
    while ((writing || !buffer.isEmpty()) && !failure) {
      if (!writing) startWriting();
      await writing;
    }
  }

  await events.subscribeToAll({
    after,
    maxBatch: batchSize,
    signal: AbortSignal.any([signal, ending.signal]),
    async onEvents(recorded) {
      for (const event of recorded) buffer.add(event);
      const isWhole = resting && wholeAt !== undefined && buffer.position() >= wholeAt;
      if (!writing && (isWhole || buffer.isFull())) startWriting();
      else if (!writing && live && !resting) startWhenWhole();
      else if (!writing && !live) waitForMore();
      while (writing && buffer.isFull()) await writing;
    },
    async onCaughtUp() {
      live = true;
      await drained();
      if (!failure) await onCaughtUp?.();
    },
    ...(onDropped ? { onDropped } : {}),
  });
  clearTimeout(later);
  resting = false;
  while (writing) await writing;
  if (failure) throw failure.error;
}

export type ReadUntilOptions = Pick<FollowOptions, 'events' | 'after' | 'streams' | 'batchSize' | 'write'> & {
  /** Log position, inclusive. */
  readonly until: bigint;
  readonly signal?: AbortSignal;
};

/**
 * Reads the log from `after` to `until` and no further, one batch being read while the former is written. The last
 * batch's position is `until` itself, also where the log has no event of that position.
 */
export async function readLogUntil({
  events,
  after,
  until,
  streams,
  batchSize,
  write,
  signal,
}: ReadUntilOptions): Promise<void> {
  if (after >= until) return;
  const buffer = createBuffer(after, streams, batchSize);
  let written: Promise<{ error: unknown } | null> = Promise.resolve(null);

  /** Waits for the batch under way; throws what it threw. */
  async function settled(): Promise<void> {
    const failure = await written;
    if (failure) throw failure.error;
    signal?.throwIfAborted();
  }

  try {
    for await (const event of events.readAll({ after })) {
      if (event.position > until) break;
      buffer.add(event);
      if (!buffer.isFull()) continue;
      await settled();
      written = write(buffer.take()).then(
        () => null,
        (error: unknown) => ({ error }),
      );
    }
  } finally {
    // A reader that broke off leaves no batch under way: who reads on from the checkpoint would find it moved.
    await written;
  }
  await settled();
  await write({ ...buffer.take(), position: until });
}
