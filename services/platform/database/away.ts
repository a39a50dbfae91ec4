import pg from 'pg';

// SQLSTATE classes: lost connection, out of resources, operator's stop (also a statement that was given up).
const AWAY_CLASSES: ReadonlySet<string> = new Set(['08', '53', '57']);

const SOCKET_ERRORS: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// What pg and its pool throw without a code.
const OF_THE_DRIVER =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/**
 * True when the error means that Postgres cannot be reached or did not answer in time, which says nothing about the
 * statement.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_CLASSES.has((error.code ?? '').slice(0, 2));
  return isLostConnection(error);
}

/** True when the connection to Postgres broke, could not be made, or gave no answer. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // For a host with several addresses, there is one error for each.
  if (error instanceof AggregateError) return error.errors.some(isLostConnection);
  return ('code' in error && SOCKET_ERRORS.has(error.code)) || OF_THE_DRIVER.test(error.message);
}

/** True when the error, or its cause, is that Postgres gave up a statement: it took too long, or an operator ended it. */
export function isGivenUp(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '57014';
  return error instanceof Error && error.cause !== undefined && isGivenUp(error.cause);
}

/** True when others kept a statement from its locks: longer than its `lock_timeout`, or in a deadlock with it. */
export const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '');

/** True when Postgres has no room left on its disk. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100';

// SQLSTATE: a statement that was given up, a lock that was not got in time; and the class of deadlocks and the like.
const MOMENTARY: ReadonlySet<string> = new Set(['57014', '55P03', '40']);

/** True when Postgres refused a statement, or an error's cause, for something that may have passed a moment later. */
export function isMomentary(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return MOMENTARY.has(code) || MOMENTARY.has(code.slice(0, 2));
  }
  return error instanceof Error && error.cause !== undefined && isMomentary(error.cause);
}

/** True for a statement that `answerWithinMs` gave up. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

// SQLSTATE: invalid authorization, invalid password, no such database, no right to connect to it.
const MISCONFIGURED: ReadonlySet<string | undefined> = new Set(['28000', '28P01', '3D000', '42501']);
// What pg throws without a code, or with one of Node's TLS, before the server has let it in.
const NOT_LET_IN = /^SASL: .*password must be|does not support SSL|certificate|altnames/i;

/**
 * What an operator has to change in DATABASE_URL before Postgres accepts Vitrine, as a sentence; undefined for failures
 * that may pass by themselves.
 */
export function databaseRemedy(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const refused =
    error instanceof pg.DatabaseError ? MISCONFIGURED.has(error.code) : NOT_LET_IN.test(error.message);
  return refused
    ? `It says: ${error.message}. Correct the address, or create the user and the database.`
    : undefined;
}
