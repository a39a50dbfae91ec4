import { z } from 'zod';
import { intentSchema } from '../vocabulary/schemas.ts';
import { MAIL_STATES } from './mails.ts';

/**
 * A row of GET /api/vendor-notices: what a vendor was notified of for an instruction; for staff. Reps do not
 * see whose the parcels are (rule: What one may not see).
 */
export const vendorNoticeResource = z.object({
  id: z.number(),
  instructionId: z.string(),
  action: intentSchema,
  /** When it was instructed, and by which customer. */
  date: z.string(),
  customerId: z.number(),
  customerName: z.string().nullable(),
  parcels: z.array(
    z.object({ parcelName: z.string(), lab: z.string().optional(), certNo: z.string().optional() }),
  ),
  vendorId: z.number().optional(),
  vendorName: z.string().nullable().optional(),
  /** That of its mail (see GET /api/mails); NO_ADDRESS: the vendor has none that a mail could be sent to. */
  state: z.enum([...MAIL_STATES, 'NO_ADDRESS']),
  attempts: z.number(),
  sentAt: z.string().nullable(),
  /** Why its mail failed; null for reps, as it may name the vendor's address. */
  reason: z.string().nullable(),
  createdAt: z.string(),
});
export type VendorNoticeResource = z.infer<typeof vendorNoticeResource>;
