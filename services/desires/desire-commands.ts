import type { DesireUpdate, WantedInput } from '#contracts/api/desires.ts';
import { desireStream, type Actor } from '#contracts/events/index.ts';
import type { CustomerAccess } from '#contracts/events/index.ts';
import { desireFold } from '#contracts/lifecycle/index.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { parcelsOfCustomer } from '#projections/parcels/index.ts';
import {
  deriveId,
  loadStream,
  oncePerKey,
  writtenBefore,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { Refusal, refuseAny, refuseUnlessActionsAllowed } from '#services/platform/refusal.ts';
import { cancelDesire } from './cancel-desire.ts';
import { cartDesire } from './cart-desire.ts';
import { changeDesire } from './change-desire.ts';
import { closeDesire } from './close-desire.ts';
import { wantedFrom } from './desire-wire.ts';
import { fulfilDesire } from './fulfil-desire.ts';
import { notNow, ownDesire, REQUEST_FILLED } from './own-desire.ts';
import {
  desireCommand,
  desireEventId,
  writeDesire,
  type DecideDesire,
  type DesireCommand,
  type DesireWritten,
} from './write-desire.ts';

/**
 * The owner of the desires, and whether it may make changes. `key`: the caller's idempotency key, scoped to user and
 * customer here.
 */
export type Desiring = {
  actor: Actor;
  staff: boolean;
  customerId: number;
  access: CustomerAccess;
  key: string;
};

/**
 * Creates a desire in the cart; with the id of an existing one, changes what that one asks for (product: Desire calls).
 * Throws Refusal: 402 for another customer's desire and one that has ended, 402 also without `allowActions`, 409 when the
 * key was used with another body.
 */
export async function desireStone(
  context: CommandContext,
  who: Desiring,
  { desireId, ...input }: WantedInput & { desireId?: string | null | undefined },
): Promise<DesireWritten> {
  refuseUnlessActionsAllowed(who.staff, who.access);
  const { customerId } = who;
  const command = desireCommand(who, { desireId: desireId ?? null, wanted: input });
  if (desireId)
    return writeDesire(context, command, desireId, (desire, at) =>
      changeDesire(desire, { customerId, wantedOf: (before) => wantedFrom(input, before) }, at),
    );
  const wanted = wantedFrom(input);
  // The same command derives the same desire: repeated, it finds the desire instead of making another.
  return writeDesire(context, command, deriveId(command.id, 'desire'), (desire, at) =>
    cartDesire(desire, { customerId, wanted }, at),
  );
}

/** The result of an update: the desires that were changed, and those that somebody else changed first. */
export type DesiresUpdated = {
  written: DesireWritten[];
  declined: { desireId: string; reason: string }[];
};

/**
 * Changes, closes or cancels desires (product: Desire calls): they are checked all or nothing, then written one by one,
 * each at its stream's exact revision. A desire that changes in between, or that a stone has filled, is declined. Throws
 * Refusal as `desireStone` does, naming the desire.
 */
export async function updateDesires(
  context: CommandContext,
  who: Desiring,
  updates: readonly DesireUpdate[],
): Promise<DesiresUpdated> {
  refuseUnlessActionsAllowed(who.staff, who.access);
  const { key, ...command } = desireCommand(who, updates);
  return oncePerKey(context, key, () => writeUpdates(context, who, command, updates));
}

async function writeUpdates(
  context: CommandContext,
  who: Desiring,
  command: DesireCommand,
  updates: readonly DesireUpdate[],
): Promise<DesiresUpdated> {
  const messages: (string | null)[] = [];
  for (const update of updates) {
    const loaded = await loadStream(context, desireStream(update.desireId), desireFold);
    const decide = deciderOf(update, who.customerId);
    const already = writtenBefore(loaded, desireEventId(command, update.desireId), command) !== null;
    messages.push(already ? null : refusalOf(() => decide(loaded.state, context.clock().toISOString())));
  }
  refuseAny('DESIRE_REFUSED', (index) => `${index}.desireId`, messages);

  const done: DesiresUpdated = { written: [], declined: [] };
  for (const update of updates) {
    const { desireId } = update;
    try {
      done.written.push(await writeDesire(context, command, desireId, deciderOf(update, who.customerId)));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 402) throw error;
      done.declined.push({ desireId, reason: error.message });
    }
  }
  return done;
}

/**
 * Staff mark a requested desire as filled by a stone that its customer has or has requested (rule: Desires).
 * Throws Refusal 402 when there is no such desire, it is not open, or the stone is not the customer's; 409 as
 * above.
 */
export async function fulfil(
  context: CommandContext,
  { actor, key }: { actor: Actor; key: string },
  desireId: string,
  parcelName: string,
): Promise<DesireWritten> {
  const { state } = await loadStream(context, desireStream(desireId), desireFold);
  const { customerId } = ownDesire(state, state?.customerId ?? 0);
  const [parcel] = await parcelsOfCustomer(context.db, customerId, 'natural', [parcelName]);
  const isCustomers = parcel?.end === null && CURRENT_STATUSES.includes(parcel.status);
  const command = desireCommand({ actor, key, customerId }, { desireId, parcelName });
  return writeDesire(context, command, desireId, (desire, at) =>
    fulfilDesire(ownDesire(desire, customerId), { parcelName, isCustomers }, at),
  );
}

/** The decider that an update asks for by its status. */
function deciderOf({ desireId: _, status, ...input }: DesireUpdate, customerId: number): DecideDesire {
  if (status === 'CLOSED') return (desire, at) => closeDesire(desire, { customerId }, at);
  if (status === 'CANCELLED') return (desire, at) => cancelDesire(desire, { customerId }, at);
  return (desire, at) => {
    if (status !== undefined && ownDesire(desire, customerId).status !== status) {
      throw notNow(
        status === 'ACTIVE'
          ? 'A request for similar stones is sent from the cart, with Request.'
          : 'A request for similar stones that was sent does not go back into the cart: make a new one.',
      );
    }
    return changeDesire(desire, { customerId, wantedOf: (before) => wantedFrom(input, before) }, at);
  };
}

/**
 * The message of a refusal that a person can act on; null when there is none, or when it keeps none of the others waiting:
 * a desire that a stone has filled is declined by itself. Throws other errors.
 */
function refusalOf(decide: () => void): string | null {
  try {
    decide();
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.status === 402)
      return error.code === REQUEST_FILLED ? null : error.message;
    throw error;
  }
}
