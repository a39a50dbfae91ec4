import { customerById } from '#projections/customers/index.ts';
import { firstAction } from '#projections/parcels/index.ts';
import type { Context, Module } from '#services/module.ts';
import type { InvoicesContext } from './invoices-context.ts';
import { invoiceMigrations } from './migrations.ts';
import { registerInvoiceResource } from './resource-routes.ts';
import { registerInvoiceRoutes } from './routes.ts';

const invoicesContext = (context: Context): InvoicesContext => ({
  ...context,
  publicUrl: context.config.publicUrl,
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
  routes(app, context) {
    const invoices = invoicesContext(context);
    registerInvoiceRoutes(app, invoices);
    registerInvoiceResource(app, invoices);
  },
};
