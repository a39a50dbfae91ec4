import { sharedRefresh } from './shared-refresh.ts';

/**
 * Answers questions by key, one batch at a time, as `sharedRefresh` looks: keys asked for while a batch is under way are
 * answered together by the next. Undefined for a key that `ask` has no answer for; a failure is thrown to everyone who
 * asked in that batch.
 */
export function askedTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let waiting = new Set<Key>();
  const answers = sharedRefresh(() => {
    const keys = [...waiting];
    waiting = new Set();
    return ask(keys);
  });
  return async (key) => {
    waiting.add(key);
    return (await answers()).get(key);
  };
}
