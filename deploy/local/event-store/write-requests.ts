import type { Caller } from './access.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import type { ProposedEvent } from './stored-event.ts';

/** What a client asks of the writer. */
export type WriteRequest = {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Empty unless the kind is append. */
  readonly events: readonly ProposedEvent[];
  readonly caller: Caller;
  /** Milliseconds since 1970 after which it must not be written any more. */
  readonly deadline: number | undefined;
};

export type WriteOutcome =
  /** Durable. `revision` is that of the last event, `position` its place in the log. */
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong-expected-revision'; readonly current: number }
  | { readonly kind: 'stream-deleted' }
  | { readonly kind: 'access-denied' }
  | { readonly kind: 'too-late' };
