import { NO_DETAILS, STANDARD_ACCOUNTS } from '#contracts/api/finance.ts';
import { monthFrom } from '#contracts/vocabulary/months.ts';
import type { Call } from '../call.ts';
import { INVOICE_FILE } from '../called-billing.ts';
import type { CalledWorld, Sent } from '../called-world.ts';

/** Cedar has no invoice. */
const notCedar = { 'a customer that may not make changes': 402 };
/** What is asked for by number is one of customer 7's: unknown to callers who do not act for it. */
const ofSeven = { ...notCedar, 'a rep without a customer': 402 };

const unnamed = { 'a rep without a customer': 400, 'an administrator without a customer': 400 };
const NO_OVERRIDES = Buffer.from('customerId,lineKey,term,value,reason\n').toString('base64');
const ofLastMonth = ({ months: { last } }: CalledWorld): Sent => ({
  query: { customerId: '7', month: last.text },
});

/** Invoices and bills (product: Billing calls). */
export const BILLING_CALLS: readonly Call[] = [
  { call: 'POST /billing/month', who: 'read', sends: (world) => ({ body: world.months.now }) },
  { call: 'GET /billing/months', who: 'read' },
  {
    call: 'POST /billing/working',
    who: 'readOwn',
    // Cedar has no bill.
    but: notCedar,
    sends: async (world) => {
      await world.bill();
      const { year, month } = world.months.last;
      return { body: { year, month } };
    },
  },
  {
    call: 'POST /billing/current',
    who: 'readOwn',
    but: notCedar,
    sends: (world) => ({ body: world.months.now }),
  },
  {
    call: 'POST /billing/all',
    who: 'readOwn',
    but: notCedar,
    sends: (world) => ({ body: world.months.now }),
  },
  {
    call: 'POST /billing/specific',
    who: 'read',
    but: ofSeven,
    sends: async (world) => ({ body: { invoiceId: await world.invoice() } }),
  },
  { call: 'POST /billing/save', who: 'administer', sends: (world) => ({ body: world.invoiceUpload() }) },
  { call: 'GET /api/invoices', who: 'administer' },
  { call: 'POST /api/invoices', who: 'administer', sends: (world) => ({ body: world.invoiceUpload() }) },
  {
    call: 'GET /api/invoices/check',
    who: 'administer',
    sends: ({ months: { now } }) => ({
      query: { customerId: '7', year: String(now.year), month: String(now.month), fileName: INVOICE_FILE },
    }),
  },
  {
    call: 'GET /api/invoices/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: String(await world.invoice()) } }),
  },
  {
    call: 'GET /api/invoices/{id}/file',
    who: 'administer',
    sends: async (world) => ({ path: { id: String(await world.invoice()) } }),
  },
  {
    call: 'POST /billing/create',
    who: 'administer',
    // Of the customer of the header.
    but: { 'an administrator without a customer': 402 },
    sends: ({ months: { last } }) => ({ body: { year: last.year, month: last.month } }),
  },
  {
    call: 'POST /billing/createall',
    who: 'administer',
    sends: ({ months: { last } }) => ({
      body: { year: last.year, month: last.month, base64Overrides: NO_OVERRIDES },
    }),
  },
  {
    call: 'POST /billing/replacements',
    who: 'administer',
    sends: ({ months: { last } }) => ({
      body: { year: last.year, month: last.month, base64Overrides: NO_OVERRIDES },
    }),
  },
  {
    call: 'POST /billing/vendorall',
    who: 'administer',
    sends: async (world) => {
      await world.bill();
      const { year, month } = world.months.last;
      return { body: { year, month } };
    },
  },
  { call: 'GET /api/bills', who: 'administer' },
  {
    call: 'GET /api/bills/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.bill() } }),
  },
  {
    call: 'GET /api/bills/{id}/settlement',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.bill() } }),
  },
  { call: 'GET /api/bills/compare', who: 'administer', sends: ofLastMonth },
  {
    call: 'POST /api/bills',
    who: 'administer',
    sends: ({ months: { last } }) => ({ body: { customerId: 7, month: last.text } }),
  },
  { call: 'GET /api/bills/preview', who: 'administer', sends: ofLastMonth },
  { call: 'GET /api/bills/explain', who: 'administer', sends: ofLastMonth },
  {
    call: 'POST /api/bills/terms-preview',
    who: 'administer',
    sends: ({ months: { last } }) => ({
      body: { customerId: 7, changes: { feeRate: 2 }, effectiveAt: `${last.text}-20` },
    }),
  },
  { call: 'GET /api/bill-runs', who: 'administer' },
  {
    call: 'GET /api/bill-runs/{id}',
    who: 'administer',
    sends: async (world) => ({ path: { id: await world.billRun() } }),
  },
  { call: 'POST /api/bill-runs', who: 'administer', sends: () => ({ body: { kind: 'VERIFY' } }) },
  { call: 'GET /api/bill-alarms', who: 'administer' },
  { call: 'GET /api/billing-months', who: 'administer' },
  {
    call: 'GET /api/vendor-statements',
    who: 'administer',
    sends: ({ months: { last } }) => ({ query: { filter: JSON.stringify({ month: last.text }) } }),
  },
  {
    call: 'GET /api/vendor-statements/{vendorId}',
    who: 'administer',
    sends: ({ months: { last } }) => ({ path: { vendorId: '1' }, query: { month: last.text } }),
  },
  {
    call: 'GET /api/vendor-statements/{vendorId}/file',
    who: 'administer',
    sends: async (world) => {
      await world.bill();
      return { path: { vendorId: '1' }, query: { month: world.months.last.text, format: 'pdf' } };
    },
  },
  { call: 'GET /api/period-lock', who: 'administer' },
  {
    call: 'POST /api/period-lock',
    who: 'administer',
    // Nothing is locked after it: the other calls make bills.
    sends: () => ({ body: { through: null, reason: 'nothing is closed yet' } }),
  },
  {
    call: 'GET /api/journal',
    who: 'administer',
    sends: ({ months: { last } }) => ({ query: { from: last.text, to: last.text, format: 'csv' } }),
  },
  { call: 'GET /api/finance-settings', who: 'administer' },
  {
    call: 'PUT /api/finance-settings',
    who: 'administer',
    sends: () => ({ body: { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS } }),
  },
  {
    call: 'GET /api/customers/{id}/billing-begins',
    who: 'administer',
    sends: () => ({ path: { id: '8' } }),
  },
  {
    call: 'PUT /api/customers/{id}/billing-begins',
    who: 'administer',
    sends: ({ months: { now } }) => ({
      // Of a customer that has no bill.
      path: { id: '9' },
      body: { month: monthFrom(now), balance: 0, reason: 'moves in' },
    }),
  },
  {
    call: 'PUT /api/billing-begins',
    who: 'administer',
    sends: ({ months: { last } }) => ({ body: { month: last.text, reason: 'the house moves in' } }),
  },
  {
    call: 'GET /api/customers/{id}/document-details',
    who: 'administer',
    sends: () => ({ path: { id: '7' } }),
  },
  {
    call: 'PUT /api/customers/{id}/document-details',
    who: 'administer',
    sends: () => ({ path: { id: '7' }, body: NO_DETAILS }),
  },
  // Staff name the customer in the query or the header.
  { call: 'GET /api/holdings', who: 'readOwn', but: unnamed },
  { call: 'GET /api/holdings/series', who: 'readOwn', but: unnamed },
];
