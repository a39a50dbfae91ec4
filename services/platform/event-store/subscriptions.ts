import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { ResolvedEvent } from '@eventstore/db-client';
import { isRetryable, translateError } from './errors.ts';
import type { RecordedEvent } from './event-store.ts';
import { toRecordedEvent } from './recorded-events.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;
const DEFAULT_BATCH = 500;

/** The client's subscription: a readable of resolved events that announces being caught up. */
export type SourceSubscription = Readable & {
  on(event: 'caughtUp', listener: () => void): unknown;
  unsubscribe(): Promise<void>;
};

export type Delivery = {
  readonly stream: string;
  /** Opens the subscription anew, after the last event or checkpoint that was handed over. */
  readonly open: (last: Progress, checkpointReached: (position: bigint) => void) => SourceSubscription;
  readonly accept: (event: RecordedEvent) => boolean;
  readonly onEvents: (events: readonly RecordedEvent[]) => void | Promise<void>;
  readonly onCheckpoint?: ((position: bigint) => void | Promise<void>) | undefined;
  readonly onCaughtUp?: (() => void | Promise<void>) | undefined;
  readonly onDropped?: ((error: Error, retryInMs: number) => void) | undefined;
  readonly maxBatch?: number | undefined;
  readonly signal: AbortSignal;
};

export type Progress = { position: bigint; revision: bigint | undefined };

/**
 * Keeps a subscription alive until its signal is aborted: the client never resubscribes by itself, so
 * each time the connection drops it is opened again behind what was handed over, with growing pauses.
 */
export async function deliverUntilAborted(delivery: Delivery, progress: Progress): Promise<void> {
  let retryInMs = FIRST_RETRY_MS;
  while (!delivery.signal.aborted) {
    try {
      await deliverOnce(delivery, progress, () => {
        retryInMs = FIRST_RETRY_MS;
      });
    } catch (error) {
      if (error instanceof HandlerFailure) throw error.cause;
      const translated = translateError(error, delivery.stream, 'subscribe', 0);
      if (!isRetryable(translated)) throw translated;
      if (delivery.signal.aborted) return;
      delivery.onDropped?.(translated, retryInMs);
      await pause(retryInMs, delivery.signal);
      retryInMs = Math.min(retryInMs * 2, LAST_RETRY_MS);
    }
  }
}

class HandlerFailure extends Error {}

/** One connection's life: resolves when aborted, rejects with what ended it. */
function deliverOnce(delivery: Delivery, progress: Progress, onAlive: () => void): Promise<void> {
  const { signal, maxBatch = DEFAULT_BATCH } = delivery;
  return new Promise((resolve, reject) => {
    let queue: RecordedEvent[] = [];
    let delivering = false;
    let scheduled = false;
    let finished = false;
    let caughtUp = false;
    let checkpoint = progress.position;

    const source = delivery.open({ ...progress }, (position) => {
      checkpoint = position;
      schedule();
    });

    const finish = (settle: () => void): void => {
      if (finished) return;
      finished = true;
      signal.removeEventListener('abort', abort);
      source.removeAllListeners('data');
      // A stream that already failed has nothing left to cancel; its error was reported when it failed.
      source.unsubscribe().then(settle, settle);
      source.resume();
    };
    const abort = (): void => finish(resolve);
    const fail = (error: unknown): void => finish(() => reject(error));

    // Coalesces what arrives in one turn of the event loop into one batch.
    const schedule = (): void => {
      if (scheduled || delivering) return;
      scheduled = true;
      setImmediate(() => {
        scheduled = false;
        void deliver();
      });
    };

    const deliver = async (): Promise<void> => {
      delivering = true;
      try {
        while (!finished && queue.length > 0) {
          const batch = queue;
          queue = [];
          source.resume();
          await delivery.onEvents(batch);
          const last = batch[batch.length - 1];
          if (last !== undefined) {
            progress.position = last.position;
            progress.revision = last.revision;
          }
        }
        // The client announces these while earlier events may still wait in its buffer.
        const drained = (): boolean => !finished && queue.length === 0 && source.readableLength === 0;
        if (drained() && checkpoint > progress.position) {
          const reached = checkpoint;
          await delivery.onCheckpoint?.(reached);
          progress.position = reached;
        }
        if (caughtUp && drained()) {
          caughtUp = false;
          await delivery.onCaughtUp?.();
        }
      } catch (error) {
        fail(new HandlerFailure('a subscription handler failed', { cause: error }));
      } finally {
        delivering = false;
        if (!finished && (queue.length > 0 || caughtUp || checkpoint > progress.position)) schedule();
      }
    };

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    source.on('data', (resolved: ResolvedEvent) => {
      onAlive();
      const event = toRecordedEvent(resolved);
      if (event === undefined || !delivery.accept(event)) return;
      queue.push(event);
      if (queue.length >= maxBatch) source.pause();
      schedule();
    });
    source.on('caughtUp', () => {
      onAlive();
      caughtUp = true;
      schedule();
    });
    source.on('error', fail);
    source.on('end', () =>
      fail(Object.assign(new Error('the event store ended the subscription'), { code: 14 })),
    );
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
