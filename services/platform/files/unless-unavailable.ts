import type { FastifyBaseLogger } from 'fastify';
import { Refusal } from '#services/platform/refusal.ts';
import { FilesUnavailable } from './file-store.ts';

/**
 * Turns an unreachable file store into a failure that does not end the session: 402 on the portal, 503 in the back
 * office (rule: 402 or sign-out).
 */
export async function unlessUnavailable<Answer>(
  log: FastifyBaseLogger,
  status: 402 | 503,
  ask: () => Promise<Answer>,
  message = 'The store of files does not answer at the moment. Please try again.',
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    log.error({ err: error }, 'the store of files is unavailable');
    throw new Refusal(status, message, { code: 'FILES_UNAVAILABLE' });
  }
}
