/** Work of the same key runs in turn, of different keys side by side. Only its own caller gets a failure. */
export function oneAtATime<Key>(): <Answer>(key: Key, work: () => Promise<Answer>) => Promise<Answer> {
  const tails = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
