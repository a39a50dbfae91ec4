/** What is made once and kept, with what its keeper has to know of it. */
type Entry<Value> = { readonly value: Promise<Value> };

/** Entries by key; the least recently used go when together they exceed their bytes. */
export type RecentlyUsed<Value, One extends Entry<Value>> = {
  has: (key: string) => boolean;
  /** What is kept under the key, which is used with this. */
  use: (key: string) => One | undefined;
  /** Keeps it in place of what the key had, and returns its value once it is made. A failure is not kept. */
  keep: (key: string, one: One) => Promise<Value>;
};

/** The newest entry stays, however large it is; what is still being made has no bytes yet. */
export function recentlyUsed<Value, One extends Entry<Value> = Entry<Value>>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): RecentlyUsed<Value, One> {
  const kept = new Map<string, { one: One; bytes: number }>();
  let total = 0;

  const forget = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };

  return {
    has: (key) => kept.has(key),
    use(key) {
      const known = kept.get(key);
      if (!known) return undefined;
      kept.delete(key);
      kept.set(key, known);
      return known.one;
    },
    async keep(key, one) {
      forget(key);
      const entry = { one, bytes: 0 };
      kept.set(key, entry);
      try {
        const value = await one.value;
        if (kept.get(key) === entry) {
          entry.bytes = bytesOf(value);
          total += entry.bytes;
        }
        for (const oldest of kept.keys()) {
          if (total <= maxBytes || oldest === key) break;
          forget(oldest);
        }
        return value;
      } catch (error) {
        if (kept.get(key) === entry) forget(key);
        throw error;
      }
    },
  };
}
