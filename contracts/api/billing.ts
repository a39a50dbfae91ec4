import { z } from 'zod';

/** The client splits the month's value YYYYMM, so both parts may also come as text (product: Billing inputs). */
function wholeNumber(from: number, to: number, message: string) {
  const number = z.int(message).min(from, message).max(to, message);
  const text = z.string().regex(/^\d{1,4}$/, message);
  return z.union([number, text.transform(Number).pipe(number)], { error: message });
}

/** A month of the house. */
export const billMonthRequest = z.object({
  year: wholeNumber(2000, 2999, 'year must be a year, for example 2026.'),
  month: wholeNumber(1, 12, 'month must be 1 to 12.'),
});
export type BillMonth = z.infer<typeof billMonthRequest>;

/**
 * A stored document of the month's bill (product: Invoice): made by Vitrine from a bill, or uploaded.
 * A replaced one stays, as an earlier version that is no longer active.
 */
export const invoiceSchema = z.object({
  invoiceId: z.int(),
  customerId: z.int(),
  year: z.int(),
  month: z.int(),
  fileName: z.string(),
  /** When it was made or uploaded: an instant in UTC. */
  uploadDate: z.string(),
  /** The current version of its file name; customers download active ones alone. */
  active: z.boolean(),
  /** Counted from 1 for each customer, month and file name. */
  version: z.int(),
  kind: z.enum(['computed', 'uploaded']),
  /** Bytes. */
  size: z.int(),
});
export type Invoice = z.infer<typeof invoiceSchema>;
/** POST /billing/month: the active ones first, then by file name, newest version first. */
export const invoiceListSchema = z.array(invoiceSchema);

/** POST /billing/specific. */
export const invoiceRequest = z.object({ invoiceId: z.int().positive() });

/** POST /billing/save (product: Billing calls): `fileBody` is the file's bytes in base64. */
export const saveInvoiceRequest = z.object({
  month: billMonthRequest,
  customerId: z.int().positive(),
  fileName: z.string(),
  fileBody: z.string(),
  /** Tells the customer by mail that it is there. */
  sendEmail: z.boolean().default(false),
});
export type SaveInvoiceRequest = z.infer<typeof saveInvoiceRequest>;

/** `outcome`: `unchanged` when the current version has the same bytes. */
export const saveInvoiceReply = z.object({
  invoice: invoiceSchema,
  outcome: z.enum(['new', 'replaced', 'unchanged']),
  /** The mail was put in the outbox by this call. */
  mailed: z.boolean(),
});
export type SaveInvoiceReply = z.infer<typeof saveInvoiceReply>;

/** POST /billing/createall: the overrides sheet (.xlsx or CSV) in base64. */
export const createAllRequest = billMonthRequest.extend({ base64Overrides: z.string() });

/** A row of GET /api/invoices: an invoice with its customer's name; versions are rows of their own. */
export const invoiceResource = invoiceSchema.extend({
  id: z.int(),
  customerName: z.string().nullable(),
  uploadedBy: z.string(),
});
export type InvoiceResource = z.infer<typeof invoiceResource>;

/** GET /api/invoices/check: whether an upload of this name would replace (product: Admin forms). */
export const invoiceCheckQuery = z.object({
  customerId: z.coerce.number().int().positive(),
  year: z.coerce.number().int(),
  month: z.coerce.number().int(),
  fileName: z.string(),
});
export const invoiceCheckReply = z.object({
  /** 'Replace Invoice' when true, else 'Save New Invoice'. */
  replaces: z.boolean(),
  /** The current version that it would replace. */
  current: invoiceSchema.nullable(),
});

/** A file to be saved; its name is in the content-disposition header. */
const download = (contentType: string, description: string) => ({
  description,
  content: { [contentType]: { schema: z.string().meta({ format: 'binary' }) } },
});
export const zipReply = download('application/zip', 'A zip archive');
export const workbookReply = download(
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'A workbook',
);
/** An invoice is what it was uploaded as. */
export const fileReply = download('application/octet-stream', 'The file, with its own content type');
