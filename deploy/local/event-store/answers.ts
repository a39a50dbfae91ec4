import type { StoredEvent } from './stored-event.ts';

/** Sends answers no faster than the client takes them. */
export type Answers = {
  readonly signal: AbortSignal;
  send(answer: Buffer): Promise<void> | undefined;
  sendEvent(event: StoredEvent): Promise<void> | undefined;
};
