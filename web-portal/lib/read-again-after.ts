import { awayNow } from './connection.ts';
import { CallFailed, isOutage, statusOf } from './failures.ts';

const STALE_RETRY_MS = 2000;
const FAILED_RETRY_MS = 5000;

/**
 * When what every page goes by is asked for again by itself, in milliseconds: as what is shown is, and also before it was
 * ever read, where the server, or what it needs to answer, was away (rule: Failures that never sign out).
 */
export function readUntilThere(state: { data: unknown; error: Error | null }): number | false {
  if (state.data !== undefined) return readAgainAfter(state);
  return isOutage(state.error) && awayNow() === null ? FAILED_RETRY_MS : false;
}

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
