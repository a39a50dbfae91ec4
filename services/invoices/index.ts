export { checkPastMonth } from './invoice-months.ts';
export {
  billsWithInvoices,
  invoiceFile,
  invoicesOfBill,
  keepInvoice,
  type InvoiceStore,
  type NewInvoice,
} from './invoice-store.ts';
export { refuseWithoutPrices } from './read-invoices.ts';
