import {
  customerAccessSchema,
  customerIdentitySchema,
  customerTermsSchema,
  type CustomerAccess,
  type CustomerEvent,
  type CustomerTerms,
} from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { newCustomer, type CustomerIdentity, type CustomerState } from './customer-state.ts';
import { checkLimits } from './change-terms.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';

/** A new customer's terms until others are recorded: no limits, no fees, no rebates (product: Customer). */
export const NEW_CUSTOMER_TERMS: CustomerTerms = {
  minInventoryCents: 0,
  maxInventoryCents: 0,
  giaRoundDiscountPpm: 0,
  gracePeriodDays: 0,
  paymentDays: 0,
  normalRebatePpm: 0,
  hafRebatePpm: 0,
  lgRebatePpm: 0,
  fcRebatePpm: 0,
  feeRatePpm: 0,
  lgFeeRatePpm: 0,
  fcFeeRatePpm: 0,
  hafPct1Ppm: 0,
  hafPct2Ppm: 0,
};

export type RegisterCustomer = {
  identity: Partial<CustomerIdentity> & Pick<CustomerIdentity, 'name'>;
  access?: Partial<CustomerAccess>;
  terms?: Partial<CustomerTerms>;
};

/**
 * A new customer; fields that are not given take their defaults (product: Customer), the legal and trading names the
 * name. Money in cents, rates in ppm. Refuses a known customer (409) and bad fields (422).
 */
export function registerCustomer(
  state: CustomerState,
  command: RegisterCustomer,
  at: Instant,
): CustomerEvent[] {
  if (state.registered)
    throw new Refusal(409, `Customer ${state.customerId} exists already.`, {
      code: 'CUSTOMER_EXISTS',
      field: 'customerId',
    });
  const { name } = command.identity;
  const defaults = newCustomer(state.customerId);
  const identity = checkedFields(customerIdentitySchema, {
    ...defaults.identity,
    legalName: name,
    bigName: name,
    ...command.identity,
  });
  const access = checkedFields(customerAccessSchema, { ...defaults.access, ...command.access });
  const terms = checkedFields(customerTermsSchema, { ...NEW_CUSTOMER_TERMS, ...command.terms });
  checkLimits(terms);
  return [
    {
      type: 'CustomerRegistered',
      data: { customerId: state.customerId, identity, access, terms, effectiveAt: at },
    },
  ];
}
