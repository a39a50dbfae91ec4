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

/**
 * Of two who edit one thing the second is told: who was first, and that nothing was saved. `what`: 'customer', 'user'.
 * 409 on a resource, 402 on a call of the portal, which would sign out on anything else.
 */
export function changedMeanwhile(by: string | undefined, what: string, status: 402 | 409 = 409): Refusal {
  const message = `${by || 'Somebody'} has changed this ${what} since you opened it. Nothing of yours was saved.`;
  return new Refusal(status, message, { code: 'CHANGED_MEANWHILE' });
}
