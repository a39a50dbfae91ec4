import { eventMetadataSchema, parseEvent, type Fact, type Fold } from '#contracts/events/index.ts';
import type { RecordedEvent } from '../event-store/index.ts';
import type { CommandContext } from './context.ts';
import { STORE_AFTER, type Snapshot } from './snapshots.ts';

export type Loaded<State> = {
  stream: string;
  state: State;
  revision: bigint | 'no_stream';
  lastRecordedAt: string;
  /** The newest event ids, with their places in the log and the hashes of the commands' bodies. */
  recent: Snapshot['recent'];
  /** Takes note of what was appended at the stream's end, so that it need not be read back. */
  appended?: (expected: bigint | 'no_stream', fact: Fact, revision: bigint) => void;
  /**
   * Set on a state that was not read but is the last one that this process knows; true once an append has proved it.
   */
  guess?: { proved: boolean };
};

const RECENT = 64;

/**
 * The stream's state now: the newest snapshot and the events after it, so the cost does not grow with the
 * stream's length (rule: Snapshots). Throws the event store's errors, and ZodError for an event it cannot
 * read.
 */
export async function loadStream<State>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
): Promise<Loaded<State>> {
  const { snapshot, tail } = await snapshotAndTail(context, stream, fold.name);
  let folded: Snapshot | undefined = snapshot;
  for await (const recorded of tail)
    folded = oneMore(stream, fold, folded, parseFact(recorded), recorded.revision);
  if (folded) await context.snapshots.keep(stream, fold.name, folded);
  return loadedOf(context, stream, fold, folded);
}

/**
 * The stream's state as far as this process knows, without asking the store; undefined when it knows that there is
 * more. Only an append at its revision proves that it is the newest.
 */
export function guessStream<State>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
): Loaded<State> | undefined {
  const snapshot = context.snapshots.guess(stream, fold.name);
  return snapshot && { ...loadedOf(context, stream, fold, snapshot), guess: { proved: false } };
}

/**
 * The stream's state as this process has it, if it contains what is asked for, else the current one; not necessarily the
 * newest. Only for questions about the past.
 */
export async function stateHaving<State>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
  has: (state: State) => boolean,
): Promise<State> {
  const guessed = guessStream(context, stream, fold)?.state;
  return guessed !== undefined && has(guessed) ? guessed : (await loadStream(context, stream, fold)).state;
}

type SnapshotAndTail = {
  snapshot: Snapshot | undefined;
  tail: Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>;
};

/**
 * The newest known snapshot and the events after it. Without one in memory, the stream's newest events are read first:
 * most streams have no more than that, and only for longer ones Postgres is asked for a snapshot. One that is not of
 * this stream is forgotten.
 */
async function snapshotAndTail(
  context: CommandContext,
  stream: string,
  fold: string,
): Promise<SnapshotAndTail> {
  const { snapshots, events } = context;
  const known = snapshots.remembered(stream, fold);
  const remembered = known && (await continued(context, stream, known));
  if (remembered) return remembered;
  if (known) await snapshots.forget(stream, fold);
  const newest: RecordedEvent[] = [];
  for await (const recorded of events.readStream(stream, { direction: 'backwards', maxCount: STORE_AFTER }))
    newest.unshift(recorded);
  const oldest = newest[0]?.revision ?? 0n;
  if (oldest === 0n) return { snapshot: undefined, tail: newest };
  const stored = await snapshots.stored(stream, fold);
  if (stored && newest.some((recorded) => isEndOf(stored, recorded)))
    return { snapshot: stored, tail: newest.filter(({ revision }) => revision > stored.revision) };
  const older = stored && (await continued(context, stream, stored));
  if (older) return older;
  if (stored) await snapshots.forget(stream, fold);
  return { snapshot: undefined, tail: events.readStream(stream) };
}

/**
 * The snapshot and the events after it; undefined when the stream has not the event that it ends with. An older copy of
 * the log may have been restored, and a later event may have got its revision.
 */
async function continued(
  { events }: CommandContext,
  stream: string,
  snapshot: Snapshot,
): Promise<SnapshotAndTail | undefined> {
  const read = events.readStream(stream, { from: snapshot.revision })[Symbol.asyncIterator]();
  const first = await read.next();
  if (first.done === true) return undefined;
  if (isEndOf(snapshot, first.value)) return { snapshot, tail: { [Symbol.asyncIterator]: () => read } };
  await read.return?.();
  return undefined;
}

const isEndOf = ({ revision, recent }: Snapshot, recorded: RecordedEvent): boolean =>
  recorded.revision === revision && recorded.id === recent.at(-1)?.id;

/** The snapshot with one more event of its stream folded in. */
function oneMore<State>(
  stream: string,
  fold: Fold<State>,
  before: Snapshot | undefined,
  fact: Fact,
  revision: bigint,
): Snapshot {
  const { recordedAt } = fact.metadata;
  const lastRecordedAt = before?.lastRecordedAt ?? '';
  return {
    state: fold.evolve(before ? (before.state as State) : fold.initial(stream), fact),
    revision,
    storedRevision: before?.storedRevision ?? -1n,
    lastRecordedAt: recordedAt > lastRecordedAt ? recordedAt : lastRecordedAt,
    recent: [...(before?.recent ?? []).slice(1 - RECENT), recentOf(fact)],
  };
}

function recentOf({ id, position, metadata: { bodyHash } }: Fact): Snapshot['recent'][number] {
  return { id, position: position.toString(), ...(bodyHash === undefined ? {} : { bodyHash }) };
}

function loadedOf<State>(
  { snapshots }: CommandContext,
  stream: string,
  fold: Fold<State>,
  folded: Snapshot | undefined,
): Loaded<State> {
  return {
    stream,
    state: folded ? (folded.state as State) : fold.initial(stream),
    revision: folded?.revision ?? 'no_stream',
    lastRecordedAt: folded?.lastRecordedAt ?? '',
    recent: folded?.recent ?? [],
    appended(expected, fact, revision) {
      const before = snapshots.guess(stream, fold.name);
      if ((before?.revision ?? 'no_stream') === expected)
        snapshots.suppose(stream, fold.name, oneMore(stream, fold, before, fact, revision));
    },
  };
}

/** The state from the stream's beginning up to an event: what a repeated command is answered with. */
export async function stateAfter<State>(
  { events }: Pick<CommandContext, 'events'>,
  stream: string,
  fold: Fold<State>,
  eventId: string,
): Promise<State> {
  let state = fold.initial(stream);
  for await (const recorded of events.readStream(stream)) {
    state = fold.evolve(state, parseFact(recorded));
    if (recorded.id === eventId) break;
  }
  return state;
}

/** A recorded event, upcast to the newest shape of its type. Throws ZodError when it is not one of ours. */
export function parseFact(
  recorded: Pick<RecordedEvent, 'id' | 'type' | 'data' | 'metadata' | 'position'>,
): Fact {
  const metadata = eventMetadataSchema.parse(recorded.metadata);
  return {
    ...parseEvent(recorded.type, recorded.data, metadata.shape),
    id: recorded.id,
    position: recorded.position,
    metadata,
  };
}
