type Details = { code?: string; field?: string; errors?: readonly { field: string; message: string }[] };

/**
 * A clear no: nothing was changed. `status` is the HTTP answer; on the portal's calls 402 answers every
 * failure that a person can act on (rule: 402 or sign-out).
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly errors: readonly { field: string; message: string }[] | undefined;

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
  }
}

/** The key of a repeated command came with another body than the first time (rule: Repeated commands). */
export function keyReused(usedFor = 'something else'): Refusal {
  return new Refusal(409, `This idempotency key was used for ${usedFor}: use a new key.`, {
    code: 'KEY_REUSED',
    field: 'idempotency-key',
  });
}

/** Refuses (402) a customer's own user without `allowActions` (rule: All or nothing); it does not bind staff. */
export function refuseUnlessActionsAllowed(staff: boolean, access: { allowActions: boolean }): void {
  if (staff || access.allowActions) return;
  throw new Refusal(402, 'Your account cannot make changes. Please ask your sales representative.', {
    code: 'ACTIONS_NOT_ALLOWED',
  });
}

/**
 * Refuses (402) the whole when any of its parts is refused, naming each (rule: All or nothing).
 * @param messages by place in `list`: why that one is refused, null for one that may go on
 */
export function refuseAny(
  code: string,
  fieldOf: (index: number) => string,
  messages: readonly (string | null)[],
): void {
  const errors = messages.flatMap((message, index) =>
    message === null ? [] : [{ field: fieldOf(index), message }],
  );
  const [first] = errors;
  if (first) throw new Refusal(402, first.message, { code, field: first.field, errors });
}

/** There is no customer of that number: 404 of a resource, 402 on the portal's calls, 422 in a body that names it. */
export function unknownCustomer(customerId: number, status: 400 | 402 | 404 | 422, field?: string): Refusal {
  return new Refusal(status, `There is no customer ${customerId}.`, {
    code: 'UNKNOWN_CUSTOMER',
    ...(field === undefined ? {} : { field }),
  });
}

/**
 * The refusal of the second of two edits: it names who was first, and nothing was saved. `what`: 'customer', 'user'.
 * 409 on a resource, 402 on a call of the portal, which would sign out on anything else.
 */
export function changedMeanwhile(by: string | undefined, what: string, status: 402 | 409 = 409): Refusal {
  const message = `${by || 'Somebody'} has changed this ${what} since you opened it. Nothing of yours was saved.`;
  return new Refusal(status, message, { code: 'CHANGED_MEANWHILE' });
}
