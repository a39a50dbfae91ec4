import { sql } from 'kysely';
import { fileReply } from '#contracts/api/downloads.ts';
import {
  invoiceCheckQuery,
  invoiceCheckReply,
  invoiceResource,
  type InvoiceResource,
} from '#contracts/api/invoices.ts';
import { monthFrom } from '#contracts/vocabulary/months.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { customerNames } from '#projections/customers/index.ts';
import {
  callGroup,
  listFromDatabase,
  rowOf,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { checkedFileName } from './file-names.ts';
import { currentVersion, INVOICE_FIELDS, INVOICES_FROM } from './invoice-store.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { sendInvoice } from './routes.ts';
import { registerSaveInvoice } from './save-route.ts';

const forAdministrators = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Invoices are',
  tags: ['invoices'],
});

const INVOICES: RestSelect = {
  select: sql`
    select invoice.invoice_id as id, ${INVOICE_FIELDS}, customer.name as "customerName", invoice.uploaded_by as "uploadedBy"
    from ${INVOICES_FROM} left join ${customerNames} as customer on customer.customer_id = invoice.customer_id`,
  sortedBy: ['uploadDate', 'customerId', 'customerName', 'year', 'month', 'fileName', 'version', 'size'],
  order: ['uploadDate', 'DESC'],
  names: ['customerName', 'fileName'],
  filteredBy: ['customerId', 'year', 'month', 'fileName', 'active', 'kind', 'version'],
  searched: ['fileName', 'customerName', 'uploadedBy'],
};

/** The invoices of the back office in every version: /api/invoices (product: Billing screen). */
export function registerInvoiceResource(app: App, context: InvoicesContext): void {
  listFromDatabase(
    app,
    context.db,
    forAdministrators,
    { resource: 'invoices', summary: 'Stored invoices, every version', row: invoiceResource },
    () => INVOICES,
  );

  app.get(
    '/api/invoices/check',
    forAdministrators({
      summary: 'Whether an upload of this name replaces an invoice',
      querystring: invoiceCheckQuery,
      response: { 200: invoiceCheckReply },
    }),
    async ({ query: { customerId, year, month, fileName } }) => {
      const current = await currentVersion(
        context.db,
        customerId,
        monthFrom({ year, month }),
        checkedFileName(fileName),
      );
      return { replaces: current !== null, current };
    },
  );

  const invoice = async (id: number): Promise<InvoiceResource> => {
    const found = await rowOf<InvoiceResource>(context.db, INVOICES, id);
    if (!found) throw new Refusal(404, `There is no invoice ${id}.`, { code: 'NO_INVOICE' });
    return found;
  };

  app.get(
    '/api/invoices/:id',
    forAdministrators({ summary: 'An invoice', params: rowParams, response: { 200: invoiceResource } }),
    ({ params }) => invoice(params.id),
  );

  app.get(
    '/api/invoices/:id/file',
    forAdministrators({ summary: "An invoice's file", params: rowParams, response: { 200: fileReply } }),
    async (request, reply) => {
      const found = await invoice(request.params.id);
      await sendInvoice(context, reply, found);
    },
  );

  registerSaveInvoice(app, context, {
    path: '/api/invoices',
    surface: 'rest',
    tags: ['invoices'],
  });
}
