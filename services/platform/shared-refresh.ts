/**
 * Runs one refresh at a time. Callers during a refresh share the next one, because the current one may have looked
 * already.
 */
export function sharedRefresh<Answer>(refresh: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;

  function fresh(): Promise<Answer> {
    if (!underWay) {
      underWay = refresh().finally(() => {
        underWay = undefined;
      });
      return underWay;
    }
    next ??= underWay.then(begin, begin);
    return next;
  }

  function begin(): Promise<Answer> {
    next = undefined;
    return fresh();
  }

  return fresh;
}
