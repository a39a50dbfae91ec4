import { z } from 'zod';
import { customerSchema } from './customers.ts';

/** Resources of the back office under /api/ in the dialect of ra-data-simple-rest: every row has an `id`. */
export const customerResource = customerSchema.extend({ id: z.number() });
export type CustomerResource = z.infer<typeof customerResource>;

export const projectionResource = z.object({
  /** The projection's name. */
  id: z.string(),
  version: z.number(),
  /** Log position reached, the log's head, and the events in between that it has still to read (an estimate). */
  position: z.string(),
  head: z.string(),
  lag: z.number(),
  updatedAt: z.string().nullable(),
  state: z.enum(['live', 'catching up', 'rebuilding', 'stopped']),
  /** While a rebuild runs: 0 to 1. */
  progress: z.number().nullable(),
  parked: z.array(z.object({ stream: z.string(), position: z.string(), reason: z.string(), since: z.string() })),
});
export type ProjectionResource = z.infer<typeof projectionResource>;

/** `sort=["name","ASC"]&range=[0,24]&filter={"q":"sm"}` of ra-data-simple-rest. */
export const restQuery = z.object({ sort: z.string().optional(), range: z.string().optional(), filter: z.string().optional() });
