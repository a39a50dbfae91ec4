import type { Call } from '../call-table.ts';
import { INVOICE_FILE } from '../called-world.ts';

/** Cedar has no invoice. */
const notCedar = { 'a customer that may not make changes': 402 };
/** What is asked for by number is one of customer 7's: for whoever does not act for it there is none. */
const ofSeven = { ...notCedar, 'a rep without a customer': 402 };

/** Invoices and bills (specification, section 7: Billing). */
export const BILLING_CALLS: readonly Call[] = [
  { call: 'POST /billing/month', who: 'read', sends: (world) => ({ body: world.month }) },
  { call: 'POST /billing/current', who: 'readOwn', but: notCedar, sends: (world) => ({ body: world.month }) },
  { call: 'POST /billing/all', who: 'readOwn', but: notCedar, sends: (world) => ({ body: world.month }) },
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
    sends: ({ month: { year, month } }) => ({
      query: { customerId: '7', year: String(year), month: String(month), fileName: INVOICE_FILE },
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
];
