import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import type { Actor, InstructionPlaced } from '#contracts/events/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, termsAt } from '#contracts/lifecycle/index.ts';
import { stoneStream } from '#contracts/events/index.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
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
import { Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import { withNothingOpen } from './abandoned-instructions.ts';
import {
  foldRefusal,
  frozenNow,
  momentFor,
  parcelRefusal,
  withinMaximum,
  type Parcel,
} from './decide-instruction.ts';
import { effectOf, finishInstruction, replyOf } from './finish-instruction.ts';
import type { StonesContext } from './stones-context.ts';

/**
 * The caller who instructs, and the customer. `seesValues`: limits and holdings may be named to the caller
 * (rule: Price modes).
 */
export type Instructing = { actor: Actor; staff: boolean; customerId: number; seesValues: boolean };

export type Instruction = {
  action: Intent;
  line: Line;
  parcelNames: readonly string[];
  remarks?: string | null | undefined;
  /** Carted desires that are requested with the parcels, which may then be none (product: Desire calls). */
  desireIds?: readonly string[];
  /** The caller's key; scoped to user and customer here. */
  key: string;
};

const PARALLEL = 16;

/**
 * An action over several parcels (rule: Instructions): checked all or nothing, recorded on the customer's
 * stream at its exact revision, carried out parcel by parcel, each one done or declined. Repeated under its
 * key it changes nothing and gives the same answer. Throws Refusal: 402 for what a person can act on, 403
 * without `allowActions`, 409 for the key of another body, 503 when the read model is too far behind to check
 * the maximum.
 */
export async function placeInstruction(
  context: StonesContext,
  who: Instructing,
  instruction: Instruction,
): Promise<InstructionReply> {
  const instructionId = deriveId('instruction', who.actor.username, who.customerId, instruction.key);
  const { action, line, parcelNames, remarks, desireIds = [] } = instruction;
  const bodyHash = hashBody({
    action,
    line,
    parcelNames,
    remarks: remarks || null,
    ...(desireIds.length > 0 ? { desireIds } : {}),
  });

  return context.perCustomer(who.customerId, () =>
    onFreshStream(context, customerStream(who.customerId), customerFold, async (loadedCustomer) => {
      const current = await withNothingOpen(context, loadedCustomer);
      const earlier = await earlierAnswer(context, current.state, instructionId, bodyHash);
      if (earlier) return earlier;

      const loaded = await inParallel(parcelNames, PARALLEL, (name) =>
        loadStream(context, stoneStream(name), parcelFold),
      );
      const parcels = loaded.map(({ state }) => ({ state, view: foldParcel(state, context.zone) }));
      if (action === 'REQUEST' && line === 'jewellery')
        await refuseClosedPieces(context, current.state, parcelNames);
      const placed = await decideInstruction(
        context,
        who,
        { ...instruction, instructionId },
        current.state,
        parcels,
      );
      const event = { type: 'InstructionPlaced' as const, id: instructionId, data: placed };
      await appendEvents(context, current, [event], {
        commandId: instruction.key,
        actor: who.actor,
        bodyHash,
      });
      const open = { ...placed, commandId: instruction.key, bodyHash, actor: who.actor };
      const known = {
        customer: afterOneMore(current, context.clock().toISOString()),
        parcels: new Map(loaded.map((one) => [one.state.parcelName, one])),
      };
      return finishInstruction(context, who.customerId, open, known);
    }),
  );
}

async function earlierAnswer(
  context: StonesContext,
  { instructions }: CustomerState,
  instructionId: string,
  bodyHash: string,
): Promise<InstructionReply | null> {
  const sameBody = (known: string | undefined): void => {
    if (known !== bodyHash)
      throw new Refusal(409, 'This idempotency key was used for another instruction: use a new key.', {
        code: 'KEY_REUSED',
        field: 'idempotency-key',
      });
  };
  const finished = instructions.finished.find((row) => row.instructionId === instructionId);
  if (finished) {
    sameBody(finished.bodyHash);
    return replyOf(finished, finished.reached);
  }
  const older = await context.findInstruction(instructionId);
  if (!older) return null;
  sameBody(older.bodyHash);
  return replyOf(older, older.reached);
}

/** What an instruction records, once it is checked whole on the customer and the parcels as they were loaded. */
export async function decideInstruction(
  context: StonesContext,
  who: Instructing,
  instruction: Instruction & { instructionId: string },
  { record, instructions }: CustomerState,
  parcels: readonly Parcel[],
): Promise<InstructionPlaced> {
  const { action, line } = instruction;
  const remarks = instruction.remarks?.trim() || undefined;
  if (!record) throw unknownCustomer(who.customerId, 402);
  if (!who.staff && !record.access.allowActions) {
    throw new Refusal(403, 'Your account cannot make changes. Please ask your sales representative.', {
      code: 'ACTIONS_NOT_ALLOWED',
    });
  }
  const { desireIds = [] } = instruction;
  refuseAny(
    'parcelNames',
    parcels.map((parcel) => parcelRefusal(action, line, parcel, who.customerId, record.access)),
  );
  refuseAny('desires', await requestRefusals(context, who.customerId, desireIds));

  const effectiveAt = momentFor(parcels, context.clock().toISOString());
  const terms = termsAt(record.terms, houseDayOf(effectiveAt, context.zone), context.zone);
  const named = parcels.map(({ state }) => ({
    parcelName: state.parcelName,
    ...(action === 'REQUEST' ? { frozen: frozenNow(state, terms) } : {}),
  }));
  const placed: InstructionPlaced = {
    instructionId: instruction.instructionId,
    action,
    parcels: named,
    ...(desireIds.length > 0 ? { desires: [...desireIds] } : {}),
    remarks,
    effectiveAt,
  };
  refuseAny(
    'parcelNames',
    parcels.map((parcel) =>
      foldRefusal(parcel, effectOf(placed, parcel.state.parcelName, who.customerId), context.zone),
    ),
  );
  if (action === 'REQUEST' && terms.maxInventoryCents > 0)
    await checkMaximum(context, who, instructions.lastEffect, placed, terms.maxInventoryCents);
  return placed;
}

/**
 * Pieces of hidden models, and of lab-grown ones where that line is closed to the customer, are not there for it. Who
 * ordered such a model before it was hidden still gets its pieces: that goes another way.
 */
async function refuseClosedPieces(
  context: StonesContext,
  { record }: CustomerState,
  parcelNames: readonly string[],
): Promise<void> {
  const closed = new Set(await closedPieces(context.db, record?.access.lgAllowed ?? false, parcelNames));
  const { noun } = LINE_FACTS.jewellery;
  refuseAny(
    'parcelNames',
    parcelNames.map((name) => (closed.has(name) ? `${noun} not found: ${name}.` : null)),
  );
}

/** Refuses the whole when one parcel or desire is refused, naming each (rule: All or nothing). */
function refuseAny(list: 'parcelNames' | 'desires', messages: readonly (string | null)[]): void {
  const errors = messages.flatMap((message, index) =>
    message === null ? [] : [{ field: `${list}.${index}`, message }],
  );
  if (errors[0])
    throw new Refusal(402, errors[0].message, { field: errors[0].field, code: 'PARCEL_REFUSED', errors });
}

async function checkMaximum(
  context: StonesContext,
  who: Instructing,
  lastEffect: string,
  { parcels, remarks }: InstructionPlaced,
  maximum: number,
): Promise<void> {
  const exposure = await context.exposureAt(who.customerId, BigInt(lastEffect));
  if (exposure === null)
    throw new Refusal(503, 'Your inventory is being brought up to date. Please try again in a moment.', {
      code: 'READ_MODEL_BEHIND',
    });
  const request = parcels.reduce((sum, { frozen }) => sum + (frozen?.customerPriceCents ?? 0), 0);
  if (withinMaximum(exposure, request, maximum, who.staff && remarks !== undefined)) return;
  const figures = who.seesValues
    ? `: ${formatPrice((exposure + request) / 100)} of ${formatPrice(maximum / 100)}`
    : '';
  const advice = who.staff
    ? 'Add a remark to go over it.'
    : 'Return something first, or ask your sales representative.';
  throw new Refusal(402, `This request goes over the maximum inventory${figures}. ${advice}`, {
    code: 'OVER_MAXIMUM',
    field: 'parcelNames',
  });
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
