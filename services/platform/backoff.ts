/** Pauses that double after each failure, in milliseconds. */
export type Backoff = { firstMs: number; longestMs: number };

/** The pause before attempt number `attempts + 1`, in milliseconds. */
export const pauseAfter = (attempts: number, { firstMs, longestMs }: Backoff): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 30));

/** When what has failed `attempts` times, now last, is tried again. */
export const againAt = (now: Date, attempts: number, backoff: Backoff): Date =>
  new Date(now.getTime() + pauseAfter(attempts, backoff));
