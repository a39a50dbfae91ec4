import { recentlyUsed } from '#services/platform/recently-used.ts';

/** What was made, kept by a key that names all it depends on. */
export type Kept<Value> = {
  has(key: string): boolean;
  /** Two who ask at the same time wait for one making. A failure is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
};

/** The least recently used go when together they exceed `maxBytes`. */
export function keptWithin<Value>(maxBytes: number, bytesOf: (value: Value) => number): Kept<Value> {
  const { has, use, keep } = recentlyUsed(maxBytes, bytesOf);
  return { has, get: (key, make) => use(key)?.value ?? keep(key, { value: make() }) };
}
