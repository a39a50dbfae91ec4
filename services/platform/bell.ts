export type Bell = {
  ring: () => void;
  /**
   * Resolves when the bell rings, or immediately when it rang since the last wait; after `ms` milliseconds; or when the
   * signal is aborted. True when it rang.
   */
  wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
};

/** Wakes one waiting loop when there is something new to do. */
export function createBell(): Bell {
  let rung = false;
  let wake = (): void => undefined;
  return {
    ring() {
      rung = true;
      wake();
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const end = (): void => {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            resolve();
          };
          const timer = setTimeout(end, ms);
          signal.addEventListener('abort', end);
          wake = end;
        });
      }
      const hasRung = rung;
      rung = false;
      return hasRung;
    },
  };
}
