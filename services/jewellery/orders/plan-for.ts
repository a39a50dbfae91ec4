import type { CustomerAccess } from '#contracts/events/index.ts';
import { askedByStaff, type ModelOrder } from '#contracts/jewellery/model-orders.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { customerById, customerTermsOf } from '#projections/customers/index.ts';
import { modelRecords, type OrderRow } from '#projections/jewellery/index.ts';
import { holdingNow } from '#projections/parcels/index.ts';
import { houseToday } from '#services/platform/clock.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { mayHaveModel } from '../models/list-models.ts';
import { planFill, type Match, type WaitingOrder } from './plan-fill.ts';
import type { Supply } from './supply.ts';

/**
 * Decides which waiting orders of a model get which of its pieces, by the customers' current flags and limits (rule:
 * Back orders). `tried` are pairs `orderId parcelName` that failed.
 */
export async function planFor(
  context: JewelleryContext,
  modelKey: string,
  supply: Supply,
  tried: ReadonlySet<string> = new Set(),
): Promise<Match[]> {
  const waiting = supply.waiting.filter((row) => row.modelKey === modelKey);
  const pieces = supply.pieces.filter((piece) => piece.modelKey === modelKey);
  if (waiting.length === 0 || pieces.length === 0) return [];
  const { orders, rooms } = await whoMayHave(context, modelKey, waiting);
  const offered = pieces.map(({ parcelName, totalCents, fm, givenBack }) => ({
    parcelName,
    priceCents: totalCents,
    fm,
    givenBack,
  }));
  return planFill(orders, offered, rooms, (orderId, parcelName) => tried.has(`${orderId} ${parcelName}`));
}

type MayHave = {
  orders: WaitingOrder[];
  rooms: Map<number, Cents | null>;
};

/** The orders that may be filled by the customers' current flags, and each customer's room below its maximum. */
async function whoMayHave(
  context: JewelleryContext,
  modelKey: string,
  waiting: readonly OrderRow[],
): Promise<MayHave> {
  const { db, zone } = context;
  const today = houseToday(context);
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
    // A model hidden since is no longer shown, but orders from before are filled.
    if (!mayHaveModel({ labGrown, hide: false }, access) || !mayAct(order, access)) continue;
    const placedPosition = Number(order.placedPosition);
    found.orders.push({ orderId: order.orderId, customerId, open, fm: access.fmAllowed, placedPosition });
  }
  return found;
}

/**
 * `allowActions` restricts what the customer's own users asked for, not what staff did for it (rule: All or nothing).
 */
function mayAct({ placedBy, asCustomer }: ModelOrder, access: CustomerAccess): boolean {
  return askedByStaff(placedBy, asCustomer) || access.allowActions;
}
