import { fileReply, zipReply } from '#contracts/api/downloads.ts';
import { monthRequest } from '#contracts/api/month-request.ts';
import {
  invoiceListSchema,
  invoiceMonthsReply,
  invoiceRequest,
  type Invoice,
} from '#contracts/api/invoices.ts';
import { monthFrom, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { asFileName, callGroup, sendFile, sendZip, type App } from '#services/platform/http/index.ts';
import { invoiceFile } from './invoice-store.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { activeInvoices, specificInvoice, visibleInvoices, visibleMonths } from './read-invoices.ts';
import { registerSaveInvoice } from './save-route.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['billing'] });

/** How many files are read side by side. */
const SIDE_BY_SIDE = 4;

/** The stored invoices of a month: list, downloads and upload (product: Invoices dialog; product: Billing calls). */
export function registerInvoiceRoutes(app: App, context: InvoicesContext): void {
  app.post(
    '/billing/month',
    forSignedIn({
      summary: 'The invoices of a month: of the customer acted for; of all for an administrator without one',
      body: monthRequest,
      response: { 200: invoiceListSchema },
    }),
    ({ caller, body }) => visibleInvoices(context, caller, monthFrom(body)),
  );

  app.get(
    '/billing/months',
    forSignedIn({
      summary: 'The months that have invoices, the newest first: of whom, as POST /billing/month',
      response: { 200: invoiceMonthsReply },
    }),
    async (request) => (await visibleMonths(context, request.caller)).map(yearAndMonth),
  );

  app.post(
    '/billing/current',
    forSignedIn({
      summary: "The month's newest active invoice",
      body: monthRequest,
      response: { 200: fileReply },
    }),
    async (request, reply) => {
      const [newest] = await activeInvoices(context, request.caller, monthFrom(request.body));
      await sendInvoice(context, reply, newest!);
    },
  );

  app.post(
    '/billing/specific',
    forSignedIn({ summary: 'An invoice', body: invoiceRequest, response: { 200: fileReply } }),
    async (request, reply) => {
      const invoice = await specificInvoice(context, request.caller, request.body.invoiceId);
      await sendInvoice(context, reply, invoice);
    },
  );

  app.post(
    '/billing/all',
    forSignedIn({
      summary: "The month's active invoices of the customer acted for",
      body: monthRequest,
      response: { 200: zipReply },
    }),
    async (request, reply) => {
      const invoices = await activeInvoices(context, request.caller, monthFrom(request.body));
      const customer = await context.customer(invoices[0]!.customerId);
      const entries = await inParallel(invoices, SIDE_BY_SIDE, async ({ invoiceId, fileName }) => ({
        name: fileName,
        bytes: (await invoiceFile(context, invoiceId)).bytes,
      }));
      const whose = customer ? ` ${asFileName(customer.name)}` : '';
      await sendZip(reply, `${PRODUCT_NAME} invoices ${monthFrom(request.body)}${whose}.zip`, entries);
    },
  );

  registerSaveInvoice(app, context, {
    path: '/billing/save',
    surface: 'portal',
    tags: ['billing'],
  });
}

/** Answers with an invoice's file under its own name. Throws FilesUnavailable. */
export async function sendInvoice(
  context: InvoicesContext,
  reply: { request: unknown },
  { invoiceId, fileName }: Invoice,
): Promise<void> {
  const { bytes, contentType } = await invoiceFile(context, invoiceId);
  await sendFile(reply, { fileName, bytes, contentType });
}
