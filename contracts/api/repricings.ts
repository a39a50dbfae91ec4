import { z } from 'zod';

/**
 * A row of GET /api/repricings: a vendor's markup changed, or its tier or those that people set, and how far parcels
 * follow; for administrators.
 */
export const repricingResource = z.object({
  id: z.string(),
  vendorId: z.number(),
  vendorName: z.string().nullable(),
  /** What changed: the vendor's markup; the vendor's tier, or tiers that a person set. */
  kind: z.enum(['MARKUP', 'TIERS']),
  /** When it begins to count. */
  dueAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** RETRYING: it came to the end, and parcels that failed wait for another try. */
  state: z.enum(['WAITING', 'RUNNING', 'RETRYING', 'DONE']),
  /** Parcels concerned, once it has begun; how many were looked at; how many of those still wait for their customer. */
  total: z.number().nullable(),
  done: z.number(),
  held: z.number(),
  /** Parcels that failed and wait for another try now. */
  failed: z.number(),
});
export type RepricingResource = z.infer<typeof repricingResource>;
