import type { Desire } from '#contracts/lifecycle/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/**
 * The desire, when it is this customer's. Refuses one that is not there, or another's, alike (402), which hides another
 * customer's desires.
 */
export function ownDesire(desire: Desire | undefined, customerId: number): Desire {
  if (desire?.customerId === customerId) return desire;
  throw new Refusal(402, 'This request for similar stones was not found. Reload the page.', {
    code: 'UNKNOWN_DESIRE',
    field: 'desireId',
  });
}

/** A clear no to a command that the desire's status does not allow. */
export function notNow(message: string): Refusal {
  return new Refusal(402, message, { code: 'DESIRE_REFUSED', field: 'status' });
}
