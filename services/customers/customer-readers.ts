import type { Customer } from '#contracts/api/customers.ts';
import type { CustomerAccess, RetailMarkup } from '#contracts/events/index.ts';
import { memoTermsOf, type MemoTerms } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import {
  accessOfCustomers,
  customerById,
  customerNamesOf,
  customerTermsOf,
  type CustomerRecord,
} from '#projections/customers/index.ts';
import { firstAction, holdingNow } from '#projections/parcels/index.ts';
import { askedTogether } from '#services/platform/asked-together.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Caller, Freshness } from '#services/platform/http/index.ts';
import { customerWire, withFigures } from './customer-wire.ts';

export type CustomerReadersDeps = {
  db: Db;
  /** The house's time zone. */
  zone: string;
  today(): HouseDay;
  /** How long the house's memos run unless agreed otherwise, in days; 0: not set. */
  memoDays: number;
  freshness: Freshness;
  /** Waits a while for these read models to catch up with the log; false when they have not. */
  caughtUp(readModels: readonly string[]): Promise<boolean>;
};

type Shown = {
  access: CustomerAccess;
  price: { giaRoundDiscountPpm: number; retailMarkups: readonly RetailMarkup[] };
  memo: MemoTerms;
};

/** How other capabilities read customers. */
export type CustomerReaders = {
  /** What a customer may do and how its prices are derived. Throws when there is no such customer. */
  customer(customerId: number): Promise<Shown>;
  /** The same, from a customer's record. */
  shownTo(record: CustomerRecord): Shown;
  /** Null when there is no such customer. */
  customerAccess(customerId: number): Promise<CustomerAccess | null>;
  customerNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The customer acted for, with the fields that the caller may see; null when the caller acts for none. */
  customerFor(
    caller: Caller,
    atLeast: bigint | null,
  ): Promise<{ customer: Customer | null; position: bigint; stale: boolean }>;
};

/** Created once for a process. */
export function customerReaders(deps: CustomerReadersDeps): CustomerReaders {
  const { db, zone, today, memoDays, freshness, caughtUp } = deps;
  const record = async (customerId: number) => {
    const customer = await customerById(db, customerId);
    if (!customer) throw new Error(`customer ${customerId} is not in the read model`);
    return customer;
  };
  const accessAsked = askedTogether((ids: readonly number[]) => accessOfCustomers(db, ids));
  const accessOf = async (customerId: number) => (await accessAsked(customerId)) ?? null;

  const shownTo = (customer: CustomerRecord): Shown => ({
    access: customer.access,
    price: {
      giaRoundDiscountPpm: customerTermsOf(customer, today(), zone)?.giaRoundDiscountPpm ?? 0,
      retailMarkups: customer.retailMarkups,
    },
    memo: memoTermsOf(customer.terms, memoDays, zone),
  });

  return {
    shownTo,
    customer: async (customerId) => shownTo(await record(customerId)),
    async customerAccess(customerId) {
      const known = await accessOf(customerId);
      // A customer registered a moment ago is in the log already.
      return known ?? ((await caughtUp(['customers'])) ? accessOf(customerId) : null);
    },
    customerNames: (ids) => customerNamesOf(db, ids),
    async customerFor({ customerId, showPrices, administrator }, atLeast) {
      const { position, stale } = await freshness(atLeast, { customerId });
      if (customerId === null) return { customer: null, position, stale };
      const [known, holding, first] = await Promise.all([
        record(customerId),
        holdingNow(db, customerId),
        firstAction(db, customerId),
      ]);
      const values = showPrices === 'WHOLESALE';
      const sight = { values, terms: administrator, printedTerms: values };
      const figures = { currentlyHolding: holding.currentlyHolding, firstAction: first };
      const customer = withFigures(customerWire(known, sight, today(), zone), figures, sight);
      return { customer, position, stale };
    },
  };
}
