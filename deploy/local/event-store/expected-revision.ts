import { isSoftDeleted } from './retention.ts';
import type { StreamState } from './stream-state.ts';

export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | number;

/** Where an event id was written. */
export type Written = { readonly stream: string; readonly revision: number; readonly position: number };

export type Refusal =
  | { readonly kind: 'wrong-expected-revision'; readonly current: number }
  | { readonly kind: 'stream-deleted' };

export type AppendDecision =
  | { readonly kind: 'write'; readonly firstRevision: number }
  | { readonly kind: 'already-written'; readonly revision: number; readonly position: number }
  | Refusal;

export type AppendQuestion = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly eventIds: readonly string[];
  readonly state: StreamState;
  /** The events of the stream at these revisions; asked only where ids must be compared. */
  readonly eventsAt: (
    from: number,
    count: number,
  ) => Promise<ReadonlyMap<number, { id: string; position: number }>>;
  /** Where an id was written lately; undefined says nothing. */
  readonly lately: (eventId: string) => Written | undefined;
};

/**
 * Decides an append as EventStoreDB does. At an exact revision or `no_stream` that lies before the stream's end it is a
 * repetition when the very same ids stand there, whatever of them is still read. At `any` and `stream_exists` it is one
 * when all its ids are remembered to be in the stream, in whatever order; when only the first ones are, it is wrong.
 */
export async function decideAppend(question: AppendQuestion): Promise<AppendDecision> {
  const { expected, state, eventIds } = question;
  if (state.tombstoned) return DELETED;
  if (expected === 'any') return rememberedOf(question);
  if (expected === 'stream_exists') return absenceOf(state) ?? rememberedOf(question);

  const expectedRevision = expected === 'no_stream' ? -1 : expected;
  if (expectedRevision === state.revision) return nextIn(state);
  if (expectedRevision > state.revision || eventIds.length === 0) return wrongAt(state);
  const standing = await standingFrom(question, expectedRevision + 1);
  if (typeof standing !== 'number') return standing;
  const beginsAnew = standing === 0 && expected === 'no_stream' && isSoftDeleted(state.metadata);
  return beginsAnew ? nextIn(state) : wrongAt(state);
}

/** Decides a deletion (the same rules, without repetition): undefined when it may be done. */
export function decideDelete(
  expected: ExpectedRevision,
  state: StreamState,
  kind: 'delete' | 'tombstone',
): Refusal | undefined {
  if (state.tombstoned) return DELETED;
  const isThere = state.revision >= 0 || state.metadataRevision >= 0;
  // Before its first use a name can be tombstoned, but there is nothing to delete.
  if (!isThere && kind === 'delete') return wrongAt(state);
  if (expected === 'any') return undefined;
  if (expected === 'stream_exists') return absenceOf(state);
  const expectedRevision = expected === 'no_stream' ? -1 : expected;
  if (expectedRevision === state.revision) return undefined;
  return expected === 'no_stream' && isSoftDeleted(state.metadata) ? undefined : wrongAt(state);
}

const DELETED = { kind: 'stream-deleted' } as const;

function wrongAt({ revision }: StreamState): Refusal {
  return { kind: 'wrong-expected-revision', current: revision };
}

function nextIn({ revision }: StreamState): AppendDecision {
  return { kind: 'write', firstRevision: revision + 1 };
}

/** Why a stream does not count as one that exists; one with metadata only does. */
function absenceOf(state: StreamState): Refusal | undefined {
  if (isSoftDeleted(state.metadata)) return DELETED;
  return state.revision < 0 && state.metadataRevision < 0 ? wrongAt(state) : undefined;
}

function rememberedOf({ stream, eventIds, state, lately }: AppendQuestion): AppendDecision {
  let last: Written | undefined;
  for (const [index, id] of eventIds.entries()) {
    const written = lately(id);
    if (written?.stream !== stream) return index === 0 ? nextIn(state) : wrongAt(state);
    last = written;
  }
  return last === undefined ? nextIn(state) : alreadyWritten(last);
}

/** The repetition that stands from a revision on, or how many of its ids do. */
async function standingFrom(
  { stream, eventIds, eventsAt, lately }: AppendQuestion,
  from: number,
): Promise<AppendDecision | number> {
  const isAt = (written: Written | undefined, index: number): boolean =>
    written?.stream === stream && written.revision === from + index;
  const last = lately(eventIds[eventIds.length - 1] ?? '');
  if (last !== undefined && eventIds.every((id, index) => isAt(lately(id), index)))
    return alreadyWritten(last);
  const there = await eventsAt(from, eventIds.length);
  let position = 0;
  for (const [index, id] of eventIds.entries()) {
    const event = there.get(from + index);
    if (event?.id !== id) return index;
    position = event.position;
  }
  return { kind: 'already-written', revision: from + eventIds.length - 1, position };
}

function alreadyWritten({ revision, position }: Written): AppendDecision {
  return { kind: 'already-written', revision, position };
}
