import { z } from 'zod';

/** The stream of the log itself. */
export const LOG_STREAM = 'vitrine-log';

/**
 * In `vitrine-log`, and about the log, not about the business: no fold and no projection reads it. `LogCreated` is its
 * first event: checkpoints keep `logId` beside them, since a position means nothing in another log. A copy names the
 * log it comes from (`copiedFrom`), and is complete once `LogCopied` is recorded.
 */
export const logEvents = {
  LogCreated: z.object({
    logId: z.uuid(),
    copiedFrom: z.object({ logId: z.uuid() }).optional(),
  }),
  /** `events` were copied; `sha256` is of them all, stream by stream. */
  LogCopied: z.object({ events: z.int().nonnegative(), sha256: z.string() }),
} as const;
