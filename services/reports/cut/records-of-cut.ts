import { evolveCart, type Cart } from '#contracts/cart/cart.ts';
import {
  evolveCustomerRecord,
  isCustomerRecordEvent,
  type CustomerRecord,
} from '#contracts/customer/index.ts';
import {
  cartStreams,
  customerStreams,
  desireStreams,
  vendorStreams,
  type Fact,
} from '#contracts/events/index.ts';
import {
  evolveModelOrders,
  isModelOrderEvent,
  noModelOrders,
  withoutClosedOrders,
  type ModelOrders,
} from '#contracts/jewellery/model-orders.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import { evolveVendor, type VendorRecord } from '#contracts/vendor/vendor.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import type { ReportCut } from './report-cut.ts';

/** Everything of a report that does not belong to one parcel, as the log has it at the cut; names are those of that time. */
export type RecordsOfCut = {
  customers: ReadonlyMap<number, CustomerRecord>;
  vendors: ReadonlyMap<number, VendorRecord>;
  /** By customer. */
  carts: ReadonlyMap<number, Cart>;
  desires: ReadonlyMap<string, Desire>;
  /** By customer; closed orders are left out. */
  orders: ReadonlyMap<number, ModelOrders>;
};

const STREAMS = [customerStreams, vendorStreams, cartStreams, desireStreams];

/**
 * Reads the log up to the cut, without parcels and bills: what a customer did counts by its effective day where a day
 * was asked for. Throws the event store's errors.
 */
export async function recordsOfCut(
  { events, zone }: Pick<CommandContext, 'events' | 'zone'>,
  { position, day, asOfDay }: Pick<ReportCut, 'position' | 'day' | 'asOfDay'>,
): Promise<RecordsOfCut> {
  const customers = new Map<number, CustomerRecord>();
  const vendors = new Map<number, VendorRecord>();
  const carts = new Map<number, Cart>();
  const desires = new Map<string, Desire>();
  const orders = new Map<number, ModelOrders>();

  const take = (stream: string, fact: Fact): void => {
    if (vendorStreams.has(fact)) {
      const id = Number(vendorStreams.keyOf(stream));
      vendors.set(id, evolveVendor(vendors.get(id), fact));
    } else if (isCustomerRecordEvent(fact)) {
      const id = Number(customerStreams.keyOf(stream));
      customers.set(id, evolveCustomerRecord(customers.get(id), fact));
    }
    if (asOfDay && houseDayOf(fact.data.effectiveAt, zone) > day) return;
    if (cartStreams.has(fact)) {
      const id = Number(cartStreams.keyOf(stream));
      carts.set(id, evolveCart(carts.get(id) ?? [], fact));
    } else if (desireStreams.has(fact)) {
      const id = desireStreams.keyOf(stream);
      desires.set(id, evolveDesire(desires.get(id), fact));
    } else if (isModelOrderEvent(fact)) {
      const id = Number(customerStreams.keyOf(stream));
      orders.set(id, withoutClosedOrders(evolveModelOrders(orders.get(id) ?? noModelOrders(), fact)));
    }
  };

  const filter = { streamPrefixes: STREAMS.map(({ prefix }) => prefix) };
  for await (const recorded of events.readAll({ filter })) {
    if (recorded.position > BigInt(position)) break;
    // A bill may be large, and says nothing here.
    if (recorded.type === 'BillCreated') continue;
    take(recorded.stream, parseFact(recorded));
  }
  return { customers, vendors, carts, desires, orders };
}
