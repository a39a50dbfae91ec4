/**
 * A map that forgets what was not asked for in a while: it holds between `capacity` and twice as many
 * entries, in two generations, of which the older is dropped whole.
 */
export type RecentMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  clear(): void;
};

export function createRecentMap<Key, Value>(capacity: number): RecentMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  const set = (key: Key, value: Value): void => {
    if (young.size >= capacity) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
