import type { InstructionPlaced } from '#contracts/events/index.ts';
import {
  decideInstruction,
  holdingRefusal,
  type Deciding,
  type InstructionState,
  type IntentRules,
  type OverParcels,
} from './decide-instruction.ts';

/** The customer has sold parcels that it holds (product: Actions by status). */
export type SellStones = OverParcels;

export const selling: IntentRules = {
  intent: 'SOLD',
  accessRefusal: () => null,
  statusRefusal: (parcel, customerId) => holdingRefusal('SOLD', 'marked as sold', parcel, customerId),
  frozen: () => undefined,
  effect: (data) => ({ type: 'StoneSold', data }),
};

/** Pure. Throws Refusal 402 naming each parcel that the customer cannot mark as sold now, 403. */
export function decideSellStones(
  state: InstructionState,
  command: SellStones,
  deciding: Deciding,
): InstructionPlaced {
  return decideInstruction(selling, state, command, deciding);
}
