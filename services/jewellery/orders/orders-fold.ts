import { customerEvents, type CustomerEvent } from '#contracts/events/index.ts';
import {
  evolveModelOrders,
  noModelOrders,
  withoutClosedOrders,
  type ModelOrders,
} from '#contracts/jewellery/model-orders.ts';
import { type Fact, type Fold, type Loaded } from '#services/platform/commands/index.ts';
import { instructionLedgerFold, withNothingOpen, type InstructionLedger } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

/** What deciding on orders needs of a customer's stream: both are of the same revision. */
export type OrdersAndLedger = { orders: ModelOrders; ledger: InstructionLedger };

export const ordersFold: Fold<OrdersAndLedger> = {
  name: `model-orders-1 ${instructionLedgerFold.name}`,
  initial: (stream) => ({ orders: noModelOrders(), ledger: instructionLedgerFold.initial(stream) }),
  evolve: ({ orders, ledger }, fact) => ({
    orders: isCustomerFact(fact) ? withoutClosedOrders(evolveModelOrders(orders, fact)) : orders,
    ledger: instructionLedgerFold.evolve(ledger, fact),
  }),
};

function isCustomerFact(fact: Fact): fact is Fact & CustomerEvent {
  return Object.hasOwn(customerEvents, fact.type);
}

/** The customer's stream with no instruction half done, as that counts before anything new is decided. */
export async function settledOrders(
  context: JewelleryContext,
  customerId: number,
  loaded: Loaded<OrdersAndLedger>,
): Promise<Loaded<OrdersAndLedger>> {
  return withNothingOpen(context, customerId, loaded, ordersFold, ({ ledger }) => ledger);
}
