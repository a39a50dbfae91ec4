import { isDatabaseAway, isGivenUp, isMomentary } from '../database/index.ts';
import { isRetryable } from '../event-store/index.ts';
import { FilesUnavailable } from '../files/index.ts';
import { Refusal } from '../refusal.ts';

/** True when the error, or its cause, means that a store cannot be reached or did not answer in time. */
export function isOutage(error: unknown): boolean {
  return (
    isRetryable(error) ||
    error instanceof FilesUnavailable ||
    isDatabaseAway(error) ||
    (error instanceof Refusal && error.status === 503) ||
    (error instanceof Error && error.cause !== undefined && isOutage(error.cause))
  );
}

/**
 * True for an outage that says nothing about the work it broke off: the work is done again, as often as it takes. A
 * statement that Postgres gave up is the work's own, for Postgres is there.
 */
export const isStoreAway = (error: unknown): boolean => isOutage(error) && !isGivenUp(error);

/**
 * True for what broke an attempt off and says nothing about its work, so that it does not count: a store that is away, or
 * what Postgres refused for the moment, as in a deadlock.
 */
export const isInterruption = (error: unknown): boolean =>
  isStoreAway(error) || (isMomentary(error) && !isGivenUp(error));
