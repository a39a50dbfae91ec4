/** Work that is let in, waits for its turn, or is refused. */
type Turns = {
  /** Runs the work when it is its turn. Throws what `refuse` makes when too many wait already. */
  take: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
};

/**
 * Lets `atOnce` pieces of work run side by side and `waiting` more wait, first come first served.
 */
export function turns(atOnce: number, waiting: number, refuse: () => Error): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw refuse();
        // Who ends hands its place over: `running` stays.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
