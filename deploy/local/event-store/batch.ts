import { mayUse } from './access.ts';
import { decideAppend, decideDelete } from './expected-revision.ts';
import type { AppendDecision, Written } from './expected-revision.ts';
import {
  DELETED_METADATA,
  isSoftDeleted,
  NO_METADATA,
  parseMetadata,
  withTruncateBefore,
} from './retention.ts';
import {
  bufferOf,
  isMetastream,
  METADATA_TYPE,
  metastreamOf,
  TOMBSTONE_REVISION,
  TOMBSTONE_TYPE,
} from './stored-event.ts';
import type { ProposedEvent, StoredEvent } from './stored-event.ts';
import { baseOf, stateSeenAs } from './stream-state.ts';
import type { Right } from './retention.ts';
import type { StreamState } from './stream-state.ts';
import type { WriteOutcome, WriteRequest } from './write-requests.ts';

const NO_BYTES = new Uint8Array();

/** What is known before a batch: the committed log. */
export type Known = {
  readonly head: number;
  /** Of a stream that is no metadata stream. */
  stateOf(base: string): StreamState;
  lately(eventId: string): Written | undefined;
  eventsAt(
    stream: string,
    from: number,
    count: number,
  ): Promise<ReadonlyMap<number, { id: string; position: number }>>;
};

/** What committing a batch would change. */
export type Batch = {
  readonly events: StoredEvent[];
  readonly outcomes: WriteOutcome[];
  /** The new states, by data stream. */
  readonly states: Map<string, StreamState>;
};

/**
 * Decides requests one after the other, each as if those before it were already committed, and gives the
 * accepted events their positions. Nothing is written here; a batch takes effect whole or not at all.
 */
export async function decideBatch(
  requests: readonly WriteRequest[],
  known: Known,
  now: number,
  newId: () => string,
): Promise<Batch> {
  const batch: Batch = { events: [], outcomes: [], states: new Map() };
  const ids = new Map<string, Written>();
  const baseState = (base: string): StreamState => batch.states.get(base) ?? known.stateOf(base);

  const eventsAt = async (stream: string, from: number, count: number) => {
    const found = new Map(await known.eventsAt(stream, from, count));
    for (const event of batch.events) {
      const inRange = event.revision >= from && event.revision < from + count;
      if (event.stream === stream && inRange) found.set(event.revision, event);
    }
    return found;
  };

  const write = (stream: string, proposed: readonly ProposedEvent[], firstRevision: number): Written => {
    let revision = firstRevision - 1;
    let position = known.head + batch.events.length;
    let last: StoredEvent | undefined;
    for (const one of proposed) {
      revision += 1;
      position += 1;
      last = { ...one, stream, revision, position, storedAt: now };
      batch.events.push(last);
      ids.set(last.id, { stream, revision, position });
    }
    if (last !== undefined) noteWritten(last);
    return { stream, revision, position };
  };

  /** A stream is as the last of the events that were written to it leaves it. */
  const noteWritten = (event: StoredEvent): void => {
    const base = baseOf(event.stream);
    const state = baseState(base);
    if (event.revision === TOMBSTONE_REVISION) {
      batch.states.set(base, { ...state, tombstoned: true });
    } else if (isMetastream(event.stream)) {
      const metadata = event.isJson ? parseMetadata(bufferOf(event.data).toString('utf8')) : NO_METADATA;
      batch.states.set(base, { ...state, metadata, metadataRevision: event.revision });
    } else {
      batch.states.set(base, { ...state, revision: event.revision });
    }
  };

  const writeMetadata = (stream: string, json: string): Written => {
    const proposed = {
      id: newId(),
      type: METADATA_TYPE,
      isJson: true,
      data: Buffer.from(json),
      metadata: NO_BYTES,
    };
    return write(metastreamOf(stream), [proposed], baseState(stream).metadataRevision + 1);
  };

  /** A deleted stream that is used again, or whose metadata are written, does not show what it held before. */
  const bringBack = (stream: string, firstRevision: number): void => {
    const { metadata } = baseState(stream);
    if (metadata === NO_METADATA) return;
    writeMetadata(stream, withTruncateBefore(metadata, firstRevision));
  };

  const decide = async (request: WriteRequest): Promise<WriteOutcome> => {
    const { stream, expected } = request;
    const base = baseState(baseOf(stream));
    const state = stateSeenAs(stream, base);
    if (request.deadline !== undefined && now > request.deadline) return { kind: 'too-late' };
    if (!mayUse(request.caller, rightFor(request), baseOf(stream), base.metadata))
      return { kind: 'access-denied' };

    if (request.kind !== 'append') {
      const refusal = decideDelete(expected, state, request.kind);
      if (refusal !== undefined) return outcomeOf(refusal);
      if (request.kind === 'delete') {
        const { position } = writeMetadata(stream, DELETED_METADATA);
        return { kind: 'written', revision: state.revision, position };
      }
      const tombstone = {
        id: newId(),
        type: TOMBSTONE_TYPE,
        isJson: false,
        data: NO_BYTES,
        metadata: NO_BYTES,
      };
      const { position } = write(stream, [tombstone], TOMBSTONE_REVISION);
      return { kind: 'written', revision: TOMBSTONE_REVISION, position };
    }

    const decision = await decideAppend({
      stream,
      expected,
      eventIds: request.events.map((event) => event.id),
      state,
      eventsAt: (from, count) => eventsAt(stream, from, count),
      lately: (id) => ids.get(id) ?? known.lately(id),
    });
    if (decision.kind !== 'write') return outcomeOf(decision);
    const { revision, position } = write(stream, request.events, decision.firstRevision);
    if (isSoftDeleted(base.metadata)) bringBack(baseOf(stream), base.revision + 1);
    return { kind: 'written', revision, position };
  };

  for (const request of requests) batch.outcomes.push(await decide(request));
  return batch;
}

function rightFor(request: WriteRequest): Right {
  if (isMetastream(request.stream)) return '$mw';
  return request.kind === 'append' ? '$w' : '$d';
}

function outcomeOf(decision: Exclude<AppendDecision, { kind: 'write' }>): WriteOutcome {
  return decision.kind === 'already-written' ? { ...decision, kind: 'written' } : decision;
}
