import { stoneStream } from '#contracts/events/index.ts';
import { lastGivenBack, parcelFold } from '#contracts/lifecycle/index.ts';
import { loadStream } from '#services/platform/commands/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

/**
 * True when a customer gave a piece back after a place in the log, such as its order's (rule: Back orders). Read from
 * the piece's own stream, because the read models may not show yet what the customer has just done.
 */
export async function givenBackSince(
  context: JewelleryContext,
  parcelName: string,
  { customerId, position }: { customerId: number; position: number },
): Promise<boolean> {
  const { state } = await loadStream(context, stoneStream(parcelName), parcelFold);
  return lastGivenBack(state, customerId, context.zone) > position;
}
