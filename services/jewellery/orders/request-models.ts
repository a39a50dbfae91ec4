import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import { customerStream, modelKey } from '#contracts/events/index.ts';
import type { RequestModelsReply } from '#contracts/api/jewellery.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import { finishedModelsRequest } from '#projections/jewellery/index.ts';
import {
  appendEvents,
  deriveId,
  hashBody,
  loadStream,
  onFreshStream,
  type Loaded,
} from '#services/platform/commands/index.ts';
import {
  keyReused,
  refuseAny,
  refuseUnlessActionsAllowed,
  unknownCustomer,
} from '#services/platform/refusal.ts';
import {
  finishedInstructionOf,
  modelsRequestIdOf,
  refuseKeyOfInstruction,
  withNothingOpen,
  type Instructing,
} from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { mayHaveModel, stockedModels } from '../models/list-models.ts';
import { allotPieces } from './allot-pieces.ts';
import { choosePieces, type Named, type WantedModel } from './choose-pieces.ts';
import { finishModelsRequest } from './finish-models-request.ts';

/**
 * Names of models, each repeated per quantity (product: Jewellery calls), and what is requested with them (product:
 * Calls over all lines). `key` is scoped to user and customer here.
 */
export type ModelsRequest = {
  models: readonly string[];
  named?: Named | undefined;
  remarks?: string | null | undefined;
  key: string;
};

/** With the result for the desires that were named. */
type ModelsReply = RequestModelsReply & Pick<InstructionReply, 'desires'>;

/**
 * Requests as many pieces of the models as there are, oldest listed first, after those who waited before, and
 * leaves the rest as back orders (rule: Requesting a model), together with what was named. Recorded first, with the instruction for the
 * pieces, in one append: repeated under its key it changes nothing and gives the same answer, and a request
 * that was killed is finished by its reactor. Throws Refusal: 402 for an unknown or hidden model and for what
 * an instruction is refused for, 402 also without `allowActions`, 409, 503.
 */
export async function requestModels(
  context: JewelleryContext,
  who: Instructing,
  request: ModelsRequest,
): Promise<ModelsReply> {
  const { customerId } = who;
  const named = request.named && namesSome(request.named) ? request.named : undefined;
  const stream = customerStream(customerId);
  const requestId = modelsRequestIdOf(who, request.key);
  const remarks = request.remarks?.trim() || undefined;
  const bodyHash = hashBody({ models: request.models, ...named, remarks: remarks ?? null });
  const known = { customerId, requestId, bodyHash, named };

  const repeated = await earlierAnswer(context, await loadStream(context, stream, customerFold), known);
  if (repeated) return repeated;
  const lines = await wantedModels(context, who, requestId, request);

  // Not by `carryOut`: what is chosen depends on pieces and limits that are read again at each attempt, and the pieces are
  // requested, on their own streams, before the next step.
  const begun = await context.perCustomer(customerId, () =>
    onFreshStream(context, stream, customerFold, async (loaded) => {
      if (isKnown(loaded.state, requestId)) return { declined: true };
      const current = await withNothingOpen(context, loaded);
      await refuseKeyOfInstruction(context, current.state, who, request.key);
      checkRights(who, current.state);
      const instructionId = instructionOf(requestId);
      const choice = await choosePieces(context, who, current.state, {
        wanted: lines,
        instructionId,
        remarks,
        named,
      });

      const effectiveAt = choice?.placed.effectiveAt ?? context.clock().toISOString();
      const asked = lines.map(({ orderId, model, quantity }) => ({ orderId, model, quantity }));
      const data = { requestId, lines: asked, remarks, ...viewing(who), effectiveAt };
      // The body is part of the id: when two processes use one key with two bodies, the store sees two different
      // events.
      const id = deriveId(requestId, bodyHash);
      const requested = { type: 'ModelsRequested' as const, id, data };
      const command = { commandId: request.key, actor: who.actor, bodyHash };
      if (!choice) {
        await appendEvents(context, current, [requested], command);
        return { declined: false };
      }
      const reply = await allotPieces(context, customerId, current, {
        ...choice,
        command,
        before: [requested],
      });
      return { declined: reply.declined.some(({ parcelName }) => !named?.parcelNames.includes(parcelName)) };
    }),
  );
  await finishModelsRequest(context, customerId, requestId, begun.declined);
  const answer = await earlierAnswer(context, await loadStream(context, stream, customerFold), known);
  if (!answer) throw new Error(`the request ${requestId} of models has no answer`);
  return answer;
}

function isKnown({ orders }: CustomerState, requestId: string): boolean {
  return [...orders.requests, ...orders.finished].some((known) => known.requestId === requestId);
}

const namesSome = ({ parcelNames, desireIds }: Named): boolean => parcelNames.length + desireIds.length > 0;

/** The id of the instruction for what was named and for the pieces that were chosen first. */
const instructionOf = (requestId: string): string => deriveId(requestId, 'pieces');
/** The id of the request's order of the model with this key. */
const orderIdOf = (requestId: string, key: string): string => deriveId(requestId, key);

type Known = { customerId: number; requestId: string; bodyHash: string; named: Named | undefined };

/**
 * The answer to the request, if it was made before; a request that a killed process left is finished first. Null when
 * it is new.
 */
async function earlierAnswer(
  context: JewelleryContext,
  { state }: Loaded<CustomerState>,
  asked: Known,
): Promise<ModelsReply | null> {
  const { customerId, requestId, bodyHash, named } = asked;
  const sameBody = (known: string | null): void => {
    if (known !== bodyHash) throw keyReused('another request');
  };
  const open = state.orders.requests.find((known) => known.requestId === requestId);
  if (open) {
    sameBody(open.bodyHash);
    await finishModelsRequest(context, customerId, requestId, true);
    return earlierAnswer(context, await loadStream(context, customerStream(customerId), customerFold), asked);
  }
  const finished =
    state.orders.finished.find((known) => known.requestId === requestId) ??
    (await finishedModelsRequest(context.db, requestId));
  if (!finished) return null;
  sameBody(finished.bodyHash);
  const { done, reached: position } = finished;
  const backOrdered = finished.backOrdered.map(({ model, quantity }) => ({
    orderId: orderIdOf(requestId, modelKey(model)),
    model,
    quantity,
  }));
  // A declined piece was replaced by another or became a back order: of models nothing is declined.
  if (!named) return { instructionId: requestId, done, declined: [], backOrdered, position };
  const instructionId = instructionOf(requestId);
  const instruction = await finishedInstructionOf(context, state, instructionId);
  if (!instruction) throw new Error(`the request ${requestId} of models has no instruction`);
  return {
    instructionId: requestId,
    done: [...instruction.done.filter((name) => named.parcelNames.includes(name)), ...done],
    declined: instruction.declined.filter(({ parcelName }) => named.parcelNames.includes(parcelName)),
    ...(instruction.desires ? { desires: instruction.desires } : {}),
    backOrdered,
    position,
  };
}

/** The requested models with their quantities. Throws Refusal 402 naming each that does not exist for this customer. */
async function wantedModels(
  context: JewelleryContext,
  who: Instructing,
  requestId: string,
  { models: names, named }: ModelsRequest,
): Promise<WantedModel[]> {
  const keys = names.map(modelKey);
  const { state } = await loadStream(context, customerStream(who.customerId), customerFold);
  if (!state.record) throw unknownCustomer(who.customerId, 402);
  const { access } = state.record;
  const known = new Map(
    (await stockedModels(context.db, access, [...new Set(keys)])).map((model) => [model.key, model]),
  );
  const messages = names.map((name, index) => {
    const model = known.get(keys[index]!);
    return model && mayHaveModel(model.fields, access) ? null : `There is no model ${name}.`;
  });
  refuseAny('UNKNOWN_MODEL', (index) => `${named ? 'models' : 'parcelNames'}.${index}`, messages);
  return [...new Set(keys)].map((key) => ({
    key,
    model: known.get(key)!.name,
    orderId: orderIdOf(requestId, key),
    quantity: keys.filter((other) => other === key).length,
  }));
}

/** Recorded, because whose rights count is asked again when orders are filled: the actor alone is staff. */
function viewing({ staff, actor }: Instructing): { asCustomer?: true } {
  return !staff && actor.role !== 'customer' ? { asCustomer: true } : {};
}

function checkRights(who: Instructing, { record }: CustomerState): void {
  if (!record) throw unknownCustomer(who.customerId, 402);
  refuseUnlessActionsAllowed(who.staff, record.access);
}
