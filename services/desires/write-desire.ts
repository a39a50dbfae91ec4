import { desireStream, type Actor, type DesireEvent } from '#contracts/events/index.ts';
import { desireFold, evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import {
  carryOut,
  deriveId,
  hashBody,
  stateAfter,
  type Command,
  type CommandContext,
  type Key,
} from '#services/platform/commands/index.ts';

/** A command on desires. `id` is its scoped key; the ids of the desires' events derive from it. */
export type DesireCommand = Command & { id: string };

/** The result of a command: the desire after it, and the log position it reached; null when there was nothing to do. */
export type DesireWritten = { desireId: string; desire: Desire; position: bigint | null };

/** Decides on a desire; pure. At most one event. Throws Refusal. */
export type DecideDesire = (desire: Desire | undefined, effectiveAt: Instant) => readonly DesireEvent[];

/** The command of a call on desires: its key is valid for one user, customer and body. */
export function desireCommand(
  { actor, customerId, key }: { actor: Actor; customerId: number; key: string },
  body: unknown,
): DesireCommand & { key: Key } {
  const id = deriveId('desires', actor.username, customerId, key);
  const bodyHash = hashBody(body);
  return { id, commandId: key, actor, bodyHash, key: { commandId: id, bodyHash } };
}

/** The id of the event that a command writes to a desire. */
export function desireEventId({ id }: DesireCommand, desireId: string): string {
  return deriveId(id, desireStream(desireId));
}

/**
 * Carries a command out on one desire; repeated, it changes nothing and gives the same answer (rule: Repeated
 * commands). Throws what `decide` refuses, and Refusal 409 for the key of another body.
 */
export async function writeDesire(
  context: CommandContext,
  command: DesireCommand,
  desireId: string,
  decide: DecideDesire,
): Promise<DesireWritten> {
  const stream = desireStream(desireId);
  const eventId = desireEventId(command, desireId);
  const { state, events, position, repeated } = await carryOut(
    context,
    { stream, fold: desireFold },
    command,
    (known) => decide(known, context.clock().toISOString()),
    { eventId: () => eventId },
  );
  // A repeated command is answered as the first time, even if the desire has changed since.
  const before =
    repeated && position !== null ? await stateAfter(context, stream, desireFold, eventId) : state;
  const desire = events.reduce<Desire | undefined>((known, event) => evolveDesire(known, event), before);
  if (!desire) throw new Error(`nothing was decided on desire ${desireId}, which is not there`);
  return { desireId, desire, position };
}
