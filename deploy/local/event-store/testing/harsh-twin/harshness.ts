import { z } from 'zod';

const pause = z.number().nonnegative();

/** What disturbs the twin besides what it always does. */
export const harshnessSchema = z.strictObject({
  /** Shortest and longest pause between cuts of all connections, in milliseconds; none when left out. */
  cutEveryMs: z.tuple([pause, pause]).optional(),
  /** One append in so many is answered 'not leader'; none when left out. */
  notLeaderEvery: z.number().int().min(2).optional(),
});

export type Harshness = z.infer<typeof harshnessSchema>;

/** The variable that carries the harshness to the twin's process, as JSON. */
export const HARSHNESS = 'HARSH_TWIN';
