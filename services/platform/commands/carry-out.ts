import type { DomainEvent, Fold } from '#contracts/events/index.ts';
import { keyReused } from '../refusal.ts';
import { appendEvents, type Command } from './append-events.ts';
import type { CommandContext } from './context.ts';
import { deriveId, hashBody } from './derive-id.ts';
import { onFreshStream } from './fresh-stream.ts';
import type { Loaded } from './load-stream.ts';
import { oncePerKey, type Key } from './used-keys.ts';

/** The stream that a command decides on, and its fold. */
export type On<State> = { stream: string; fold: Fold<State> };

/** The result of a command. */
export type CarriedOut<State, Event = DomainEvent> = {
  /** The state that was decided on; for a repeated command, the stream as it is now. */
  state: State;
  /** What was recorded: empty when there was nothing to do, and for a repeated command. */
  events: readonly Event[];
  /** The log position reached; null when nothing was recorded, either now or the first time, as far as is known. */
  position: bigint | null;
  repeated: boolean;
};

export type Steps<State> = {
  /** The id of each event; by default derived from the command's id, the stream and the event's place. */
  eventId?: (index: number, loaded: Pick<Loaded<State>, 'revision'>) => string;
  /** The stream as it was just loaded, or as empty as the caller expects it to be. Saves the first load. */
  known?: Loaded<State> | undefined;
  /** Looks at other streams or read models, once, before anything is decided. May refuse. */
  check?: () => Promise<void>;
  /**
   * Runs before each append, with what was loaded and decided, and claims what must hold across streams. May refuse.
   */
  before?: (loaded: Loaded<State>, events: readonly DomainEvent[]) => Promise<void>;
};

/**
 * Carries a command on one stream out: loads it, decides, appends at the exact revision; when another command was
 * faster, decides again on what that wrote. `decide` is pure: it gives the events, none when there is nothing to do, or
 * throws a Refusal. A repeated command decides and writes nothing (rule: Repeated commands): its events are known by
 * their ids among the stream's newest 64, its key, where it has one, for 30 days. Throws Refusal 409 for the key of
 * another body, and what `decide`, `check` and `before` throw.
 */
export async function carryOut<State, Event extends DomainEvent>(
  context: CommandContext,
  { stream, fold }: On<State>,
  command: Command,
  decide: (state: State) => readonly Event[],
  {
    check,
    before,
    known,
    eventId = (index) => deriveId(command.commandId, stream, index),
  }: Steps<State> = {},
): Promise<CarriedOut<State, Event>> {
  const once = async (repeated: boolean): Promise<CarriedOut<State, Event>> => {
    if (!repeated) await check?.();
    const attempt = async (loaded: Loaded<State>): Promise<CarriedOut<State, Event>> => {
      const { state } = loaded;
      const written = writtenBefore(loaded, eventId(0, loaded), command);
      if (written !== null || repeated) return { state, events: [], position: written, repeated: true };
      const events = decide(state);
      if (events.length === 0) return { state, events, position: null, repeated: false };
      await before?.(loaded, events);
      const decided: readonly DomainEvent[] = events;
      const identified = decided.map((event, index) => ({ ...event, id: eventId(index, loaded) }));
      return {
        state,
        events,
        position: await appendEvents(context, loaded, identified, command),
        repeated: false,
      };
    };
    return onFreshStream(context, stream, fold, attempt, known);
  };
  return command.key ? oncePerKey(context, command.key, once) : once(false);
}

/**
 * Where in the log a command's first event was recorded when it was carried out before; null when it was not, within
 * the stream's newest 64 events. Throws Refusal 409 when that had another body.
 */
export function writtenBefore(
  { recent }: Pick<Loaded<unknown>, 'recent'>,
  eventId: string,
  { bodyHash }: Pick<Command, 'bodyHash'>,
): bigint | null {
  const written = recent.find(({ id }) => id === eventId);
  if (!written) return null;
  if (bodyHash !== undefined && written.bodyHash !== undefined && written.bodyHash !== bodyHash)
    throw keyReused();
  return BigInt(written.position);
}

/** A command that its caller may repeat; `commandId` is the key, scoped by who asks and for what. */
export function keyedCommand(
  actor: Command['actor'],
  commandId: string,
  body: unknown,
): Command & { bodyHash: string; key: Key } {
  const bodyHash = hashBody(body);
  return { commandId, actor, bodyHash, key: { commandId, bodyHash } };
}
