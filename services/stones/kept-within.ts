/** What was made, kept by a key that names all it depends on. */
export type Kept<Value> = {
  has(key: string): boolean;
  /** Two who ask at the same time wait for one making. A failure is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
};

/** The least recently used go when together they exceed `maxBytes`. */
export function keptWithin<Value>(maxBytes: number, bytesOf: (value: Value) => number): Kept<Value> {
  const kept = new Map<string, { value: Promise<Value>; bytes: number }>();
  let total = 0;

  const forget = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };

  return {
    has: (key) => kept.has(key),
    async get(key, make) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known.value;
      }
      const one = { value: make(), bytes: 0 };
      kept.set(key, one);
      try {
        const value = await one.value;
        one.bytes = bytesOf(value);
        if (kept.get(key) === one) total += one.bytes;
        for (const oldest of kept.keys()) {
          if (total <= maxBytes || oldest === key) break;
          forget(oldest);
        }
        return value;
      } catch (error) {
        if (kept.get(key) === one) forget(key);
        throw error;
      }
    },
  };
}
