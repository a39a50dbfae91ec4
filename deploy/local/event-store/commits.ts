/** Lets readers sleep until something they may want to see has been committed. */
export type Commits = {
  /** Resolves at the next commit, when the signal is aborted, or after so many milliseconds. */
  next(signal: AbortSignal, withinMs?: number | null): Promise<void>;
  /** As `next`, for commits that touch a stream. */
  nextTo(stream: string, signal: AbortSignal): Promise<void>;
  announce(streams: Iterable<string>): void;
  /** After a recovery it is not known which streams were touched. */
  announceAll(): void;
};

export function createCommits(): Commits {
  const toAny = new Set<() => void>();
  const toStream = new Map<string, Set<() => void>>();

  const wait = (
    waiting: Set<() => void>,
    signal: AbortSignal,
    withinMs: number | null = null,
  ): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = (): void => {
        clearTimeout(late);
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const late = withinMs === null ? undefined : setTimeout(wake, withinMs);
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  const wakeAll = (waiting: Set<() => void>): void => {
    for (const wake of [...waiting]) wake();
  };

  return {
    next: (signal, withinMs) => wait(toAny, signal, withinMs),
    async nextTo(stream, signal) {
      const waiting = toStream.get(stream) ?? new Set();
      toStream.set(stream, waiting);
      await wait(waiting, signal);
      if (waiting.size === 0 && toStream.get(stream) === waiting) toStream.delete(stream);
    },
    announce(streams) {
      if (toStream.size > 0) {
        for (const stream of streams) {
          const waiting = toStream.get(stream);
          if (waiting !== undefined) wakeAll(waiting);
        }
      }
      wakeAll(toAny);
    },
    announceAll() {
      for (const waiting of [...toStream.values()]) wakeAll(waiting);
      wakeAll(toAny);
    },
  };
}
