import type { Actor } from '#contracts/events/index.ts';
import { HEADERS } from '#contracts/api/headers.ts';
import { showPricesSchema, type User } from '#contracts/api/session.ts';
import { rowNumberSchema } from '#contracts/vocabulary/row-numbers.ts';
import { lesserPrices, type ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { Refusal, unknownCustomer } from '../refusal.ts';
import type { Accounts } from './accounts.ts';

/** Who calls, and for which customer: `request.caller` on every route that is not public. */
export type Caller = {
  user: User;
  /** Recorded in the metadata of events. */
  actor: Actor;
  /** Sales rep or administrator. */
  staff: boolean;
  administrator: boolean;
  /**
   * The customer acted for: the header's for staff, else the user's own; null for staff without one (rule:
   * Acting for a customer).
   */
  customerId: number | null;
  /** The user's own mode, or a more restricted one that the call asks for. */
  showPrices: ShowPrices;
};

/** `user` acting for `customerId`, with the prices shown in this mode. */
export function callerOf(user: User, customerId: number | null, showPrices: ShowPrices): Caller {
  return {
    user,
    actor: {
      username: user.username,
      // What staff do while viewing as a customer is recorded under their own name.
      role:
        user.viewingAs?.role ??
        (user.administrator ? 'administrator' : user.salesRep ? 'salesRep' : 'customer'),
    },
    staff: user.administrator || user.salesRep,
    administrator: user.administrator,
    customerId,
    showPrices,
  };
}

/**
 * Everything about a caller that its answers may depend on, for keys of what is kept for it alone. Staff who view as a
 * customer keep their name and role but have the customer's rights, so these are named apart.
 */
export const scopeOf = ({ user, customerId, actor, showPrices, administrator, staff }: Caller) => [
  user.username,
  customerId,
  actor.role,
  showPrices,
  administrator,
  staff,
  user.viewingAs ?? null,
];

/**
 * The prices that a call is answered with: the user's own mode, or a more restricted one named by the `prices` header;
 * never more than the user's own (rule: Client view).
 * @throws {Refusal} 400 (402 on portal calls) for a header that is no mode
 */
export function pricesShown(asked: string | string[] | undefined, { showPrices }: User): ShowPrices {
  if (asked === undefined || asked === '') return showPrices;
  const mode = showPricesSchema.safeParse(asked);
  if (!mode.success)
    throw new Refusal(400, `The prices header must be one of ${showPricesSchema.options.join(', ')}.`, {
      field: HEADERS.prices,
    });
  return lesserPrices(showPrices, mode.data);
}

/** True for RETAIL and NONE, which see no values and limits (rule: Price modes). */
export const isNarrowed = ({ showPrices }: Pick<Caller, 'showPrices'>): boolean => showPrices !== 'WHOLESALE';

/** The customer acted for. Throws Refusal 402 for staff who have not chosen one. */
export function chosenCustomer({ customerId }: Pick<Caller, 'customerId'>): number {
  if (customerId === null)
    throw new Refusal(402, 'Choose a customer first.', { code: 'NO_CUSTOMER', field: 'customer' });
  return customerId;
}

/**
 * The customer that a request acts for. Staff may name any customer in the `customer` header; a customer's user who
 * names another is refused with 403 (rule: Acting for a customer).
 * @param named the header, or what replaces it
 * @throws {Refusal} 400 (402 on portal calls) when it is no customer's id, 403
 */
export async function actingFor(
  named: string | string[] | undefined,
  user: User,
  accounts: Accounts,
): Promise<number | null> {
  if (named === undefined || named === '') return user.customerId;
  // As the number is written, and no other way.
  const { data: customerId } = rowNumberSchema.safeParse(Number(named));
  if (customerId === undefined || String(customerId) !== named)
    throw new Refusal(400, 'The customer header must be a customer id, for example 12.', {
      field: HEADERS.customer,
    });
  if (customerId === user.customerId) return customerId;
  if (!user.administrator && !user.salesRep)
    throw new Refusal(403, 'You may act for your own customer only.', {
      field: HEADERS.customer,
      code: 'OTHER_CUSTOMER',
    });
  if (!(await accounts.customerAccess(customerId))) throw unknownCustomer(customerId, 400, HEADERS.customer);
  return customerId;
}
