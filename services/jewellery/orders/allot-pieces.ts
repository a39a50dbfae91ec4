import type { CustomerState } from '#contracts/customer/index.ts';
import type { Actor, InstructionPlaced } from '#contracts/events/index.ts';
import type { InstructionReply } from '#contracts/api/stones.ts';
import {
  appendEvents,
  deriveId,
  hashBody,
  type Command,
  type EventToAppend,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { finishInstruction } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

/** Pieces for one order. */
export type Allotment = { orderId: string; parcelNames: string[] };

/**
 * Records which pieces are requested for which orders, together with the instruction that requests them, at the
 * revision that was decided on, and carries it out: never more pieces are chosen than were asked for. `before` is
 * recorded in the same append. Throws WrongExpectedRevision when the customer's stream has moved on, also to another
 * choice for the same instruction.
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
  // By what was chosen too: of two processes that chose different pieces for one instruction, the store takes the second
  // for another append, and it decides anew.
  const chosen = hashBody({ allotments, placed });
  const events: EventToAppend[] = [
    ...before.map((event) => ({ ...event, id: deriveId(event.id, chosen) })),
    ...(allotments.length > 0
      ? [
          {
            type: 'PiecesAllotted' as const,
            id: deriveId(instructionId, 'allotted', chosen),
            data: { instructionId, allotments: [...allotments], effectiveAt },
          },
        ]
      : []),
    { type: 'InstructionPlaced', id: deriveId(instructionId, chosen), data: placed },
  ];
  await appendEvents(context, loaded, events, command);
  return finishInstruction(context, customerId, {
    ...placed,
    commandId: command.commandId,
    bodyHash: command.bodyHash,
    actor: command.actor,
  });
}

/** The actor that fills back orders: Vitrine itself. */
export const FILLING: Actor = { username: 'back-orders', role: 'system' };
