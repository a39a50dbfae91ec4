import { customerStream, type CustomerAccess } from '#contracts/events/index.ts';
import { openQuantity, isBeingRequested, type ModelOrder } from '#contracts/jewellery/model-orders.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { customerById, customerTermsOf } from '#projections/customers/index.ts';
import { modelRecords, type OrderRow } from '#projections/jewellery/index.ts';
import { holdingNow } from '#projections/parcels/index.ts';
import { deriveId, onFreshStream } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { decideRequest } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { mayHaveModel } from '../models/list-models.ts';
import { allotPieces, FILLING } from './allot-pieces.ts';
import { ordersFold, settledOrders } from './orders-fold.ts';
import { planFill, type Match } from './plan-fill.ts';
import { supplyOf } from './supply.ts';

/** Refusals that pass an order over; it keeps its place. */
const PASSED_OVER: ReadonlySet<string | undefined> = new Set([
  'OVER_MAXIMUM',
  'PARCEL_REFUSED',
  'ACTIONS_NOT_ALLOWED',
]);

/**
 * Requests the available pieces of a model for those who wait for them, first come first served, within limits and
 * flags (rules, section 9). Judged on what is known at or after a log position; may run any number of times, at once
 * too: the customers' streams see to it that no order gets more than it asked for. Gives the orders passed over though
 * pieces were left. Throws Refusal 503 when the read models stay behind.
 */
export async function fillBackOrders(
  context: JewelleryContext,
  modelKey: string,
  atLeast: bigint,
): Promise<ReadonlySet<string>> {
  return context.perModel(modelKey, async () => {
    const tried = new Set<string>();
    let position = atLeast;
    for (;;) {
      const { pieces, waiting } = await supplyOf(context, [modelKey], position);
      if (pieces.length === 0 || waiting.length === 0) return new Set();
      const { orders, rooms } = await whoMayHave(context, modelKey, waiting);
      const offered = pieces.map(({ parcelName, totalCents, fm }) => ({
        parcelName,
        priceCents: totalCents,
        fm,
      }));
      const plan = planFill(orders, offered, rooms, (orderId, parcelName) =>
        tried.has(`${orderId} ${parcelName}`),
      );
      if (plan.length === 0) return new Set(waiting.map(({ order }) => order.orderId));
      for (const match of plan) {
        const filled = await fillOrder(context, match);
        if (filled === null) {
          tried.add(`${match.orderId} ${match.parcelName}`);
          // What it was meant for may fit someone else, or it something else: planned anew.
          break;
        }
        if (filled > position) position = filled;
      }
    }
  });
}

type MayHave = {
  orders: { orderId: string; customerId: number; open: number; fm: boolean }[];
  rooms: Map<number, Cents | null>;
};

/** The orders that may be filled now by the customers' flags, and each customer's room below its maximum. */
async function whoMayHave(
  context: JewelleryContext,
  modelKey: string,
  waiting: readonly OrderRow[],
): Promise<MayHave> {
  const { db, zone } = context;
  const today = houseDayOf(context.clock().toISOString(), zone);
  const [model] = await modelRecords(db, [modelKey]);
  const labGrown = model?.fields.labGrown === true;
  const found: MayHave = { orders: [], rooms: new Map() };
  const known = new Map<number, CustomerAccess>();
  for (const { customerId, open, order } of waiting) {
    if (!known.has(customerId)) {
      const [customer, holding] = await Promise.all([
        customerById(db, customerId),
        holdingNow(db, customerId),
      ]);
      if (!customer) continue;
      const maximum = customerTermsOf(customer, today, zone)?.maxInventoryCents ?? 0;
      known.set(customerId, customer.access);
      found.rooms.set(customerId, maximum === 0 ? null : maximum - holding.exposure);
    }
    const access = known.get(customerId)!;
    // A model hidden since is not shown any more; who ordered it before gets it.
    if (!mayHaveModel({ labGrown, hide: false }, access) || !mayAct(order, access)) continue;
    found.orders.push({ orderId: order.orderId, customerId, open, fm: access.fmAllowed });
  }
  return found;
}

/** `allowActions` binds what the customer's own users asked for, not what staff did for it (rules, section 3). */
function mayAct({ placedBy }: ModelOrder, access: CustomerAccess): boolean {
  return placedBy.role !== 'customer' || access.allowActions;
}

/** Requests one piece for an order; gives the log position reached, or null when the order could not have it. */
async function fillOrder(
  context: JewelleryContext,
  { customerId, orderId, parcelName }: Match,
): Promise<bigint | null> {
  return context.perCustomer(customerId, () =>
    onFreshStream(context, customerStream(customerId), ordersFold, async (loaded) => {
      const current = await settledOrders(context, customerId, loaded);
      const { orders, ledger } = current.state;
      const order = orders.orders.find((one) => one.orderId === orderId);
      if (!order || openQuantity(order) < 1 || isBeingRequested(orders, order)) return null;
      const instructionId = deriveId('allotment', orderId, order.allotments);
      // Without a remark of staff's: a back order never goes over the maximum by itself.
      const who = {
        actor: FILLING,
        staff: order.placedBy.role !== 'customer',
        customerId,
        seesValues: false,
      };
      const placed = await orNull(
        decideRequest(context, who, ledger, {
          instructionId,
          line: 'jewellery',
          parcelNames: [parcelName],
          key: instructionId,
        }),
      );
      if (placed === null) return null;
      const reply = await allotPieces(context, customerId, current, {
        allotments: [{ orderId, parcelNames: [parcelName] }],
        placed: { ...placed, remarks: order.remarks ?? undefined },
        command: { commandId: instructionId, actor: FILLING },
      });
      return reply.done.length === 1 ? BigInt(reply.position) : null;
    }),
  );
}

async function orNull<Answer>(decision: Promise<Answer>): Promise<Answer | null> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof Refusal && PASSED_OVER.has(error.code)) return null;
    throw error;
  }
}
