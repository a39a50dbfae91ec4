/**
 * Answers questions by key, one at a time: those that are asked while one is under way are the next, together, as that
 * one may have looked already. Undefined for a key that `ask` gives nothing for; a failure is everyone's who asked.
 */
export function askedTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Answer>> } | undefined;

  function openNext(): NonNullable<typeof next> {
    const keys = new Set<Key>();
    const begin = (): Promise<ReadonlyMap<Key, Answer>> => {
      next = undefined;
      return ask([...keys]);
    };
    const answers = last.then(begin, begin);
    last = answers;
    return { keys, answers };
  }

  return async (key) => {
    next ??= openNext();
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}
