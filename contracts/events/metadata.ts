import { z } from 'zod';
import { instantSchema } from '../vocabulary/schemas.ts';

/** Who caused an event. `system` is Vitrine itself: sync, reactors, imports from the command line. */
const actorSchema = z.object({
  username: z.string(),
  role: z.enum(['customer', 'salesRep', 'administrator', 'system']),
});
export type Actor = z.infer<typeof actorSchema>;

/** Carried by every event beside its data (rule: Two axes; rule: Repeated commands). */
export const eventMetadataSchema = z.object({
  /** When Vitrine learnt it, by its own injected clock; never goes back within a stream. */
  recordedAt: instantSchema,
  /** The version of the event's shape; older shapes are upcast step by step. */
  shape: z.int().positive(),
  actor: actorSchema,
  /** The command that caused it, and the hash of that command's body: the same key with another body is refused. */
  commandId: z.string(),
  bodyHash: z.string().optional(),
  /** The HTTP request that caused it, as the log names it; absent where none did, and before it was kept. */
  requestId: z.string().optional(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;
