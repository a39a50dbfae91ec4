import type { Customer } from '#contracts/api/customers.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import type { CustomerTerms } from '#contracts/events/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import { customerTermsOf, type CustomerRecord } from '#projections/customers/index.ts';

/**
 * What parcels add to a customer: its holding in cents, and the day of its first REQUEST or MEMO (rule: First action).
 */
export type CustomerFigures = { currentlyHolding: Cents; firstAction: HouseDay | undefined };

/** What staff may see of customers: limits and holding (`values`); terms and accounts (`terms`), for administrators. */
export type StaffSight = { values: boolean; terms: boolean };

/**
 * What the caller may see: as staff; of the terms those that memos print (`printedTerms`), for who acts for the customer
 * (rule: Price modes; product: Memo to keep).
 */
export type CustomerSight = StaffSight & { printedTerms: boolean };

/**
 * A customer on the wire: dollars, percent, docTypes joined by commas (product: Customer; rule: Units on the wire).
 * Fields that the caller may not see are left out, and so are the figures of its parcels. The terms are those in force at
 * the end of `today`.
 */
export function customerWire(
  record: CustomerRecord,
  sight: CustomerSight,
  today: HouseDay,
  zone: string,
): Customer {
  const { customerId, identity, access } = record;
  const terms = customerTermsOf(record, today, zone);
  return {
    customerId,
    ...identity,
    ...access,
    ...(terms && termsWire(terms, sight)),
    ...(sight.terms && {
      accountCodes: record.accounts.map(({ dxInstance, accountCode, docTypes }) => ({
        dxInstance,
        accountCode,
        docType: docTypes.join(','),
      })),
    }),
  };
}

/** A customer on the wire with the figures of its parcels, as far as the caller may see them. */
export function withFigures(
  customer: Customer,
  { currentlyHolding, firstAction }: CustomerFigures,
  { values }: Pick<CustomerSight, 'values'>,
): Customer {
  return {
    ...customer,
    ...(firstAction !== undefined && { firstAction }),
    ...(values && { currentlyHolding: dollars(currentlyHolding) }),
  };
}

/** The limits are of values; the other terms are for administrators, but for those that memos print. */
function termsWire(terms: CustomerTerms, sight: CustomerSight) {
  const { minInventory, maxInventory, memoDays = 0, ...others } = onWire(terms);
  const { gracePeriodDays, paymentDays } = others;
  return {
    ...(sight.values && { minInventory, maxInventory }),
    ...(sight.printedTerms && { gracePeriodDays, paymentDays }),
    ...(sight.terms && { ...others, memoDays }),
  };
}
