import { currentShape } from '#contracts/events/upcast.ts';
import type { Actor, DomainEvent } from '#contracts/events/index.ts';
import type { CommandContext } from './context.ts';
import { deriveId } from './derive-id.ts';
import { loadStream, type Fold, type Loaded } from './load-stream.ts';
import { WrongExpectedRevision } from '../event-store/index.ts';

/** Who asks, under which command id, with which body. */
export type Command = { commandId: string; actor: Actor; bodyHash?: string | undefined };

export type EventToAppend = DomainEvent & { id: string };

/**
 * Appends at the exact revision that was loaded and gives the last event's log position. `recordedAt` is the clock's,
 * never earlier than the stream's last one (rules, section 2). Throws WrongExpectedRevision when someone was faster.
 */
export async function appendEvents(
  context: CommandContext,
  loaded: Pick<Loaded<unknown>, 'stream' | 'revision' | 'lastRecordedAt'>,
  events: readonly EventToAppend[],
  command: Command,
): Promise<bigint> {
  const now = context.clock().toISOString();
  const recordedAt = now > loaded.lastRecordedAt ? now : loaded.lastRecordedAt;
  const { commandId, actor, bodyHash } = command;
  const appended = await context.events.append(
    loaded.stream,
    loaded.revision,
    events.map(({ id, type, data }) => ({
      id,
      type,
      data,
      metadata: {
        recordedAt,
        shape: currentShape(type),
        actor,
        commandId,
        ...(bodyHash === undefined ? {} : { bodyHash }),
      },
    })),
  );
  return appended.position;
}

const ATTEMPTS = 50;

/**
 * Loads the stream, decides, appends; when someone else was faster, decides anew on what they wrote. `decide` is pure
 * and gives the events, or throws a Refusal, or gives none when there is nothing to do. A command repeated under its
 * id writes nothing and answers the position it reached (only within the stream's newest 64 events).
 */
export async function decideOnStream<State>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
  command: Command,
  decide: (state: State) => readonly DomainEvent[],
): Promise<{ position: bigint | null; events: readonly DomainEvent[] }> {
  return onFreshStream(context, stream, fold, async (loaded) => {
    const written = loaded.recent.find(({ id }) => id === deriveId(command.commandId, stream, 0));
    if (written) return { position: BigInt(written.position), events: [] };
    const events = decide(loaded.state);
    if (events.length === 0) return { position: null, events };
    const identified = events.map((event, index) => ({
      ...event,
      id: deriveId(command.commandId, stream, index),
    }));
    return { position: await appendEvents(context, loaded, identified, command), events };
  });
}

/**
 * Runs `attempt` on the stream as it is now, again from a fresh load whenever its append finds the stream moved on.
 * `known`, a load made a moment ago, spares the first one: the exact revision finds out when it is no longer true.
 */
export async function onFreshStream<State, Answer>(
  context: CommandContext,
  stream: string,
  fold: Fold<State>,
  attempt: (loaded: Loaded<State>) => Promise<Answer>,
  known?: Loaded<State>,
): Promise<Answer> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(attempts === 1 && known ? known : await loadStream(context, stream, fold));
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempts >= ATTEMPTS) throw error;
    }
  }
}
