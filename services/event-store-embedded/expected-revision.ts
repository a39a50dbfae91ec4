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
 * Decides an append as EventStoreDB does: an exact revision or `no_stream` that lies behind the stream's
 * end is a repetition when the very same ids stand there, else it is wrong. `any` and `stream_exists`
 * recognise a repetition only while the ids are remembered.
 */
export async function decideAppend(question: AppendQuestion): Promise<AppendDecision> {
  const { expected, state, eventIds } = question;
  if (state.tombstoned) return { kind: 'stream-deleted' };
  const write: AppendDecision = { kind: 'write', firstRevision: state.revision + 1 };
  const wrong: AppendDecision = { kind: 'wrong-expected-revision', current: state.revision };
  const deleted = isSoftDeleted(state.metadata);

  if (expected === 'stream_exists' && (state.revision < 0 || deleted)) return wrong;
  if (expected === 'any' || expected === 'stream_exists')
    return (deleted ? undefined : repetitionOf(question)) ?? write;
  if (expected === 'no_stream') {
    if (state.revision < 0 || deleted) return write;
    // After a deletion the stream begins again at the first revision that is kept.
    return (await repetitionAt(question, state.metadata.truncateBefore ?? 0)) ?? wrong;
  }
  if (expected === state.revision) return write;
  if (expected > state.revision || eventIds.length === 0) return wrong;
  return (await repetitionAt(question, expected + 1)) ?? wrong;
}

/** Decides a deletion (the same rules, without repetition): undefined when it may be done. */
export function decideDelete(
  expected: ExpectedRevision,
  state: StreamState,
  kind: 'delete' | 'tombstone',
): Refusal | undefined {
  if (state.tombstoned) return { kind: 'stream-deleted' };
  const exists = state.revision >= 0 && !isSoftDeleted(state.metadata);
  const known = state.revision >= 0 || state.metadataRevision >= 0;
  const allowed =
    expected === 'any'
      ? known || kind === 'tombstone'
      : expected === 'no_stream'
        ? !exists && (known || kind === 'tombstone')
        : expected === 'stream_exists'
          ? exists
          : expected === state.revision;
  return allowed ? undefined : { kind: 'wrong-expected-revision', current: state.revision };
}

async function repetitionAt(question: AppendQuestion, from: number): Promise<AppendDecision | undefined> {
  const { stream, eventIds, eventsAt, lately } = question;
  const last = lately(eventIds[eventIds.length - 1] ?? '');
  const remembered = eventIds.every((id, index) => {
    const written = lately(id);
    return written?.stream === stream && written.revision === from + index;
  });
  if (last !== undefined && remembered) return alreadyWritten(last);
  const there = await eventsAt(from, eventIds.length);
  let position = 0;
  for (const [index, id] of eventIds.entries()) {
    const event = there.get(from + index);
    if (event?.id !== id) return undefined;
    position = event.position;
  }
  return { kind: 'already-written', revision: from + eventIds.length - 1, position };
}

function repetitionOf({ stream, eventIds, lately }: AppendQuestion): AppendDecision | undefined {
  let last: Written | undefined;
  for (const id of eventIds) {
    const written = lately(id);
    if (written === undefined || written.stream !== stream) return undefined;
    if (last !== undefined && written.revision !== last.revision + 1) return undefined;
    last = written;
  }
  return last && alreadyWritten(last);
}

function alreadyWritten({ revision, position }: Written): AppendDecision {
  return { kind: 'already-written', revision, position };
}
