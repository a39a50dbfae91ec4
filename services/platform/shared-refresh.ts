/**
 * Runs one refresh at a time. Callers during a refresh share the next one, because the current one may have looked
 * already; a failure is thrown to everyone who shares it.
 */
export function sharedRefresh<Answer>(refresh: () => Promise<Answer>): () => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;

  const begin = (): Promise<Answer> => {
    next = undefined;
    return refresh();
  };

  return () => {
    if (!next) last = next = last.then(begin, begin);
    return next;
  };
}
