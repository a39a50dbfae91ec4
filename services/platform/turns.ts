/** Limits how much work runs, how much waits, and refuses the rest. */
type Turns = {
  /** Runs the work in its turn. Throws what `refuse` returns when too many are already waiting. */
  take: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
};

/** Lets `atOnce` pieces of work run side by side and `waiting` more wait, first come, first served. */
export function turns(atOnce: number, waiting: number, refuse: () => Error): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw refuse();
        // The one that ends hands its place over, so `running` stays the same.
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
