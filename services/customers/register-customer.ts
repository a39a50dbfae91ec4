import type { CustomerState } from '#contracts/customer/index.ts';
import {
  customerAccessSchema,
  customerIdentitySchema,
  customerTermsSchema,
  type CustomerAccess,
  type CustomerEvent,
  type CustomerIdentity,
  type CustomerTerms,
} from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
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

/** The defaults for a new customer (product: Customer). */
const NEW_CUSTOMER: { identity: Omit<CustomerIdentity, 'name'>; access: CustomerAccess } = {
  identity: { legalName: '', email: '', salesRepEmail: '', bigName: '' },
  access: {
    allowLogin: true,
    allowActions: false,
    fmAllowed: false,
    lgAllowed: false,
    fcAllowed: false,
    legend: false,
  },
};

export type RegisterCustomer = {
  identity: Partial<CustomerIdentity> & Pick<CustomerIdentity, 'name'>;
  access?: Partial<CustomerAccess>;
  terms?: Partial<CustomerTerms>;
};

/**
 * A new customer. Fields that are not given take their defaults (product: Customer); the legal and trading names
 * default to the name. Money in cents, rates in ppm. Refuses a known customer (409) and bad fields (422).
 */
export function registerCustomer(
  state: CustomerState,
  command: RegisterCustomer,
  at: Instant,
): CustomerEvent[] {
  if (state.record)
    throw new Refusal(409, `Customer ${state.customerId} exists already.`, {
      code: 'CUSTOMER_EXISTS',
      field: 'customerId',
    });
  const { name } = command.identity;
  const identity = checkedFields(customerIdentitySchema, {
    ...NEW_CUSTOMER.identity,
    legalName: name,
    bigName: name,
    ...command.identity,
  });
  const access = checkedFields(customerAccessSchema, { ...NEW_CUSTOMER.access, ...command.access });
  const terms = checkedFields(customerTermsSchema, { ...NEW_CUSTOMER_TERMS, ...command.terms });
  checkLimits(terms);
  return [
    {
      type: 'CustomerRegistered',
      data: { customerId: state.customerId, identity, access, terms, effectiveAt: at },
    },
  ];
}
