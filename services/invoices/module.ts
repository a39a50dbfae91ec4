import { customerById } from '#projections/customers/index.ts';
import { firstAction } from '#projections/parcels/index.ts';
import type { Context, Module } from '#services/module.ts';
import { billDocumentsReactor } from './bill-documents-reactor.ts';
import { registerCreateRoutes } from './create-routes.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { invoiceMigrations } from './migrations.ts';
import { registerInvoiceResource } from './resource-routes.ts';
import { registerInvoiceRoutes } from './routes.ts';

const invoicesContext = (context: Context): InvoicesContext => ({
  ...context,
  publicUrl: context.config.publicUrl,
  shapeName: async () => (await context.words.now()).shapeName,
  async customer(customerId) {
    const [customer, first] = await Promise.all([
      customerById(context.db, customerId),
      firstAction(context.db, customerId),
    ]);
    return customer && { customerId, ...customer.identity, firstAction: first ?? null };
  },
});

export const invoicesModule: Module = {
  name: 'invoices',
  migrations: invoiceMigrations,
  reactors: (context) => [billDocumentsReactor(invoicesContext(context), context.events)],
  routes(app, context) {
    const invoices = invoicesContext(context);
    registerInvoiceRoutes(app, invoices);
    registerCreateRoutes(app, { billing: context, invoices });
    registerInvoiceResource(app, invoices);
  },
};
