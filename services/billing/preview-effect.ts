import { type BillingEffect, type Explanation } from '#contracts/billing/index.ts';
import type { CustomerTerms, StoneEvent, VendorTerms } from '#contracts/events/index.ts';
import { evolveParcel, type TermsChange } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt, type Instant } from '#contracts/vocabulary/house-time.ts';
import { customersOfParcel, customersOfVendor } from '#projections/parcels/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { accountAt, type BillingFacts, type FoldCache, type TermsFact } from './calculation/account.ts';
import { effectBetween, effectOn, NOT_RECORDED_YET, together } from './calculation/effect.ts';
import { explain } from './calculation/explain.ts';
import { cutKnownAt, takeCut } from './cuts.ts';
import { factsOfCustomer, factsOfCustomers } from './read-facts.ts';
import { type Month, monthOf } from '#contracts/vocabulary/months.ts';

const thisMonth = ({ clock, zone }: BillingContext): Month =>
  monthOf(houseDayOf(clock().toISOString(), zone));

/**
 * Which bills and statements would change, and by how much, if this were recorded of a parcel (rule:
 * Preview); nothing is written. Throws Refusal 503 while the read models are behind.
 */
export async function effectOfStoneEvent(
  billing: BillingContext,
  parcelName: string,
  event: StoneEvent,
): Promise<BillingEffect> {
  await takeCut(billing);
  const customers = await customersOfParcel(billing.db, parcelName);
  const facts = await factsOfCustomers(billing.db, customers);
  const recordedAt = billing.clock().toISOString();
  const fact = { ...event, id: 'preview', position: NOT_RECORDED_YET, recordedAt, by: '' };
  const effects = [...facts.values()].map((before) => {
    const parcels = before.parcels.map((state) =>
      state.parcelName === parcelName ? evolveParcel(state, fact) : state,
    );
    return effectOn(before, { ...before, parcels }, thisMonth(billing), billing.zone);
  });
  return together(effects);
}

/**
 * What an event recorded of a parcel changed in money when it was learnt (rule: Preview): bills and
 * statements as known just before its log position against those at it, up to the month in which it was
 * recorded. Throws Refusal 503 while the read models are behind.
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
    .filter(({ terms }) => terms.some((row) => row.position < position))
    .map((known) => {
      const cache: FoldCache = new Map();
      const [was, became] = [
        accountAt(known, position - 1, zone, cache),
        accountAt(known, position, zone, cache),
      ];
      return effectBetween(was, became, then);
    });
  return together(effects);
}

const termsFact = <Terms extends object>(
  changes: TermsChange<Terms>['changes'],
  effectiveAt: EffectiveAt,
  recordedAt: string,
): TermsFact<Terms> => ({
  ...{ effectiveAt, changes, recordedAt },
  ...{ position: NOT_RECORDED_YET, eventId: 'preview', by: '' },
});

/** The same of new terms of a customer. Throws Refusal 404 for an unknown customer, 503. */
export async function effectOfCustomerTerms(
  billing: BillingContext,
  customerId: number,
  changes: TermsChange<CustomerTerms>['changes'],
  effectiveAt: EffectiveAt,
): Promise<BillingEffect> {
  await takeCut(billing);
  const before = await factsOfCustomer(billing.db, customerId);
  const fact = termsFact<CustomerTerms>(changes, effectiveAt, billing.clock().toISOString());
  const after: BillingFacts = { ...before, terms: [...before.terms, fact] };
  return together([effectOn(before, after, thisMonth(billing), billing.zone)]);
}

const CUSTOMERS_AT_ONCE = 100;

/** The same of new terms of a vendor: no bill changes, its statements do. Throws Refusal 503. */
export async function effectOfVendorTerms(
  billing: BillingContext,
  vendorId: number,
  changes: TermsChange<VendorTerms>['changes'],
  effectiveAt: EffectiveAt,
): Promise<BillingEffect> {
  await takeCut(billing);
  const fact = termsFact<VendorTerms>(changes, effectiveAt, billing.clock().toISOString());
  const customers = await customersOfVendor(billing.db, vendorId);
  const effects: BillingEffect[] = [];
  for (let at = 0; at < customers.length; at += CUSTOMERS_AT_ONCE) {
    const facts = await factsOfCustomers(billing.db, customers.slice(at, at + CUSTOMERS_AT_ONCE));
    for (const before of facts.values()) {
      const vendors = new Map(before.vendors);
      vendors.set(vendorId, [...(before.vendors.get(vendorId) ?? []), fact]);
      effects.push(effectOn(before, { ...before, vendors }, thisMonth(billing), billing.zone));
    }
  }
  return together(effects);
}

/**
 * Why a customer's bill of a month is another at `to` than it was at `from`: log positions or times; `to` is the log's end
 * when left out, `from` the cut of the month's issued bill. Throws Refusal 400, 404, 503.
 */
export async function explainBill(
  billing: BillingContext,
  customerId: number,
  month: Month,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Explanation> {
  const facts = await factsOfCustomer(billing.db, customerId);
  const issued = facts.bills.filter((bill) => bill.month === month).at(-1);
  if (from === undefined && !issued)
    throw new Refusal(400, `${month} has not been billed: say from which position or time.`, {
      field: 'from',
    });
  const [start, end] = [
    from === undefined ? issued!.cut : await cutKnownAt(billing, from, 'from'),
    await cutKnownAt(billing, to, 'to'),
  ];
  if (BigInt(start.position) > BigInt(end.position))
    throw new Refusal(400, 'from must not lie after to.', { field: 'from' });
  return explain(await factsOfCustomer(billing.db, customerId), month, start, end, billing.zone);
}
