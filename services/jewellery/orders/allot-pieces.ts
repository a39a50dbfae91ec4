import type { CustomerState } from '#contracts/customer/index.ts';
import type { Actor, InstructionPlaced } from '#contracts/events/index.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import {
  appendEvents,
  deriveId,
  type Command,
  type EventToAppend,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { finishInstruction } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

/** Pieces for one order. */
export type Allotment = { orderId: string; parcelNames: string[] };

/**
 * Records which pieces are requested for which orders together with the instruction that requests them, at the revision
 * they were decided on, and carries it out: no piece is ever chosen for more than was asked. `before` is recorded in
 * the same append. Throws WrongExpectedRevision when the customer's stream has moved on.
 */
export async function allotPieces(
  context: JewelleryContext,
  customerId: number,
  loaded: Loaded<CustomerState>,
  {
    allotments,
    placed,
    command,
    before = [],
  }: {
    allotments: readonly Allotment[];
    placed: InstructionPlaced;
    command: Command;
    before?: readonly EventToAppend[];
  },
): Promise<InstructionReply> {
  const { instructionId, effectiveAt } = placed;
  const events: EventToAppend[] = [
    ...before,
    ...(allotments.length > 0
      ? [
          {
            type: 'PiecesAllotted' as const,
            id: deriveId(instructionId, 'allotted'),
            data: { instructionId, allotments: [...allotments], effectiveAt },
          },
        ]
      : []),
    { type: 'InstructionPlaced', id: instructionId, data: placed },
  ];
  await appendEvents(context, loaded, events, command);
  return finishInstruction(context, customerId, {
    ...placed,
    commandId: command.commandId,
    bodyHash: command.bodyHash,
    actor: command.actor,
  });
}

/** Vitrine itself, filling back orders. */
export const FILLING: Actor = { username: 'back-orders', role: 'system' };
