import { z } from 'zod';
import { houseDaySchema, monthSchema, statusSchema } from '../vocabulary/schemas.ts';
import { STOCK_STATUSES } from '../vocabulary/statuses.ts';
import { linkState, tokenRequest } from './links.ts';

/** A link to a vendor's own view as administrators see it (rule: Vendor's own view). */
export const vendorLinkResource = z.object({
  id: z.uuid(),
  vendorId: z.int(),
  state: linkState,
  /** Where it leads; null once it is no longer good, and for staff without wholesale prices (rule: Price modes). */
  url: z.string().nullable(),
  madeBy: z.string(),
  madeAt: z.string(),
  expiresAt: z.string(),
  /** The last mail with it. */
  sentTo: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** When it was opened last, to the minute. */
  openedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type VendorLinkResource = z.infer<typeof vendorLinkResource>;

const DAYS = 'A link is good for 1 to 366 days.';
/** POST /api/vendors/{id}/links: for how many days from now it is good. */
export const newVendorLinkRequest = z.object({ days: z.int(DAYS).min(1, DAYS).max(366, DAYS).default(30) });
/** POST /api/vendors/{id}/links/{link}/send: to the vendor's own address unless another is given. */
export const sendVendorLinkRequest = z.object({ to: z.string().trim().max(200).optional() });

/** POST /vendor/view. Money in dollars at the vendor's cost. */
export const vendorViewReply = z.object({
  name: z.string(),
  /** The house's time zone, by which the times here are read. */
  timeZone: z.string(),
  expiresAt: z.string(),
  /** When the vendor's list was read last. */
  lastFeedAt: z.string().nullable(),
  stock: z.array(z.object({ status: statusSchema, count: z.int(), cost: z.number() })),
  /** Sold or invoiced since the first of January, and not taken back. */
  soldThisYear: z.object({ count: z.int(), cost: z.number() }),
  /** Months that have statements, the newest first. */
  months: z.array(monthSchema),
});
export type VendorViewReply = z.infer<typeof vendorViewReply>;

/** POST /vendor/view/stock: parcels in the order of their names, those after `after`. */
export const vendorViewStockRequest = tokenRequest.extend({
  status: z.enum(STOCK_STATUSES).optional(),
  /** A part of the parcel's name, whatever its case. */
  search: z.string().trim().max(100).optional(),
  after: z.string().max(200).default(''),
});
export const vendorViewStockReply = z.object({
  parcels: z.array(
    z.object({
      parcelName: z.string(),
      description: z.string(),
      status: statusSchema,
      /** The house day since which it has the status. */
      since: houseDaySchema,
      cost: z.number(),
    }),
  ),
  /** What `after` is to be for the next; null: these were the last. */
  next: z.string().nullable(),
});
export type VendorViewStockReply = z.infer<typeof vendorViewStockReply>;

/** POST /vendor/view/statement */
export const vendorViewStatementRequest = tokenRequest.extend({ month: monthSchema });
export const vendorViewStatementReply = z.object({
  month: monthSchema,
  total: z.number(),
  lines: z.array(
    z.object({
      parcelName: z.string(),
      description: z.string(),
      what: z.string(),
      amount: z.number(),
    }),
  ),
});
export type VendorViewStatementReply = z.infer<typeof vendorViewStatementReply>;

/** POST /vendor/view/statement/file */
export const vendorViewStatementFileRequest = vendorViewStatementRequest.extend({
  format: z.enum(['xlsx', 'pdf']),
});
/** POST /vendor/view/report: the newest billed month unless another is given. */
export const vendorViewReportRequest = tokenRequest.extend({ month: monthSchema.optional() });
