import { convertToCommandError } from '@eventstore/db-client';
import { pause } from '../pause.ts';
import { isRefusedPosition, isRetryable, SubscriberTooSlow, translateError } from './errors.ts';
import type { RecordedEvent } from './event-store.ts';
import type { ReadCall } from './read-calls.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;
const DEFAULT_BATCH = 500;

/** A node that was found to ask. */
type Connection = {
  /** Opens the subscription there; `prepare` is given its call before anything can happen to it. */
  readonly open: (prepare: (call: ReadCall) => void) => Promise<ReadCall>;
  /** Called with what ended the subscription there. */
  readonly failed: (error: Error) => void;
};

export type Delivery = {
  /**
   * Finds the node to ask and gives what opens the subscription there, after the position of the
   * last event or checkpoint that was handed over.
   */
  readonly connect: (after: bigint) => Promise<Connection>;
  readonly accept: (event: RecordedEvent) => boolean;
  readonly onEvents: (events: readonly RecordedEvent[]) => void | Promise<void>;
  readonly onCheckpoint?: ((position: bigint) => void | Promise<void>) | undefined;
  readonly onCaughtUp?: (() => void | Promise<void>) | undefined;
  readonly onDropped?: ((error: Error, retryInMs: number) => void) | undefined;
  /** Whether the log goes as far: nothing beyond its last event, of whatever kind, has been searched. */
  readonly hasReached: (position: bigint) => Promise<boolean>;
  readonly maxBatch?: number | undefined;
  readonly signal: AbortSignal;
};

/** The position of the last event or checkpoint that was handed over. */
type Progress = { position: bigint };

/**
 * Keeps a subscription alive until its signal is aborted: the client never resubscribes by itself, so each time the
 * connection drops it is opened again behind what was handed over, once the handler under way has settled, with growing
 * pauses. A server that ends it because its reader was slow is asked again immediately.
 */
export async function deliverUntilAborted(delivery: Delivery, after: bigint): Promise<void> {
  const progress: Progress = { position: after };
  let retryInMs = FIRST_RETRY_MS;
  while (!delivery.signal.aborted) {
    try {
      await deliverOnce(delivery, progress, () => {
        retryInMs = FIRST_RETRY_MS;
      });
    } catch (error) {
      if (error instanceof HandlerFailure) throw error.cause;
      const translated = translateError(error, '$all', 'subscribe');
      // A node that is just ending reports only that something is wrong. Were it the position, connecting would report
      // that.
      if (!isRetryable(translated) && !isRefusedPosition(translated)) throw translated;
      if (delivery.signal.aborted) return;
      const pauseMs = translated instanceof SubscriberTooSlow ? 0 : retryInMs;
      delivery.onDropped?.(translated, pauseMs);
      await pause(pauseMs, delivery.signal);
      if (pauseMs > 0) retryInMs = Math.min(retryInMs * 2, LAST_RETRY_MS);
    }
  }
}

class HandlerFailure extends Error {}

/** What has come on one connection and was not handed over yet. */
type Arrived = {
  events: RecordedEvent[];
  /** The server's newest checkpoint. One beyond the log's end is not believed: 24.6.0 sends 2^64−1 when nothing matched. */
  checkpoint: bigint | undefined;
  caughtUp: boolean;
  /** What ended the connection. */
  lost: Error | undefined;
};

/**
 * One connection's life: resolves when aborted, rejects with what ended it, in both cases only after the handler under
 * way has settled. The handlers run in this one loop, so that never two of them run at a time, and `progress` moves with
 * each before the next is called.
 */
async function deliverOnce(delivery: Delivery, progress: Progress, onAlive: () => void): Promise<void> {
  const { signal, maxBatch = DEFAULT_BATCH } = delivery;
  const arrived: Arrived = { events: [], checkpoint: undefined, caughtUp: false, lost: undefined };
  let wake = (): void => undefined;
  // What arrives in one turn of the event loop is handed over together.
  const woken = (): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        wake = () => undefined;
        setImmediate(resolve);
      };
    });

  const connection = await delivery.connect(progress.position);
  const lose = (error: Error): void => {
    arrived.lost ??= convertToCommandError(error);
    wake();
  };
  const abort = (): void => wake();
  signal.addEventListener('abort', abort);
  let call: ReadCall | undefined;

  try {
    call = await connection.open((opened) => {
      opened.on('data', ({ event, checkpoint, isCaughtUp }) => {
        onAlive();
        wake();
        if (checkpoint !== undefined) arrived.checkpoint = checkpoint;
        if (isCaughtUp) arrived.caughtUp = true;
        if (event === undefined || !delivery.accept(event)) return;
        arrived.events.push(event);
        if (arrived.events.length >= maxBatch) opened.pause();
      });
      opened.on('error', lose);
      opened.on('end', () =>
        lose(Object.assign(new Error('the event store ended the subscription'), { code: 14 })),
      );
    });
    while (!signal.aborted) {
      if (!(await handOver(delivery, progress, arrived, call))) await woken();
    }
  } catch (error) {
    if (error instanceof HandlerFailure) throw error;
    const translated = translateError(error, '$all', 'subscribe');
    connection.failed(translated);
    throw translated;
  } finally {
    signal.removeEventListener('abort', abort);
    call?.removeAllListeners('data');
    call?.cancel();
    call?.resume();
  }
}

/** Calls the handler that is next; false when there is nothing to hand over. Throws what ended the connection. */
async function handOver(
  delivery: Delivery,
  progress: Progress,
  arrived: Arrived,
  call: ReadCall,
): Promise<boolean> {
  if (arrived.events.length > 0) {
    const batch = arrived.events;
    arrived.events = [];
    call.resume();
    await handled(() => delivery.onEvents(batch));
    const last = batch[batch.length - 1];
    if (last !== undefined) progress.position = last.position;
    return true;
  }
  if (arrived.lost !== undefined) throw arrived.lost;
  if (arrived.checkpoint !== undefined) {
    const reached = arrived.checkpoint;
    arrived.checkpoint = undefined;
    if (reached <= progress.position) return true;
    if ((await delivery.hasReached(reached)) && !delivery.signal.aborted) {
      await handled(() => delivery.onCheckpoint?.(reached));
      progress.position = reached;
    }
    return true;
  }
  if (arrived.caughtUp) {
    arrived.caughtUp = false;
    await handled(() => delivery.onCaughtUp?.());
    return true;
  }
  return false;
}

/** Runs a handler; what it throws ends the subscription, unlike what the connection ends with. */
async function handled(handler: () => void | Promise<void>): Promise<void> {
  try {
    await handler();
  } catch (error) {
    throw new HandlerFailure('a subscription handler failed', { cause: error });
  }
}
