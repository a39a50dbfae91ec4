import type {
  CustomerResource,
  ProjectionResource,
  StuckInstructionResource,
  SuspenseResource,
  SyncResource,
} from '#contracts/api/back-office.ts';
import type { User } from '#contracts/api/session.ts';

/** People, for tests; each signs in with `PASSWORD`. */
export const PASSWORD = 'Demo-pass-1';

const person = (username: string, more: Partial<User>): User => ({
  username,
  administrator: false,
  salesRep: false,
  firstName: 'Ada',
  lastName: username,
  email: `${username}@example.com`,
  customerId: null,
  active: true,
  showPrices: 'WHOLESALE',
  mustChangePassword: false,
  ...more,
});

export const PEOPLE: readonly User[] = [
  person('demo-admin', { administrator: true }),
  person('demo-rep', { salesRep: true }),
  person('demo-new-admin', { administrator: true, mustChangePassword: true }),
  person('demo-customer', { customerId: 1 }),
];

/** A customer with terms, as an administrator sees it. */
export const madeCustomer = (customerId: number, more: Partial<CustomerResource> = {}): CustomerResource => ({
  id: customerId,
  customerId,
  name: `Jeweller ${customerId}`,
  legalName: `Jeweller ${customerId} LLC`,
  email: `owner${customerId}@example.com`,
  salesRepEmail: 'demo-rep@example.com',
  bigName: `JEWELLER ${customerId}`,
  minInventory: 50_000,
  maxInventory: 150_000,
  currentlyHolding: 90_000,
  firstAction: '2024-11-25',
  allowLogin: true,
  allowActions: true,
  fmAllowed: false,
  lgAllowed: true,
  fcAllowed: false,
  legend: false,
  giaRoundDiscount: 2,
  gracePeriodDays: 3,
  paymentDays: 30,
  memoDays: 0,
  normalRebate: 1,
  hafRebate: 1.5,
  lgRebate: 2,
  fcRebate: 1,
  feeRate: 1.05,
  hafPct1: 10,
  hafPct2: 0,
  lgFeeRate: 2,
  fcFeeRate: 0.8,
  accountCodes: [{ dxInstance: 'NEW_YORK', accountCode: '10-02-4074', docType: 'MEMO,INVOICE' }],
  version: '1',
  ...more,
});

/** What the server leaves out for a sales rep (rule: What one may not see). */
export function asSeenByRep(customer: CustomerResource): CustomerResource {
  const { id, customerId, name, legalName, email, salesRepEmail, bigName } = customer;
  const { minInventory, maxInventory, currentlyHolding, firstAction } = customer;
  const { allowLogin, allowActions, fmAllowed, lgAllowed, fcAllowed, legend } = customer;
  const identity = { id, customerId, name, legalName, email, salesRepEmail, bigName };
  const inventory = { minInventory, maxInventory, currentlyHolding, firstAction };
  return { ...identity, ...inventory, allowLogin, allowActions, fmAllowed, lgAllowed, fcAllowed, legend };
}

export const madeProjection = (id: string, more: Partial<ProjectionResource> = {}): ProjectionResource => ({
  problem: null,
  id,
  version: 1,
  position: '6367',
  head: '6367',
  lag: 0,
  updatedAt: '2026-11-20T10:00:00.000Z',
  state: 'live',
  progress: null,
  parked: [],
  rebuild: null,
  ...more,
});

/** Of an inbox's row of which nothing was done. */
export const NOT_HANDLED = {
  state: 'OPEN',
  owner: null,
  note: null,
  handledBy: null,
  handledAt: null,
  old: false,
} as const;

export const madeSuspense = (docNo: string, more: Partial<SuspenseResource> = {}): SuspenseResource => ({
  id: `VITRINE/MEMO/${docNo}/1/1`,
  instance: 'VITRINE',
  docType: 'MEMO',
  docNo,
  line: 1,
  version: 1,
  accountCode: '99-99-9999',
  parcelName: 'VTR-100041',
  date: '2026-11-19',
  amount: 9800,
  reason: 'The account code 99-99-9999 belongs to no customer.',
  since: '2026-11-19T10:00:00.000Z',
  attempts: 4,
  triedAt: '2026-11-20T10:00:00.000Z',
  ...NOT_HANDLED,
  ...more,
});

export const madeStuck = (
  parcelName: string,
  more: Partial<StuckInstructionResource> = {},
): StuckInstructionResource => ({
  id: parcelName,
  parcelName,
  action: 'REQUEST',
  customerId: 12,
  customerName: 'Harbor Light Jewelers',
  actor: 'demo-customer',
  reason: "customer 12 has no MEMO account code at any instance; assign one on the customer's page",
  since: '2026-11-19T10:00:00.000Z',
  attempts: 40,
  nextAttemptAt: '2026-11-20T10:00:00.000Z',
  ...more,
});

export const madeSync = (id: string, more: Partial<SyncResource> = {}): SyncResource => ({
  id,
  requestedBy: 'demo-admin',
  requestedAt: '2026-11-20T10:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  reports: [],
  ...more,
});
