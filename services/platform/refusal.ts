type Details = {
  code?: string;
  field?: string;
  errors?: readonly { field: string; message: string }[];
  /** Seconds until the same call may succeed, sent as Retry-After. */
  retryAfter?: number;
};

/**
 * A refusal: nothing was changed. `status` is the HTTP status; on the portal's calls, 402 stands for every failure that
 * a person can act on (rule: 402 or sign-out).
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly errors: readonly { field: string; message: string }[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 422 | 429 | 503,
    message: string,
    details: Details = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = details.code;
    this.field = details.field;
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
  }
}

/** The code of a refused key, which stays 409 on every surface (rule: Repeated commands). */
export const KEY_REUSED = 'KEY_REUSED';

/** The code of what is shown with wholesale prices only (rule: Price modes). */
export const NO_PRICES = 'NO_PRICES';

/** A repeated command's key came with another body than the first time (rule: Repeated commands). */
export function keyReused(usedFor = 'something else'): Refusal {
  return new Refusal(409, `This idempotency key was used for ${usedFor}: use a new key.`, {
    code: KEY_REUSED,
    field: 'idempotency-key',
  });
}

/** Refuses (402) a customer's own user without `allowActions` (rule: All or nothing). Staff are not restricted. */
export function refuseUnlessActionsAllowed(staff: boolean, access: { allowActions: boolean }): void {
  if (staff || access.allowActions) return;
  throw new Refusal(402, 'Your account cannot make changes. Please ask your sales representative.', {
    code: 'ACTIONS_NOT_ALLOWED',
  });
}

/**
 * Refuses everything when any part is refused, and names each (rule: All or nothing).
 * @param messages for each item of `list`, why it is refused; null when it is not
 */
export function refuseAny(
  code: string,
  fieldOf: (index: number) => string,
  messages: readonly (string | null)[],
  status: 402 | 422 = 402,
): void {
  const errors = messages.flatMap((message, index) =>
    message === null ? [] : [{ field: fieldOf(index), message }],
  );
  const [first] = errors;
  if (first) throw new Refusal(status, first.message, { code, field: first.field, errors });
}

/**
 * There is no customer with that number: 404 for a resource, 402 on the portal's calls, 422 in a body that names it.
 */
export function unknownCustomer(customerId: number, status: 400 | 402 | 404 | 422, field?: string): Refusal {
  return new Refusal(status, `There is no customer ${customerId}.`, {
    code: 'UNKNOWN_CUSTOMER',
    ...(field === undefined ? {} : { field }),
  });
}

/** There is no vendor with that number: 404 for a resource, 402 on the portal's calls. */
export function unknownVendor(vendorId: number, status: 402 | 404): Refusal {
  const details = { code: 'UNKNOWN_VENDOR', field: 'vendorId' };
  return new Refusal(status, `There is no vendor ${vendorId}.`, details);
}

/**
 * The refusal (409) of the second of two concurrent edits of a `what` (such as 'customer'): it names who was first, and nothing was saved.
 * @param did what the first did: 'planned with'
 * @param outcome what became of the second's: 'Nothing of it was cleared'
 */
export function changedMeanwhile(
  by: string | undefined,
  what: string,
  did = 'changed',
  outcome = 'Nothing of yours was saved',
): Refusal {
  const message = `${by || 'Somebody'} has ${did} this ${what} since you opened it. ${outcome}.`;
  return new Refusal(409, message, { code: 'CHANGED_MEANWHILE' });
}

/**
 * The same where a page sends back what it showed as `seen`: it names what is in force instead.
 * @param now the end of a sentence: 'no month is locked'
 * @param field what the call names the seen in
 */
export function notAsSeen(what: string, now: string, field = 'seen'): Refusal {
  const message = `${what} has changed since you opened this page: now ${now}. Nothing of yours was saved.`;
  return new Refusal(409, message, { code: 'CHANGED_MEANWHILE', field });
}
