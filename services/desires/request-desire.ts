import { desireStream, type DesireEvent } from '#contracts/events/index.ts';
import { desireFold, type Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import {
  carryOut,
  deriveId,
  loadStream,
  type Command,
  type CommandContext,
} from '#services/platform/commands/index.ts';

/** Part of an instruction (rule: Instructions): the desire it requests, for which customer, with its own time. */
export type RequestDesire = {
  customerId: number;
  instructionId: string;
  remarks?: string | undefined;
  effectiveAt: Instant;
};

/** Why the desire cannot be requested now; null when it can, that is, when it is in the customer's cart. */
export function requestRefusal(desire: Desire | undefined, customerId: number): string | null {
  if (desire?.customerId !== customerId)
    return 'A request for similar stones was not found. Reload the page.';
  if (desire.status === 'CART') return null;
  return desire.status === 'ACTIVE'
    ? 'A request for similar stones was sent already.'
    : 'A request for similar stones is no longer in the cart.';
}

/** Why each of the desires cannot be requested now, null for each that can. Checked before anything is written. */
export async function requestRefusals(
  context: CommandContext,
  customerId: number,
  desireIds: readonly string[],
): Promise<(string | null)[]> {
  return Promise.all(
    desireIds.map(async (desireId) => {
      const { state } = await loadStream(context, desireStream(desireId), desireFold);
      return requestRefusal(state, customerId);
    }),
  );
}

/** What an instruction writes to a desire's stream. */
export function requestDesire(command: RequestDesire): DesireEvent {
  return { type: 'DesireRequested', data: command };
}

/**
 * Carries out an instruction on one desire: it becomes ACTIVE, or is declined when it has left the cart since. May run
 * any number of times with the same result: the event's id is the instruction's, and a desire that has left the cart
 * never comes back to it.
 */
export async function carryOutDesireRequest(
  context: CommandContext,
  desireId: string,
  request: RequestDesire,
  command: Command,
): Promise<{ desireId: string; position: bigint; declined: string | null }> {
  const stream = desireStream(desireId);
  let declined: string | null = null;
  const { position } = await carryOut(
    context,
    { stream, fold: desireFold },
    command,
    (desire) => {
      declined = requestRefusal(desire, request.customerId);
      return declined === null ? [requestDesire(request)] : [];
    },
    { eventId: () => deriveId(request.instructionId, stream) },
  );
  return { desireId, position: position ?? 0n, declined: position === null ? declined : null };
}
