import { customerFold, type CustomerState, type OpenInstruction } from '#contracts/customer/index.ts';
import {
  cartStream,
  customerStream,
  stoneStream,
  type InstructionPlaced,
  type StoneEvent,
} from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import {
  appendEvents,
  deriveId,
  onFreshStream,
  type Command,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import { loadCart, takeOutOfCart } from '#services/carts/index.ts';
import { carryOutDesireRequest } from '#services/desires/index.ts';
import { effectOf, foldRefusal } from './decide-instruction.ts';
import { INTENT_RULES } from './intent-rules.ts';
import type { StonesContext } from './stones-context.ts';

type Outcome = { parcelName: string; position: bigint; declined: string | null };

const PARALLEL = 16;

/** What the one who placed the instruction has just loaded or written: spares loading it again. */
export type JustLoaded = {
  customer: Loaded<CustomerState>;
  parcels: ReadonlyMap<string, Loaded<ParcelState>>;
};

/**
 * Carries an instruction out, from wherever a killed process left it: each parcel's stream gets the effect or
 * a decline under the same derived id, requested parcels leave the cart, requested desires become ACTIVE,
 * then the customer's stream records that it is finished (rule: Nothing half done). May run any number of
 * times, also concurrently: nothing is done twice.
 */
export async function finishInstruction(
  context: StonesContext,
  customerId: number,
  instruction: OpenInstruction,
  known?: JustLoaded,
): Promise<InstructionReply> {
  const command: Command = { commandId: instruction.commandId, actor: instruction.actor };
  // The cart as it is once the instruction stands, read while the effects are written.
  const [effects, cart] = await Promise.allSettled([
    inParallel(instruction.parcels, PARALLEL, ({ parcelName }) =>
      recordEffect(context, customerId, instruction, parcelName, command, known?.parcels.get(parcelName)),
    ),
    instruction.action === 'REQUEST' ? loadCart(context, customerId) : undefined,
  ]);
  if (effects.status === 'rejected') throw effects.reason;
  if (cart.status === 'rejected') throw cart.reason;
  const outcomes = effects.value;
  const done = outcomes.filter((row) => row.declined === null).map((row) => row.parcelName);
  if (cart.value && done.length > 0) {
    const commandId = deriveId(instruction.instructionId, cartStream(customerId));
    const uncart = { customerId, parcelNames: done };
    await takeOutOfCart(context, uncart, { ...command, commandId }, cart.value);
  }
  const wanted = await inParallel(instruction.desires ?? [], PARALLEL, (desireId) =>
    carryOutDesireRequest(context, desireId, desireRequestOf(instruction, customerId), command),
  );
  const declined = outcomes.flatMap(({ parcelName, declined: reason }) =>
    reason === null ? [] : [{ parcelName, reason }],
  );
  const lastEffect = String(newestPosition(0n, ...[...outcomes, ...wanted].map(({ position }) => position)));
  const desires = instruction.desires && {
    requested: wanted.filter((row) => row.declined === null).map((row) => row.desireId),
    declined: wanted.flatMap(({ desireId, declined: reason }) =>
      reason === null ? [] : [{ desireId, reason }],
    ),
  };

  return onFreshStream(
    context,
    customerStream(customerId),
    customerFold,
    async (customer) => {
      const { instructionId } = instruction;
      const already = customer.state.instructions.finished.find((row) => row.instructionId === instructionId);
      if (already) return replyOf(already, already.reached);
      const data = {
        instructionId,
        done,
        declined,
        ...(desires ? { desires } : {}),
        position: lastEffect,
        effectiveAt: context.clock().toISOString(),
      };
      const event = { type: 'InstructionFinished' as const, id: deriveId(instructionId, 'finished'), data };
      const reached = await appendEvents(context, customer, [event], command);
      return replyOf(data, reached.toString());
    },
    known?.customer,
  );
}

/** The answer of an instruction: what was done and declined, and the log position it reached. */
export function replyOf(
  { instructionId, done, declined, desires }: Omit<InstructionReply, 'position'>,
  position: string,
): InstructionReply {
  return { instructionId, done, declined, ...(desires ? { desires } : {}), position };
}

function recordEffect(
  context: StonesContext,
  customerId: number,
  instruction: OpenInstruction,
  parcelName: string,
  command: Command,
  known?: Loaded<ParcelState>,
): Promise<Outcome> {
  const id = deriveId(instruction.instructionId, parcelName);
  return onFreshStream(
    context,
    stoneStream(parcelName),
    parcelFold,
    async (loaded) => {
      const already = outcomeIn(loaded.state, id);
      if (already) return { parcelName, ...already };
      const parcel = { state: loaded.state, view: foldParcel(loaded.state, context.zone) };
      const intentRules = INTENT_RULES[instruction.action];
      const done = effectOf(intentRules, instruction, parcelName, customerId);
      const declined =
        intentRules.statusRefusal(parcel, customerId) ?? foldRefusal(parcel, done, context.zone);
      const event = { ...(declined === null ? done : decline(instruction, customerId, declined)), id };
      return { parcelName, position: await appendEvents(context, loaded, [event], command), declined };
    },
    known,
  );
}

function outcomeIn(state: ParcelState, id: string): { position: bigint; declined: string | null } | null {
  const entry = state.entries.find((row) => row.eventId === id);
  if (entry) return { position: BigInt(entry.position), declined: null };
  const decline = state.declines.find((row) => row.eventId === id);
  return decline ? { position: BigInt(decline.position), declined: decline.reason } : null;
}

function desireRequestOf(
  { instructionId, remarks, effectiveAt }: InstructionPlaced,
  customerId: number,
): Parameters<typeof carryOutDesireRequest>[2] {
  return { customerId, instructionId, remarks, effectiveAt };
}

function decline(
  { instructionId, action, remarks, effectiveAt }: InstructionPlaced,
  customerId: number,
  reason: string,
): StoneEvent {
  return {
    type: 'InstructionDeclined',
    data: { customerId, instructionId, remarks, effectiveAt, action, reason },
  };
}
