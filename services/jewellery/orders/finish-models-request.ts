import { customerFold } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { askedByStaff, openQuantity } from '#contracts/jewellery/model-orders.ts';
import { appendEvents, deriveId, onFreshStream } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { withNothingOpen } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { allotPieces } from './allot-pieces.ts';
import { choosePieces } from './choose-pieces.ts';
import { stillWanted } from './still-wanted.ts';

/**
 * Completes a recorded request of models from the step at which a killed process left it (rule: Nothing half done;
 * rule: Requesting a model). With `replace`, declined pieces are replaced by the next available; the rest becomes back
 * orders. May run any number of times, also concurrently: nothing is done twice. Does nothing for a request that is
 * finished.
 */
export async function finishModelsRequest(
  context: JewelleryContext,
  customerId: number,
  requestId: string,
  replace: boolean,
): Promise<void> {
  let looking = replace;
  while (!(await step())) {
    // Each round takes pieces, or is the last.
  }

  /** One append; true when the request is finished. */
  async function step(): Promise<boolean> {
    // Not by `carryOut`: what is chosen depends on pieces and limits that are read again at each attempt, and the pieces are
    // requested, on their own streams, before the next step.
    return context.perCustomer(customerId, () =>
      onFreshStream(context, customerStream(customerId), customerFold, async (loaded) => {
        const current = await withNothingOpen(context, loaded);
        const { orders } = current.state;
        const request = orders.requests.find((known) => known.requestId === requestId);
        if (!request) return true;
        const lines = orders.orders.filter((order) => order.requestId === requestId);
        const open = lines.filter((order) => openQuantity(order) > 0);
        const command = {
          commandId: request.commandId,
          actor: request.actor,
          bodyHash: request.bodyHash ?? undefined,
        };

        if (looking && open.length > 0) {
          const who = {
            actor: request.actor,
            staff: askedByStaff(request.actor, request.asCustomer),
            customerId,
            seesValues: false,
          };
          const rounds = lines.reduce((sum, order) => sum + order.allotments, 0);
          const choice = await choosePieces(context, who, current.state, {
            wanted: open.map(stillWanted),
            instructionId: deriveId(requestId, 'pieces', rounds),
            remarks: request.remarks ?? undefined,
          }).catch(nullIfRefused);
          if (choice) {
            const { declined } = await allotPieces(context, customerId, current, { ...choice, command });
            looking = declined.length > 0;
            return false;
          }
        }
        const data = {
          requestId,
          done: lines.flatMap((order) => order.filled),
          backOrdered: open.map((order) => ({
            orderId: order.orderId,
            model: order.model,
            quantity: openQuantity(order),
          })),
          effectiveAt: context.clock().toISOString(),
        };
        await appendEvents(
          context,
          current,
          [{ type: 'ModelsRequestFinished', id: deriveId(requestId, 'finished'), data }],
          command,
        );
        return true;
      }),
    );
  }
}

/** Models that may no longer be requested, or would exceed the maximum, become back orders. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal && error.code !== 'READ_MODEL_BEHIND') return null;
  throw error;
}
