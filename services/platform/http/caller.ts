import type { FastifyRequest } from 'fastify';
import type { Actor } from '#contracts/events/index.ts';
import { HEADERS } from '#contracts/api/problems.ts';
import type { ShowPrices, User } from '#contracts/api/session.ts';
import { Refusal } from '../refusal.ts';
import type { Accounts } from './accounts.ts';

/** Who calls, and for whom: at `request.caller` of every route whose access is not public. */
export type Caller = {
  user: User;
  /** For the metadata of events. */
  actor: Actor;
  /** Sales rep or administrator. */
  staff: boolean;
  administrator: boolean;
  /** The customer acted for: the header's for staff, else the user's own; null for staff without one (rules, section 5). */
  customerId: number | null;
  showPrices: ShowPrices;
};

/** `user` acting for `customerId`. */
export function callerOf(user: User, customerId: number | null): Caller {
  return {
    user,
    actor: { username: user.username, role: user.administrator ? 'administrator' : user.salesRep ? 'salesRep' : 'customer' },
    staff: user.administrator || user.salesRep,
    administrator: user.administrator,
    customerId,
    showPrices: user.showPrices,
  };
}

/**
 * The customer that a request acts for. Staff may name any customer there is in the `customer` header; a customer's
 * user with another's header is refused with 403 (rules, section 5).
 * @throws {Refusal} 400 (402 on portal calls) for a header that is no customer's id, 403
 */
export async function actingFor(request: FastifyRequest, user: User, accounts: Accounts): Promise<number | null> {
  const header = request.headers[HEADERS.customer];
  if (header === undefined || header === '') return user.customerId;
  const named = typeof header === 'string' && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : null;
  if (!user.administrator && !user.salesRep) {
    if (named !== user.customerId) throw new Refusal(403, 'You may act for your own customer only.', { field: HEADERS.customer, code: 'OTHER_CUSTOMER' });
    return user.customerId;
  }
  if (named === null) throw new Refusal(400, 'The customer header must be a customer id, for example 12.', { field: HEADERS.customer });
  if (named !== user.customerId && !(await accounts.customerAccess(named))) {
    throw new Refusal(400, `There is no customer ${named}.`, { field: HEADERS.customer, code: 'UNKNOWN_CUSTOMER' });
  }
  return named;
}
