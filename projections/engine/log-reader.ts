import type { EventStore } from '#services/platform/event-store/index.ts';
import { toLogEntry, type LogBatch, type LogEntry } from './log-entries.ts';

// While catching up, how long a batch that is not full may wait for more (milliseconds).
const PATIENCE_MS = 15;

export type FollowOptions = {
  readonly events: EventStore;
  /** Log position, exclusive. */
  readonly after: bigint;
  /** Events in a batch while catching up. */
  readonly batchSize: number;
  /** Never called again before its promise has settled; what it throws ends the following. */
  readonly write: (batch: LogBatch) => Promise<void>;
  /** Everything written to the log before this moment has been handed to `write` and written. */
  readonly onCaughtUp?: () => void;
  readonly onDropped?: (error: Error, retryInMs: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Follows the log until aborted. While one batch is being written the next is read and parsed; large batches while
 * catching up, and as soon as the end is reached each event at once, with whatever came while the last was written.
 */
export async function followLog({ events, after, batchSize, write, onCaughtUp, onDropped, signal }: FollowOptions): Promise<void> {
  let buffer: LogEntry[] = [];
  let writing: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;
  let live = false;
  let reached = after;
  let patience: NodeJS.Timeout | undefined;
  const ending = new AbortController();

  function startWriting(): void {
    clearTimeout(patience);
    const entries = buffer;
    if (entries.length === 0 || failure) return;
    if (entries.length >= batchSize) live = false;
    buffer = [];
    const batch = { entries, after: reached, position: entries[entries.length - 1]!.position };
    reached = batch.position;
    writing = write(batch)
      .catch((error: unknown) => {
        failure = { error };
        ending.abort();
      })
      .then(() => {
        writing = undefined;
        if (live || buffer.length >= batchSize) startWriting();
        else if (buffer.length > 0) waitForMore();
      });
  }

  function waitForMore(): void {
    clearTimeout(patience);
    patience = setTimeout(() => {
      live = true;
      if (!writing) startWriting();
    }, PATIENCE_MS);
  }

  /** Resolves when nothing is left to write. */
  async function drained(): Promise<void> {
    if (!writing) startWriting();
    while (writing) await writing;
  }

  await events.subscribeToAll({
    after,
    maxBatch: batchSize,
    signal: AbortSignal.any([signal, ending.signal]),
    async onEvents(recorded) {
      for (const event of recorded) buffer.push(toLogEntry(event));
      if (!writing && (live || buffer.length >= batchSize)) startWriting();
      else if (!writing) waitForMore();
      while (writing && buffer.length >= batchSize) await writing;
    },
    async onCaughtUp() {
      live = true;
      await drained();
      if (!failure) onCaughtUp?.();
    },
    ...(onDropped ? { onDropped } : {}),
  });
  clearTimeout(patience);
  while (writing) await writing;
  if (failure) throw failure.error;
}

/**
 * Reads the log from `after` to `until` (inclusive) and no further, one batch being read while the former is written.
 * The last batch's position is `until` itself, also where the log has no event of that position.
 */
export async function readLogUntil(options: {
  readonly events: EventStore;
  readonly after: bigint;
  readonly until: bigint;
  readonly batchSize: number;
  readonly write: (batch: LogBatch) => Promise<void>;
  readonly signal?: AbortSignal;
}): Promise<void> {
  const { events, after, until, batchSize, write, signal } = options;
  if (after >= until) return;
  let entries: LogEntry[] = [];
  let reached = after;
  let written: Promise<{ error: unknown } | null> = Promise.resolve(null);

  /** Waits for the batch under way; throws what it threw. */
  async function settled(): Promise<void> {
    const failure = await written;
    if (failure) throw failure.error;
    signal?.throwIfAborted();
  }

  for await (const event of events.readAll({ after })) {
    if (event.position > until) break;
    entries.push(toLogEntry(event));
    if (entries.length < batchSize) continue;
    await settled();
    written = write({ entries, after: reached, position: event.position }).then(() => null, (error: unknown) => ({ error }));
    reached = event.position;
    entries = [];
  }
  await settled();
  await write({ entries, after: reached, position: until });
}
