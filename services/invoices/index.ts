export { invoiceMigrations } from './migrations.ts';
export type { InvoicedCustomer, InvoicesContext } from './invoices-context.ts';
export { billDocumentsReactor } from './bill-documents-reactor.ts';
export { registerCreateRoutes } from './create-routes.ts';
export { registerInvoiceRoutes } from './routes.ts';
export { registerInvoiceResource } from './resource-routes.ts';
