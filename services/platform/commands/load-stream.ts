import {
  eventMetadataSchema,
  parseEvent,
  type DomainEvent,
  type EventMetadata,
} from '#contracts/events/index.ts';
import type { RecordedEvent } from '../event-store/index.ts';
import type { CommandContext } from './context.ts';

/** A recorded event, parsed: what folds take. */
export type Fact = DomainEvent & { id: string; position: bigint; metadata: EventMetadata };

/** How a stream becomes a state. Change `name` when the state's shape changes: older snapshots are then left aside. */
export type Fold<State> = {
  name: string;
  initial: (stream: string) => State;
  evolve: (state: State, event: Fact) => State;
};

export type Loaded<State> = {
  stream: string;
  state: State;
  revision: bigint | 'no_stream';
  lastRecordedAt: string;
  recent: readonly { id: string; position: string }[];
};

const RECENT = 64;

/**
 * The stream's state now: the newest snapshot and the events after it, so the cost does not grow with the stream's
 * length (rules, section 3). Throws the event store's errors, and ZodError for an event it cannot read.
 */
export async function loadStream<State>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
): Promise<Loaded<State>> {
  const snapshot = await context.snapshots.find(stream, fold.name);
  let state = snapshot ? (snapshot.state as State) : fold.initial(stream);
  let revision: bigint | 'no_stream' = snapshot?.revision ?? 'no_stream';
  let lastRecordedAt = snapshot?.lastRecordedAt ?? '';
  let recent = snapshot?.recent ?? [];
  let read = 0;
  const from = snapshot ? snapshot.revision + 1n : 0n;
  for await (const recorded of context.events.readStream(stream, { from })) {
    const fact = parseFact(recorded);
    state = fold.evolve(state, fact);
    revision = recorded.revision;
    if (fact.metadata.recordedAt > lastRecordedAt) lastRecordedAt = fact.metadata.recordedAt;
    recent = [...recent.slice(1 - RECENT), { id: recorded.id, position: recorded.position.toString() }];
    read++;
  }
  if (read > 0 && revision !== 'no_stream') {
    await context.snapshots.keep(stream, fold.name, { revision, lastRecordedAt, recent, state }, read);
  }
  return { stream, state, revision, lastRecordedAt, recent };
}

/** A recorded event in the newest shape of its type. Throws ZodError when it is not one of ours. */
export function parseFact(recorded: RecordedEvent): Fact {
  const metadata = eventMetadataSchema.parse(recorded.metadata);
  return {
    ...parseEvent(recorded.type, recorded.data, metadata.shape),
    id: recorded.id,
    position: recorded.position,
    metadata,
  };
}
