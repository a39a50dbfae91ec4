import { z } from 'zod';

/** A term that a bill's overrides replaced for its month, in words: its values with and without it, and why. */
export const overriddenTermSchema = z.object({
  name: z.string(),
  value: z.string(),
  was: z.string(),
  reason: z.string(),
});
export type OverriddenTerm = z.infer<typeof overriddenTermSchema>;

/** 'Overridden this month: Payment, 45 days (was 30 days): agreed' (rule: Overrides). */
export const overriddenTermWords = ({ name, value, was, reason }: OverriddenTerm): string =>
  `Overridden this month: ${name}, ${value} (was ${was}): ${reason}`;
