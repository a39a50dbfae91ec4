import { z } from 'zod';

/** The stream of the log itself. */
export const LOG_STREAM = 'vitrine-log';

/**
 * In `vitrine-log`, and about the log, not about the business: no fold and no projection reads it.
 * `LogCreated` is its one event: checkpoints keep `logId` beside them, since a position means nothing in another log.
 */
export const logEvents = { LogCreated: z.object({ logId: z.uuid() }) } as const;
