import type { Customer } from '#contracts/api/customers.ts';
import type { User } from '#contracts/api/session.ts';

/** The fake server's customer. */
export const MADE_CUSTOMER: Customer = {
  customerId: 12,
  name: 'Harbour Jewellers',
  legalName: 'Harbour Jewellers Ltd',
  email: 'desk@harbour.example',
  salesRepEmail: 'rep@vitrine.example',
  bigName: 'HARBOUR',
  minInventory: 150_000,
  maxInventory: 375_000,
  gracePeriodDays: 3,
  paymentDays: 30,
  firstAction: '2025-01-10',
  allowLogin: true,
  allowActions: true,
  fmAllowed: true,
  lgAllowed: false,
  fcAllowed: false,
  legend: false,
};
const user = (username: string, more: Partial<User>): User => ({
  username,
  administrator: false,
  salesRep: false,
  firstName: 'Ada',
  lastName: 'Marsh',
  email: `${username}@vitrine.example`,
  customerId: null,
  active: true,
  showPrices: 'WHOLESALE',
  mustChangePassword: false,
  ...more,
});

/** The users that the fake server knows; each has the password `Demo-pass-1`. */
export const MADE_USERS: readonly User[] = [
  user('demo-customer', { customerId: 12 }),
  user('demo-rep', { salesRep: true, firstName: 'Ben' }),
  user('demo-admin', { administrator: true, firstName: 'Cleo' }),
  user('demo-new', { customerId: 12, mustChangePassword: true }),
  user('demo-retail', { customerId: 12, showPrices: 'RETAIL' }),
  user('demo-no-prices', { customerId: 12, showPrices: 'NONE' }),
];
