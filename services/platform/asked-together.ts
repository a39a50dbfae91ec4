/**
 * Answers questions by key, one batch at a time: keys asked for while a batch is under way are answered together by the
 * next, because the current one may have looked already. Undefined for a key that `ask` has no answer for; a failure is
 * thrown to everyone who asked in that batch.
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
