/** The work did not end in time; its signal is aborted. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
  constructor(readonly afterMs: number) {
    super(`it did not end within ${afterMs / 1000} s`);
  }
}

/**
 * Gives what `work` gives, unless `afterMs` milliseconds pass (throws DeadlinePassed) or the outer signal is aborted
 * (throws its reason) first. Its signal asks the work to stop; it is not waited for. Nothing is left on the outer
 * signal, which may live as long as the process.
 */
export async function withDeadline<T>(
  afterMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const inner = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => reject(inner.signal.reason as Error), { once: true });
  });
  const passOn = (): void => inner.abort(outer?.reason);
  outer?.addEventListener('abort', passOn, { once: true });
  const timer = setTimeout(() => inner.abort(new DeadlinePassed(afterMs)), afterMs);
  try {
    return await Promise.race([work(inner.signal), stopped]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', passOn);
  }
}
