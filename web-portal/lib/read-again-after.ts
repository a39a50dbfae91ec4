import { awayNow } from './connection.ts';
import { CallFailed, isOutage, statusOf } from './failures.ts';

const STALE_RETRY_MS = 2000;
const FAILED_RETRY_MS = 5000;

/**
 * When what is shown is asked for again by itself, in milliseconds: where the answer was older than what was asked for
 * (`stale`), and where it could not be read again. False where neither is so; where it was refused, which it would be
 * again; and without a connection, after which everything is read again (rule: Failures that never sign out).
 */
export function readAgainAfter(
  { data, error }: { data: unknown; error: Error | null },
  stale = false,
): number | false {
  if (data === undefined || awayNow() !== null) return false;
  const wasRefused = error instanceof CallFailed && !isOutage(error) && (statusOf(error) ?? 0) < 500;
  if (error !== null && !wasRefused) return FAILED_RETRY_MS;
  return stale ? STALE_RETRY_MS : false;
}
