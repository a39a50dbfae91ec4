import { currentShape } from '#contracts/events/upcast.ts';
import { recordedNext, type Actor, type DomainEvent } from '#contracts/events/index.ts';
import type { CommandContext } from './context.ts';
import { parseFact, type Loaded } from './load-stream.ts';
import type { NewEvent } from '../event-store/index.ts';
import type { Key } from './used-keys.ts';
import { Refusal } from '../refusal.ts';
import { currentRequestId } from '../request-context.ts';
import { unrecordableText, unstorableMessage } from '../storable-text.ts';

/** Who asks, under which command id and with which body; all of it is recorded with the events. */
export type Command = {
  commandId: string;
  actor: Actor;
  bodyHash?: string | undefined;
  /** Set for a command that its caller may repeat: the caller's key, scoped by who asks and for what. */
  key?: Key | undefined;
};

export type EventToAppend = DomainEvent & { id: string };

/**
 * Appends at the exact revision that was loaded and returns the last event's log position. `recordedAt` is the clock's, as
 * `recordedNext` has it. Throws WrongExpectedRevision when another command was faster, and ZodError or Refusal, with
 * nothing written, for an event that could not be read back or shown.
 */
export async function appendEvents(
  context: CommandContext,
  loaded: Pick<Loaded<unknown>, 'stream' | 'revision' | 'lastRecordedAt' | 'appended' | 'guess'>,
  events: readonly EventToAppend[],
  command: Command,
): Promise<bigint> {
  const types = events.map(({ type }) => type);
  const recordedAt = recordedNext(types, context.clock().toISOString(), loaded.lastRecordedAt);
  const { commandId, actor, bodyHash } = command;
  const requestId = currentRequestId();
  const written = events.map(({ id, type, data }): NewEvent => ({
    id,
    type,
    data,
    metadata: {
      recordedAt,
      shape: currentShape(type),
      actor,
      commandId,
      ...(bodyHash === undefined ? {} : { bodyHash }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  }));
  const facts = written.map(readBack);
  const { revision, position } = await context.events.append(loaded.stream, loaded.revision, written);
  if (loaded.guess) loaded.guess.proved = true;
  // The place in the log, which some folds keep, is known for a single event only.
  const [fact, ...more] = facts;
  if (fact && more.length === 0) loaded.appended?.(loaded.revision, { ...fact, position }, revision);
  context.snapshots.reached(loaded.stream, revision);
  return position;
}

/** The event as a load would return it, except for its place in the log. */
function readBack({ id, type, data, metadata }: NewEvent): ReturnType<typeof parseFact> {
  const field = unrecordableText(data);
  if (field !== null) throw new Refusal(422, unstorableMessage(field), { field });
  // Through JSON, as the store does: undefined fields are dropped.
  const stored: unknown = JSON.parse(JSON.stringify(data));
  return parseFact({ id, type, data: stored, metadata, position: 0n });
}
