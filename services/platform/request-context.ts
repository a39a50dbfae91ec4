import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs `work` for the request with this id: everything it starts knows the id, even asynchronously. */
export function forRequest<Answer>(requestId: string, work: () => Answer): Answer {
  return current.run(requestId, work);
}

/** The id of the request that this is done for; undefined when no request asked for it. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
