import { z } from 'zod';
import { houseDaySchema } from '../vocabulary/schemas.ts';
import { rowNumberSchema, writtenRowNumber } from '../vocabulary/row-numbers.ts';
import { monthRequest } from './month-request.ts';

/**
 * A file stored for a customer and a month (product: Invoice): a bill's workbook or PDF, or an upload.
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
  /** In dollars, what a bill comes to, or a credit note takes back; null of an upload. */
  amount: z.number().nullable(),
  /** Of a bill; null of all else. */
  dueDate: houseDaySchema.nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;
/** POST /billing/month: the active ones first, then by file name, newest version first. */
export const invoiceListSchema = z.array(invoiceSchema);

/** GET /billing/months: those that have invoices, the newest first. */
export const invoiceMonthsReply = z.array(z.object({ year: z.int(), month: z.int() }));

/** POST /billing/specific. */
export const invoiceRequest = z.object({ invoiceId: rowNumberSchema });

/** POST /billing/save (product: Billing calls): `fileBody` is the file's bytes in base64. */
export const saveInvoiceRequest = z.object({
  month: monthRequest,
  customerId: rowNumberSchema,
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

/** A row of GET /api/invoices: an invoice with its customer's name; versions are rows of their own. */
export const invoiceResource = invoiceSchema.extend({
  id: z.int(),
  customerName: z.string().nullable(),
  uploadedBy: z.string(),
});
export type InvoiceResource = z.infer<typeof invoiceResource>;

/** GET /api/invoices/check: whether an upload of this name would replace (product: Admin forms). */
export const invoiceCheckQuery = z.object({
  customerId: writtenRowNumber,
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
