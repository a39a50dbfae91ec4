import { holdsAllFinished, type CustomerState, type FinishedInstruction } from '#contracts/customer/index.ts';
import { holdsAllAnswers } from '#contracts/jewellery/model-orders.ts';
import { finishedModelsRequest } from '#projections/jewellery/index.ts';
import { deriveId } from '#services/platform/commands/index.ts';
import { keyReused } from '#services/platform/refusal.ts';
import type { Instructing } from './decide-instruction.ts';
import type { StonesContext } from './stones-context.ts';

/*
 * One call requests parcels or, with them, models, and the two are recorded under different ids: what is new under one of
 * them is refused when its key was used under the other (rule: Repeated commands).
 */

/** Who a key is scoped to. */
type Asking = Pick<Instructing, 'actor' | 'customerId'>;

/** The id of the instruction over parcels that is asked for under this key. */
export const instructionIdOf = ({ actor, customerId }: Asking, key: string): string =>
  deriveId('instruction', actor.username, customerId, key);

/** The id of the request of models that is asked for under this key. */
export const modelsRequestIdOf = ({ actor, customerId }: Asking, key: string): string =>
  deriveId('models', actor.username, customerId, key);

/** The finished instruction of the customer with this id. */
export async function finishedInstructionOf(
  { findInstruction }: Pick<StonesContext, 'findInstruction'>,
  { instructions }: CustomerState,
  instructionId: string,
): Promise<FinishedInstruction | undefined> {
  const kept = instructions.finished.find((row) => row.instructionId === instructionId);
  return kept ?? (holdsAllFinished(instructions) ? undefined : findInstruction(instructionId));
}

/** Throws Refusal 409 when the key was used for an instruction over parcels alone. */
export async function refuseKeyOfInstruction(
  context: Pick<StonesContext, 'findInstruction'>,
  customer: CustomerState,
  who: Asking,
  key: string,
): Promise<void> {
  if (await finishedInstructionOf(context, customer, instructionIdOf(who, key)))
    throw keyReused('another instruction');
}

/** Throws Refusal 409 when the key was used for a request of models. */
export async function refuseKeyOfModels(
  { db }: Pick<StonesContext, 'db'>,
  { orders }: CustomerState,
  who: Asking,
  key: string,
): Promise<void> {
  const id = modelsRequestIdOf(who, key);
  const isKept = [...orders.requests, ...orders.finished].some(({ requestId }) => requestId === id);
  if (isKept || (!holdsAllAnswers(orders) && (await finishedModelsRequest(db, id))))
    throw keyReused('another request');
}
