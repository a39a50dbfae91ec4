import type { Cut } from '#contracts/billing/index.ts';
import { billingRecords } from '#projections/billing/index.ts';
import { parkedStreams } from '#projections/engine/index.ts';
import { customerStream, stoneStream, vendorStream } from '#contracts/events/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { accountsOf, type Accounts, type BillingFacts } from './calculation/account.ts';
import { cutKnownAt } from './cuts.ts';

/**
 * Everything recorded that these customers' bills depend on, from the read models; unknown customers are left out.
 * Throws IncompleteBill, a Refusal 402.
 */
export async function factsOfCustomers(
  db: Db,
  customerIds: readonly number[],
): Promise<Map<number, BillingFacts>> {
  const { customers, parcels, vendors, bills } = await billingRecords(db, customerIds);
  return new Map(
    customers.map(({ customerId, terms }) => {
      const own = parcels.get(customerId) ?? [];
      const ofVendors = new Set(own.map((parcel) => parcel.vendorId));
      return [
        customerId,
        {
          customerId,
          terms,
          parcels: own,
          vendors: new Map(
            vendors.filter(({ vendorId }) => ofVendors.has(vendorId)).map((row) => [row.vendorId, row.terms]),
          ),
          bills: bills.filter((bill) => bill.customerId === customerId),
        },
      ];
    }),
  );
}

/**
 * The same for one customer. Throws Refusal 404 for an unknown customer, 402 when one of its bills cannot be read
 * whole.
 */
export async function factsOfCustomer(db: Db, customerId: number): Promise<BillingFacts> {
  const facts = (await factsOfCustomers(db, [customerId])).get(customerId);
  if (!facts) throw unknownCustomer(customerId, 404, 'customerId');
  return facts;
}

/**
 * A customer's accounts, and the cut that a caller asks for: a log position, the id of an event or a time; the log's
 * end when left out. Throws Refusal 400 for a cut that does not exist, 404 for a customer that is unknown, also at the
 * cut, 402, 503.
 */
export async function accountsKnownAt(
  billing: BillingContext,
  customerId: number,
  knownAt: string | undefined,
): Promise<{ accounts: Accounts; cut: Cut }> {
  const cut = await cutKnownAt(billing, knownAt);
  const accounts = accountsOf(await factsOfCustomer(billing.db, customerId), billing.zone);
  if (!accounts.isKnownAt(Number(cut.position)))
    throw new Refusal(404, `Customer ${customerId} was not known then.`, { field: 'knownAt' });
  return { accounts, cut };
}

/** What is made for a customer, of which read models, and of which parcels and vendors. */
export type NeededOf = {
  what: 'bill' | 'plan';
  models: readonly string[];
  customerId: number;
  parcelNames: readonly string[];
  vendorIds?: readonly number[];
};

/**
 * What is made of a customer's figures never skips events (architecture: Projections): throws Refusal 402 while a stream
 * that it needs is parked, including that of a parcel that the read model does not yet connect with the customer.
 */
export async function refuseWhileParked(
  { db, events }: Pick<BillingContext, 'db' | 'events'>,
  { what, models, customerId, parcelNames, vendorIds = [] }: NeededOf,
): Promise<void> {
  const parked = await parkedStreams(db, models);
  if (parked.length === 0) return;
  const needed = new Set([
    customerStream(customerId),
    ...parcelNames.map(stoneStream),
    ...vendorIds.map(vendorStream),
  ]);
  for (const { stream, reason } of parked) {
    if (!needed.has(stream) && !(await namesCustomer(events, stream, customerId))) continue;
    throw new Refusal(
      402,
      `The ${what} of customer ${customerId} needs ${stream}, which is parked: ${reason}. Correct the cause and retry the stream first.`,
      { code: 'STREAM_PARKED' },
    );
  }
}

async function namesCustomer(
  events: BillingContext['events'],
  stream: string,
  customerId: number,
): Promise<boolean> {
  if (!stream.startsWith(stoneStream(''))) return false;
  for await (const { data } of events.readStream(stream))
    if (typeof data === 'object' && data !== null && 'customerId' in data && data.customerId === customerId)
      return true;
  return false;
}
