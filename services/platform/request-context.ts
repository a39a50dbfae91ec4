import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Does `work` for the request of this id: whatever it starts knows the id, also after it has waited. */
export function forRequest<Answer>(requestId: string, work: () => Answer): Answer {
  return current.run(requestId, work);
}

/** The id of the request that this is done for; undefined for work that no request asked for. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
