import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import { customerStream, stoneStream, type InstructionPlaced } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import {
  appendEvents,
  deriveId,
  hashBody,
  loadStream,
  onFreshStream,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { closedPieces } from '#projections/jewellery/index.ts';
import { requestRefusals } from '#services/desires/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { keyReused, Refusal } from '#services/platform/refusal.ts';
import { withNothingOpen } from './abandoned-instructions.ts';
import { decideInstruction, type Deciding, type Instructing, type Parcel } from './decide-instruction.ts';
import { finishInstruction, replyOf } from './finish-instruction.ts';
import { INTENT_RULES } from './intent-rules.ts';
import { decideRequestStones, maximumFor, refuseOverMaximum, type RequestStones } from './request-stones.ts';
import { finishedInstructionOf, instructionIdOf, refuseKeyOfModels } from './request-keys.ts';
import type { StonesContext } from './stones-context.ts';

/** A request, a return or a sale as it is asked for. `key` is the caller's; scoped to user and customer here. */
export type Instruction = RequestStones & { intent: Intent; key: string };

const PARALLEL = 16;

/**
 * An instruction over several parcels, from the call to its answer (rule: Instructions):
 *
 * 1. what the customer left half done before is finished;
 * 2. repeated under its key, the instruction is answered as the first time;
 * 3. the parcels are loaded and all of it is decided on, all or nothing;
 * 4. `InstructionPlaced` is recorded on the customer's stream at its exact revision: from here on it will be done,
 *    by a reactor if this process is killed;
 * 5. it is carried out parcel by parcel, each one done or declined (`finishInstruction`).
 *
 * Throws Refusal: 402 for what a person can act on, 402 also without `allowActions`, 409 for the key of another body,
 * 503 when the read model is too far behind to check the maximum.
 */
export async function placeInstruction(
  context: StonesContext,
  who: Instructing,
  instruction: Instruction,
): Promise<InstructionReply> {
  const { customerId, actor } = who;
  const { key } = instruction;
  const instructionId = instructionIdOf(who, key);
  const bodyHash = hashOf(instruction);

  return context.perCustomer(customerId, () =>
    onFreshStream(context, customerStream(customerId), customerFold, async (loaded) => {
      const customer = await withNothingOpen(context, loaded);
      const earlier = await earlierAnswer(context, customer.state, instructionId, bodyHash);
      if (earlier) return earlier;
      await refuseKeyOfModels(context, customer.state, who, key);

      const parcels = await loadParcels(context, instruction.parcelNames);
      const closed = await closedTo(context, customer.state, instruction);
      const placed = await decide(context, who, customer.state, parcels, {
        ...instruction,
        instructionId,
        closed,
      });

      // By all that it says: of two processes that carry out one key, the store takes what differs (the body, a price, the
      // moment) for another event, and the second answers what the first recorded.
      const id = deriveId(instructionId, bodyHash, hashBody(placed));
      const event = { type: 'InstructionPlaced' as const, id, data: placed };
      return context.underWay.during(async () => {
        await appendEvents(context, customer, [event], { commandId: key, actor, bodyHash });
        const open = { ...placed, commandId: key, bodyHash, actor };
        return finishInstruction(context, customerId, open, {
          customer: afterOneMore(customer, context.clock().toISOString()),
          parcels: new Map(parcels.map((one) => [one.state.parcelName, one])),
        });
      });
    }),
  );
}

/**
 * What a request for these parcels records, decided on the customer as it was loaded, to be appended together with
 * others at that same revision: everything an instruction is checked for (rule: All or nothing). `named`: those that the
 * customer named, not its orders of models. Throws the refusals of `placeInstruction`.
 */
export async function decideRequest(
  context: StonesContext,
  who: Instructing,
  customer: CustomerState,
  request: RequestStones & { instructionId: string },
  named: readonly string[] = [],
): Promise<InstructionPlaced> {
  const parcels = await loadParcels(context, request.parcelNames);
  const asked = { intent: 'REQUEST', line: request.line, parcelNames: named } as const;
  const closed = await closedTo(context, customer, asked);
  return decide(context, who, customer, parcels, { ...request, intent: 'REQUEST', closed });
}

function hashOf({ intent, line, parcelNames, remarks, desireIds = [] }: Instruction): string {
  return hashBody({
    action: intent,
    line,
    parcelNames,
    remarks: remarks || null,
    ...(desireIds.length > 0 ? { desireIds } : {}),
  });
}

/** The answer of the first time; null when the instruction is new. */
async function earlierAnswer(
  context: StonesContext,
  customer: CustomerState,
  instructionId: string,
  bodyHash: string,
): Promise<InstructionReply | null> {
  const finished = await finishedInstructionOf(context, customer, instructionId);
  if (!finished) return null;
  if (finished.bodyHash !== bodyHash) throw keyReused('another instruction');
  return replyOf(finished, finished.reached);
}

function loadParcels(context: StonesContext, parcelNames: readonly string[]): Promise<Loaded<ParcelState>[]> {
  return inParallel(parcelNames, PARALLEL, (name) => loadStream(context, stoneStream(name), parcelFold));
}

/**
 * Pieces of hidden models, and of lab-grown ones where that line is closed to the customer, are not there for it. A
 * customer that ordered such a model before it was hidden still gets its pieces: that goes another way.
 */
async function closedTo(
  { db }: StonesContext,
  { record }: CustomerState,
  { intent, line, parcelNames }: Pick<Instruction, 'intent' | 'line' | 'parcelNames'>,
): Promise<ReadonlySet<string>> {
  if (intent !== 'REQUEST' || (line !== 'jewellery' && line !== null) || parcelNames.length === 0)
    return new Set();
  return new Set(await closedPieces(db, record?.access.lgAllowed ?? false, parcelNames));
}

async function decide(
  context: StonesContext,
  who: Instructing,
  customer: CustomerState,
  loaded: readonly Loaded<ParcelState>[],
  instruction: RequestStones & { intent: Intent; instructionId: string; closed: ReadonlySet<string> },
): Promise<InstructionPlaced> {
  const { clock, zone } = context;
  const parcels = loaded.map(({ state }): Parcel => ({ state, view: foldParcel(state, zone) }));
  const deciding: Deciding = {
    who,
    instructionId: instruction.instructionId,
    now: clock().toISOString(),
    zone,
  };
  const state = { customer, parcels };
  if (instruction.intent !== 'REQUEST')
    return decideInstruction(INTENT_RULES[instruction.intent], state, instruction, deciding);
  const { closed, desireIds = [] } = instruction;
  const desireRefusals = await requestRefusals(context, who.customerId, desireIds);
  const placed = decideRequestStones({ ...state, closed, desireRefusals }, instruction, deciding);
  await checkMaximum(context, who, customer, placed);
  return placed;
}

async function checkMaximum(
  context: StonesContext,
  who: Instructing,
  { record, instructions }: CustomerState,
  placed: InstructionPlaced,
): Promise<void> {
  // Desires count nothing until they are filled (rule: Exposure, holding, fee base).
  if (placed.parcels.length === 0) return;
  const maximum = record ? maximumFor(record, placed, context.zone) : 0;
  if (maximum === 0) return;
  const exposure = await context.exposureAt(who.customerId, BigInt(instructions.lastEffect));
  if (exposure === null)
    throw new Refusal(503, 'Your inventory is being brought up to date. Please try again in a moment.', {
      code: 'READ_MODEL_BEHIND',
    });
  refuseOverMaximum(placed, who, exposure, maximum);
}

/** The customer's stream after one more event was appended now. */
function afterOneMore(customer: Loaded<CustomerState>, now: string): Loaded<CustomerState> {
  const revision = customer.revision === 'no_stream' ? 0n : customer.revision + 1n;
  return {
    ...customer,
    revision,
    lastRecordedAt: now > customer.lastRecordedAt ? now : customer.lastRecordedAt,
  };
}
