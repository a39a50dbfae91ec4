import { z } from 'zod';

/** Every refusal's body: what went wrong, in words a person can act on; the field it is about where there is one. */
export const problemSchema = z.object({
  message: z.string(),
  /** Path of the field, e.g. `parcelNames.0`. */
  field: z.string().optional(),
  /** Machine-readable reason, e.g. `OVER_MAXIMUM`. */
  code: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
