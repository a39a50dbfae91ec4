import type { WriteOutcome, WriteRequest } from './write-requests.ts';

const MOST_REQUESTS_IN_BATCH = 2_000;
const MOST_BYTES_IN_BATCH = 4 * 1024 * 1024;

/** A request that waits for the writer, and its answer. */
export type Waiting = {
  readonly request: WriteRequest;
  readonly bytes: number;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: Error) => void;
};

/** Requests in the order of their arrival. */
export type WriteQueue = {
  add(request: WriteRequest, resolve: Waiting['resolve'], reject: Waiting['reject']): void;
  /** Takes the oldest, as many as make one commit. */
  take(): Waiting[];
  /** Rejects all that wait. */
  fail(error: Error): void;
  isEmpty(): boolean;
  /** Bytes of events that wait. */
  bytes(): number;
};

export function createWriteQueue(): WriteQueue {
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  return {
    add(request, resolve, reject) {
      const bytes = request.events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
      waiting.push({ request, bytes, resolve, reject });
      waitingBytes += bytes;
    },
    take() {
      let bytes = 0;
      let count = 0;
      while (count < waiting.length && count < MOST_REQUESTS_IN_BATCH && bytes < MOST_BYTES_IN_BATCH) {
        bytes += waiting[count]?.bytes ?? 0;
        count += 1;
      }
      waitingBytes -= bytes;
      const batch = waiting.slice(0, count);
      waiting = waiting.slice(count);
      return batch;
    },
    fail(error) {
      const failed = waiting;
      waiting = [];
      waitingBytes = 0;
      for (const { reject } of failed) reject(error);
    },
    isEmpty: () => waiting.length === 0,
    bytes: () => waitingBytes,
  };
}
