import { desireStream, type Actor, type DesireEvent } from '#contracts/events/index.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import {
  appendEvents,
  deriveId,
  onFreshStream,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { desireFold, type DesireState, type Written } from './desire-fold.ts';

/** A command on desires: who sends it, under which key and with which body. */
export type DesireCommand = { actor: Actor; key: string; commandId: string; bodyHash: string };

/** What a command came to: the desire as it left it, and the log position it reached; null when there was nothing to do. */
export type DesireWritten = { desireId: string; desire: Desire; position: bigint | null };

/** Decides on a desire; pure. At most one event. Throws Refusal. */
export type DecideDesire = (desire: Desire | undefined, effectiveAt: Instant) => readonly DesireEvent[];

/**
 * Carries a command out on one desire, at its stream's exact revision; repeated, it changes nothing and gives
 * the same answer (rule: Repeated commands). Throws what `decide` refuses, and Refusal 409 for the key of
 * another body.
 */
export async function writeDesire(
  context: CommandContext,
  command: DesireCommand,
  desireId: string,
  decide: DecideDesire,
): Promise<DesireWritten> {
  return onFreshStream(context, desireStream(desireId), desireFold, async (loaded) => {
    const already = writtenBefore(command, desireId, loaded.state);
    if (already) return { desireId, desire: already.desire, position: BigInt(already.position) };
    const { desire } = loaded.state;
    const [event] = decide(desire, context.clock().toISOString());
    if (!event) {
      if (!desire) throw new Error(`nothing was decided on desire ${desireId}, which is not there`);
      return { desireId, desire, position: null };
    }
    const id = eventIdOf(command, desireId);
    const { actor, key, bodyHash } = command;
    const position = await appendEvents(context, loaded, [{ ...event, id }], {
      commandId: key,
      actor,
      bodyHash,
    });
    return { desireId, desire: evolveDesire(desire, event), position };
  });
}

/** What this command wrote on the desire earlier; undefined when it did not. Throws Refusal 409 when that had another body. */
export function writtenBefore(
  command: DesireCommand,
  desireId: string,
  state: DesireState,
): Written | undefined {
  const already = state.written[eventIdOf(command, desireId)];
  if (already && already.bodyHash !== command.bodyHash) {
    throw new Refusal(409, 'This idempotency key was used for something else: use a new key.', {
      code: 'KEY_REUSED',
      field: 'idempotency-key',
    });
  }
  return already;
}

function eventIdOf(command: DesireCommand, desireId: string): string {
  return deriveId(command.commandId, desireStream(desireId));
}
