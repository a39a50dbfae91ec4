import { type BillingEffect, type Explanation } from '#contracts/billing/index.ts';
import {
  recordedNext,
  type CustomerTerms,
  type StoneEvent,
  type VendorTerms,
} from '#contracts/events/index.ts';
import {
  evolveParcel,
  momentOfChange,
  type ParcelState,
  type TermsChange,
} from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt, type Instant } from '#contracts/vocabulary/house-time.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { customersOfParcel, customersOfVendor } from '#projections/parcels/index.ts';
import { houseToday } from '#services/platform/clock.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { accountsOf, newestBillOf, type TermsFact } from './calculation/account.ts';
import { effectBetween, effectOn, NOT_RECORDED_YET, together } from './calculation/effect.ts';
import { explainChange } from './calculation/explain-change.ts';
import { refuseBeforeBilling } from './create-bill.ts';
import { cutKnownAt, takeCut } from './cuts.ts';
import { factsOfCustomer, factsOfCustomers } from './read-facts.ts';
import { type Month, monthOf } from '#contracts/vocabulary/months.ts';

const thisMonth = (billing: BillingContext): Month => monthOf(houseToday(billing));

/**
 * Which bills and statements would change, and by how much, if these events were recorded of a parcel (rule: Preview);
 * nothing is written. Throws Refusal 503 while the read models are behind.
 */
export async function effectOfStoneEvents(
  billing: BillingContext,
  parcelName: string,
  events: readonly StoneEvent[],
): Promise<BillingEffect> {
  await takeCut(billing);
  const customers = await customersOfParcel(billing.db, parcelName);
  const facts = await factsOfCustomers(billing.db, customers);
  const now = billing.clock().toISOString();
  const recorded = (parcel: ParcelState, event: StoneEvent): ParcelState => {
    const recordedAt = recordedNext([event.type], now, parcel.lastRecordedAt);
    return evolveParcel(parcel, { ...event, id: 'preview', position: NOT_RECORDED_YET, recordedAt, by: '' });
  };
  const effects = [...facts.values()].map((known) => {
    const parcels = known.parcels.map((state) =>
      state.parcelName === parcelName ? events.reduce(recorded, state) : state,
    );
    const accounts = accountsOf(known, billing.zone);
    return effectOn(accounts, accounts.supposing({ parcels }), thisMonth(billing));
  });
  return together(effects);
}

/**
 * How the money of a parcel changed when an event was learnt (rule: Preview): bills and statements as known just before
 * its log position against those at it, up to the month in which it was recorded. Throws Refusal 503 while the read
 * models are behind.
 */
export async function effectOfRecorded(
  billing: BillingContext,
  parcelName: string,
  { position, recordedAt }: { position: number; recordedAt: Instant },
): Promise<BillingEffect> {
  await takeCut(billing);
  const { db, zone } = billing;
  const facts = await factsOfCustomers(db, await customersOfParcel(db, parcelName));
  const then = monthOf(houseDayOf(recordedAt, zone));
  const effects = [...facts.values()]
    .map((known) => accountsOf(known, zone))
    .filter((accounts) => accounts.isKnownAt(position - 1))
    .map((accounts) => effectBetween({ accounts, position: position - 1 }, { accounts, position }, then));
  return together(effects);
}

/** The terms with one more change, as recorded next. */
const withChange = <Terms extends object, Row extends TermsFact<Terms>>(
  terms: readonly Row[],
  { changes, effectiveAt }: TermsChange<Terms>,
  { clock, zone }: BillingContext,
): readonly (Row | TermsFact<Terms>)[] => [
  ...terms,
  {
    effectiveAt: momentOfChange(terms, effectiveAt, zone),
    changes,
    recordedAt: clock().toISOString(),
    position: NOT_RECORDED_YET,
    eventId: 'preview',
    by: '',
  },
];

/** The same for new terms of a customer. Throws Refusal 404 for an unknown customer, 503. */
export async function effectOfCustomerTerms(
  billing: BillingContext,
  customerId: number,
  changes: TermsChange<CustomerTerms>['changes'],
  effectiveAt: EffectiveAt,
): Promise<BillingEffect> {
  await takeCut(billing);
  const accounts = accountsOf(await factsOfCustomer(billing.db, customerId), billing.zone);
  const terms = withChange(accounts.facts.terms, { changes, effectiveAt }, billing);
  const supposed = accounts.supposing({ terms });
  return together([effectOn(accounts, supposed, thisMonth(billing))]);
}

const CUSTOMERS_AT_ONCE = 100;

/** The same for new terms of a vendor: no bill changes, but its statements do. Throws Refusal 503. */
export async function effectOfVendorTerms(
  billing: BillingContext,
  vendorId: number,
  changes: TermsChange<VendorTerms>['changes'],
  effectiveAt: EffectiveAt,
): Promise<BillingEffect> {
  await takeCut(billing);
  const customers = await customersOfVendor(billing.db, vendorId);
  const effects: BillingEffect[] = [];
  for (const some of inPortions(customers, CUSTOMERS_AT_ONCE)) {
    const facts = await factsOfCustomers(billing.db, some);
    for (const known of facts.values()) {
      const accounts = accountsOf(known, billing.zone);
      const vendors = new Map(known.vendors);
      vendors.set(vendorId, withChange(known.vendors.get(vendorId) ?? [], { changes, effectiveAt }, billing));
      effects.push(effectOn(accounts, accounts.supposing({ vendors }), thisMonth(billing)));
    }
  }
  return together(effects);
}

/**
 * Why a customer's bill of a month differs between `from` and `to`: log positions or times; by default, `to` is the
 * log's end and `from` the cut of the month's issued bill. Throws Refusal 400, 402 for a month before billing begins
 * (rule: Billing begins on), 404, 503.
 */
export async function explainBill(
  billing: BillingContext,
  customerId: number,
  month: Month,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Explanation> {
  const end = await cutKnownAt(billing, to, 'to');
  const accounts = accountsOf(await factsOfCustomer(billing.db, customerId), billing.zone);
  const position = Number(end.position);
  if (accounts.isKnownAt(position)) refuseBeforeBilling(accounts.standingAt(position), month);
  const issued = newestBillOf(accounts.facts, month);
  if (from === undefined && !issued)
    throw new Refusal(400, `${month} has not been billed: say from which position or time.`, {
      field: 'from',
    });
  const start = from === undefined ? issued!.cut : await cutKnownAt(billing, from, 'from');
  if (BigInt(start.position) > BigInt(end.position))
    throw new Refusal(400, 'from must not lie after to.', { field: 'from' });
  return explainChange(accounts, month, start, end);
}
