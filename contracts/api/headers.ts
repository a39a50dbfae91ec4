/**
 * Headers shared by all calls (rule: Repeated commands; rule: Read your own writes; rule: Lists on the wire).
 * Apart from the schemas, so that a page that only makes calls does not load them.
 */
export const HEADERS = {
  /** Staff: the customer acted for. */
  customer: 'customer',
  /** The prices that a client who looks on may see: less than one's own (product: Client view). */
  prices: 'prices',
  /** `true`: no person uses the window that asks; the answer does not extend the session (rule: Sessions). */
  unattended: 'unattended',
  idempotencyKey: 'idempotency-key',
  /** A read asks to be at least as new as this log position. */
  minPosition: 'min-position',
  /** The log position an answer is made of (reads) or reached (commands). */
  position: 'x-position',
  /** `true` when the answer is older than asked for, or depends on a parked stream. */
  stale: 'x-stale',
  /** Names a request from the edge to the log and its events: answered as it was given, or made. */
  requestId: 'x-request-id',
  /** A renewed token, for clients that use the bearer token. */
  sessionToken: 'x-session-token',
} as const;

/** The version in a record's ETag, weak or not; undefined where it is not ours. */
export const versionIn = (etag: string): string | undefined => /^(?:W\/)?"(\d+)"$/.exec(etag)?.[1];

/** The session cookie: HttpOnly, SameSite=Lax. */
export const SESSION_COOKIE = 'vitrine_session';
/** A session lives one hour and is renewed by every successful answer to a window in use (product: Session). */
export const SESSION_SECONDS = 3600;
/** What is answered, and shown, once a session has ended. */
export const SESSION_EXPIRED = 'Your session has expired. Please log in again.';
