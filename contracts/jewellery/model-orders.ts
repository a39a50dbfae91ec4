import { instructionFinished } from '../events/customer-events.ts';
import { modelOrderEvents } from '../events/jewellery-events.ts';
import type { Actor } from '../events/metadata.ts';
import { isEventOf, type EventOf } from '../events/stream-family.ts';
import type { Instant } from '../vocabulary/house-time.ts';

/** A customer's order of one model and its progress (rule: Back orders). Counts are pieces. */
export type ModelOrder = {
  orderId: string;
  requestId: string;
  model: string;
  quantity: number;
  /** Pieces that were requested for it; they stay so whatever becomes of them later. */
  filled: string[];
  /** Pieces chosen by an instruction that is not finished yet. */
  allotted: { instructionId: string; parcelNames: string[] }[];
  /** How often pieces were chosen for it. */
  allotments: number;
  cancelled: number;
  placedAt: Instant;
  /** Its place in the log: who comes first is served first. */
  placedPosition: string;
  placedBy: Actor;
  /** Staff placed it while they viewed as the customer. */
  asCustomer?: true;
  remarks: string | null;
};

type RequestFields = { requestId: string; bodyHash: string | null };

/** Asked for, and perhaps not carried out: a killed process may have left it. */
type OpenModelsRequest = RequestFields & {
  commandId: string;
  actor: Actor;
  /** As of a `ModelOrder`. */
  asCustomer?: true;
  remarks: string | null;
};

/** Answered; `reached` is the log position of its last event. */
export type FinishedModelsRequest = RequestFields & {
  done: string[];
  backOrdered: { model: string; quantity: number }[];
  reached: string;
};

/** A customer's orders of models, plain JSON. */
export type ModelOrders = {
  orders: ModelOrder[];
  requests: OpenModelsRequest[];
  finished: FinishedModelsRequest[];
};

export const noModelOrders = (): ModelOrders => ({ orders: [], requests: [], finished: [] });

/** What changes a customer's orders: the instruction that requested their pieces is finished too. */
const orderEvents = { ...modelOrderEvents, InstructionFinished: instructionFinished } as const;
export const isModelOrderEvent = isEventOf(orderEvents);

/** An event of a customer's orders with its place in the log and who caused it. */
export type ModelOrderEvent = EventOf<typeof orderEvents>;
export type ModelOrderFact = ModelOrderEvent & {
  position: bigint;
  metadata: { actor: Actor; commandId: string; bodyHash?: string | undefined };
};

/** Pieces of the order that are neither requested, being requested, nor cancelled. */
export function openQuantity({ quantity, filled, allotted, cancelled }: ModelOrder): number {
  return (
    quantity -
    cancelled -
    filled.length -
    allotted.reduce((sum, { parcelNames }) => sum + parcelNames.length, 0)
  );
}

/** True while its request is being carried out: until then nothing of it is a back order. */
export function isBeingRequested(state: ModelOrders, { requestId }: Pick<ModelOrder, 'requestId'>): boolean {
  return state.requests.some((request) => request.requestId === requestId);
}

/**
 * Whether it was asked for with the rights of staff, which `allowActions` does not bind (rule: All or nothing). Staff who
 * view as the customer have its user's.
 */
export function askedByStaff({ role }: Actor, asCustomer: true | undefined): boolean {
  return role !== 'customer' && asCustomer !== true;
}

/** One more event of the customer's orders. Pure. */
export function evolveModelOrders(state: ModelOrders, event: ModelOrderFact): ModelOrders {
  switch (event.type) {
    case 'ModelsRequested': {
      const { requestId, lines, remarks = null, asCustomer, effectiveAt } = event.data;
      const { actor, commandId, bodyHash = null } = event.metadata;
      const viewing = asCustomer ? { asCustomer } : {};
      const placed = lines.map((line) => ({
        ...line,
        requestId,
        filled: [],
        allotted: [],
        allotments: 0,
        cancelled: 0,
        placedAt: effectiveAt,
        placedPosition: event.position.toString(),
        placedBy: actor,
        ...viewing,
        remarks,
      }));
      return {
        ...state,
        orders: [...state.orders, ...placed],
        requests: [...state.requests, { requestId, bodyHash, commandId, actor, ...viewing, remarks }],
      };
    }
    case 'PiecesAllotted': {
      const { instructionId, allotments } = event.data;
      const chosen = new Map(allotments.map(({ orderId, parcelNames }) => [orderId, parcelNames]));
      return changed(state, (order) => {
        const parcelNames = chosen.get(order.orderId);
        if (!parcelNames) return order;
        const allotted = [...order.allotted, { instructionId, parcelNames }];
        return { ...order, allotted, allotments: order.allotments + 1 };
      });
    }
    case 'InstructionFinished': {
      const done = new Set(event.data.done);
      return changed(state, (order) => settled(order, event.data.instructionId, done));
    }
    case 'ModelsRequestFinished': {
      const { requestId, done, backOrdered } = event.data;
      const open = state.requests.find((request) => request.requestId === requestId);
      if (!open) return state;
      const rest = backOrdered.map(({ model, quantity }) => ({ model, quantity }));
      const reached = event.position.toString();
      return {
        ...state,
        requests: state.requests.filter((request) => request !== open),
        finished: [
          ...state.finished,
          { requestId, bodyHash: open.bodyHash, done, backOrdered: rest, reached },
        ],
      };
    }
    case 'BackOrderCancelled': {
      const { orderId, quantity } = event.data;
      return changed(state, (order) =>
        order.orderId === orderId ? { ...order, cancelled: order.cancelled + quantity } : order,
      );
    }
  }
}

/** What was done of an instruction's pieces fills the order, what was declined is open again. */
function settled(order: ModelOrder, instructionId: string, done: ReadonlySet<string>): ModelOrder {
  const part = order.allotted.find((one) => one.instructionId === instructionId);
  if (!part) return order;
  const filled = [...order.filled, ...part.parcelNames.filter((name) => done.has(name))];
  return { ...order, filled, allotted: order.allotted.filter((one) => one !== part) };
}

function changed(state: ModelOrders, change: (order: ModelOrder) => ModelOrder): ModelOrders {
  const orders = state.orders.map(change);
  return orders.every((order, index) => order === state.orders[index]) ? state : { ...state, orders };
}

const KEPT = 100;

/** True while every answered request is kept: nothing older need be looked for. */
export const holdsAllAnswers = ({ finished }: ModelOrders): boolean => finished.length < KEPT;

/** The state without the orders that nothing more can happen to, and with the newest answers only. */
export function withoutClosedOrders(state: ModelOrders): ModelOrders {
  const { orders, finished } = state;
  const kept = orders.filter(
    (order) => openQuantity(order) > 0 || order.allotted.length > 0 || isBeingRequested(state, order),
  );
  if (kept.length === orders.length && finished.length <= KEPT) return state;
  return { ...state, orders: kept, finished: finished.slice(-KEPT) };
}
