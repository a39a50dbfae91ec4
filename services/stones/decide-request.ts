import type { CustomerState } from '#contracts/customer/index.ts';
import type { InstructionPlaced } from '#contracts/events/index.ts';
import { stoneStream } from '#contracts/events/index.ts';
import { foldParcel, parcelFold } from '#contracts/lifecycle/index.ts';
import { loadStream } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { decideInstruction, type Instruction, type Instructing } from './place-instruction.ts';
import type { StonesContext } from './stones-context.ts';

const PARALLEL = 16;

/**
 * The events of a request for these parcels, decided on the customer as it was loaded, to be
 * appended together with others at that same revision: everything an instruction is checked for (rule: All or
 * nothing). Throws the refusals of `placeInstruction`.
 */
export async function decideRequest(
  context: StonesContext,
  who: Instructing,
  customer: CustomerState,
  request: Pick<Instruction, 'line' | 'parcelNames' | 'remarks' | 'key'> & { instructionId: string },
): Promise<InstructionPlaced> {
  const parcels = await inParallel(request.parcelNames, PARALLEL, async (name) => {
    const { state } = await loadStream(context, stoneStream(name), parcelFold);
    return { state, view: foldParcel(state, context.zone) };
  });
  return decideInstruction(context, who, { ...request, action: 'REQUEST' }, customer, parcels);
}
