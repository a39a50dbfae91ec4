import type { InstructionPlaced } from '#contracts/events/index.ts';
import {
  decideInstruction,
  holdingRefusal,
  type Deciding,
  type InstructionState,
  type IntentRules,
  type OverParcels,
} from './decide-instruction.ts';

/** The customer sends parcels back, or withdraws their request (product: Actions by status). */
export type ReturnStones = OverParcels;

export const returning: IntentRules = {
  intent: 'RETURN',
  accessRefusal: () => null,
  statusRefusal: (parcel, customerId) => holdingRefusal('RETURN', 'returned', parcel, customerId),
  frozen: () => undefined,
  effect: (data) => ({ type: 'StoneReturned', data }),
};

/** Pure. Throws Refusal 402 naming each parcel that the customer cannot return now, 403. */
export function decideReturnStones(
  state: InstructionState,
  command: ReturnStones,
  deciding: Deciding,
): InstructionPlaced {
  return decideInstruction(returning, state, command, deciding);
}
