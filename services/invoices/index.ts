export { sendFile, sendWorkbook, sendZip } from './downloads.ts';
export { asFileName } from './file-names.ts';
export { checkPastMonth } from './invoice-months.ts';
export {
  invoiceFile,
  invoicesOfBill,
  keepInvoice,
  type InvoiceStore,
  type NewInvoice,
} from './invoice-store.ts';
export { refuseWithoutPrices } from './read-invoices.ts';
export { bytesOf } from './save-invoice.ts';
export type { ZipEntry } from './zip.ts';
