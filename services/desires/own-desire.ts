import type { Desire } from '#contracts/lifecycle/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/**
 * The desire of this customer. Refuses (402) a missing desire and another customer's alike, so that nothing shows
 * whether it exists.
 */
export function ownDesire(desire: Desire | undefined, customerId: number): Desire {
  if (desire?.customerId === customerId) return desire;
  throw new Refusal(402, 'This request for similar stones was not found. Reload the page.', {
    code: 'UNKNOWN_DESIRE',
    field: 'desireId',
  });
}

/** The code of a desire that a stone has filled: staff were faster than its customer. */
export const REQUEST_FILLED = 'REQUEST_FILLED';

/** Refuses a command that the desire's status does not allow. */
export function notNow(message: string, code = 'DESIRE_REFUSED'): Refusal {
  return new Refusal(402, message, { code, field: 'status' });
}
