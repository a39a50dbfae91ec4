import { z } from 'zod';

/** A row of GET /api/repricings: a vendor's markup changed, and how far its parcels are repriced; for administrators. */
export const repricingResource = z.object({
  id: z.string(),
  vendorId: z.number(),
  vendorName: z.string().nullable(),
  /** When the new markup begins to count. */
  dueAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  state: z.enum(['WAITING', 'RUNNING', 'DONE']),
  /** Parcels of the vendor, once it has begun; how many were looked at; how many of those wait for their customer. */
  total: z.number().nullable(),
  done: z.number(),
  held: z.number(),
});
export type RepricingResource = z.infer<typeof repricingResource>;
