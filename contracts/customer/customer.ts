import { customerRecordEvents, instructionEvents } from '../events/customer-events.ts';
import type { CustomerEvent, Fold } from '../events/index.ts';
import { isEventOf, type Recorded } from '../events/stream-family.ts';
import { customerStreams } from '../events/streams.ts';
import {
  evolveModelOrders,
  isModelOrderEvent,
  noModelOrders,
  withoutClosedOrders,
  type ModelOrders,
} from '../jewellery/model-orders.ts';
import { evolveCustomerRecord, type CustomerRecord } from './customer-record.ts';
import { evolveInstructions, NO_INSTRUCTIONS, type InstructionLedger } from './instruction-ledger.ts';

/** A customer as its whole stream describes it: what it is, and what it asked for. */
export type CustomerState = {
  readonly customerId: number;
  /** Absent before the customer is registered. */
  readonly record?: CustomerRecord;
  /** Of the record's last change: its log position, and who made it; what the customer asks for changes neither. */
  readonly version: string;
  readonly changedBy: string;
  readonly instructions: InstructionLedger;
  /** Without the orders that nothing more can happen to. */
  readonly orders: ModelOrders;
  /** The newest version of each month's bill. */
  readonly billed: Readonly<Record<string, number>>;
};

export const isCustomerRecordEvent = isEventOf(customerRecordEvents);
const isInstructionEvent = isEventOf(instructionEvents);

/** A customer before anything is recorded. */
export function newCustomer(customerId: number): CustomerState {
  return {
    customerId,
    version: '0',
    changedBy: '',
    instructions: NO_INSTRUCTIONS,
    orders: noModelOrders(),
    billed: {},
  };
}

/** One more event of the customer's stream. Pure. */
export function evolveCustomer(state: CustomerState, fact: Recorded<CustomerEvent>): CustomerState {
  if (isCustomerRecordEvent(fact))
    return {
      ...state,
      record: evolveCustomerRecord(state.record, fact),
      version: String(fact.position),
      changedBy: fact.metadata.actor.username,
    };
  if (fact.type === 'BillCreated')
    return { ...state, billed: { ...state.billed, [fact.data.month]: fact.data.version } };
  return {
    ...state,
    instructions: isInstructionEvent(fact)
      ? evolveInstructions(state.instructions, fact)
      : state.instructions,
    orders: isModelOrderEvent(fact)
      ? withoutClosedOrders(evolveModelOrders(state.orders, fact))
      : state.orders,
  };
}

/** How `customer-{customerId}` becomes the customer. */
export const customerFold: Fold<CustomerState> = {
  name: 'customer-5',
  initial: (stream) => newCustomer(Number(customerStreams.keyOf(stream))),
  evolve: (state, fact) => evolveCustomer(state, customerStreams.own(fact)),
};
