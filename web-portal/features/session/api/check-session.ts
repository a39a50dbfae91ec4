import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { User } from '#contracts/api/session.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { noteSession, rightsOf } from '#web-shared/browser-session.ts';
import { loadConfiguration } from '#web-shared/configuration.ts';
import { LOGIN_FAILED } from '#web-shared/http/http-client.ts';
import { actForCustomer, beginOtherRights, call, callForData } from '../../../lib/api-client.ts';
import { forgetPricesOfOthers, savedClientView, showClientView } from '../../../lib/client-view.ts';
import { CallFailed, isOutage, isRefusal, networkFailure, statusOf } from '../../../lib/failures.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import { isObject } from '../../../lib/plain-values.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { ownSavedValue, saveValue } from '../../../lib/saved-state.ts';
import { settleTicket, ticketInHand } from './sign-in-ticket.ts';

/** The user that a call of the session answers. */
export const userIn = (body: unknown): User =>
  replyWith(
    isObject(body) && 'user' in body ? body['user'] : body,
    'username',
    'administrator',
    'showPrices',
  );

/** Asks who is signed in (POST /login/check). */
export async function checkSession(): Promise<User> {
  return await callForData({
    path: '/login/check',
    body: {},
    inOwnName: true,
    read: userIn,
  });
}

/**
 * Who is signed in: the user that the ticket in the address stands for (POST /login/redeem), whose session takes the
 * place of one that the browser had. A ticket that is refused is a failed sign-in, which ends that one (rule: Sessions);
 * one whose call got no such answer, or came when there were too many, is redeemed at the next try, under the same key.
 */
async function confirmSession(): Promise<User> {
  const held = ticketInHand();
  if (held === null) return await checkSession();
  const { ticket, commandId } = held;
  try {
    const user = await callForData({
      path: '/login/redeem',
      body: { ticket },
      commandId,
      inOwnName: true,
      read: userIn,
    });
    settleTicket();
    return user;
  } catch (error) {
    if (error instanceof CallFailed && !isOutage(error) && !isRefusal(error, 'TOO_MANY')) {
      settleTicket();
      toastFailure(statusOf(error) === 401 ? LOGIN_FAILED : error.message);
    }
    throw error;
  }
}

/** Days and times on the signed-in pages are by the house's clocks (rule: House day). */
const houseKnown = (): Promise<void> =>
  loadConfiguration().catch(() => {
    throw networkFailure('The server did not answer.');
  });

/** The name under which staff's chosen customer is saved. */
export const ACTING_FOR = 'actingFor';

/**
 * Acts for a customer, unless it no longer exists, which is only logged to the console (product: Error
 * texts).
 */
async function actForChosen(username: string, customerId: number): Promise<void> {
  actForCustomer(customerId);
  try {
    await call({ path: '/login/customer', body: {}, read: () => undefined });
  } catch (error) {
    if (!isRefusal(error, 'UNKNOWN_CUSTOMER')) throw error;
    console.error('Error, customer not found');
    actForCustomer(null);
    saveValue(username, ACTING_FOR, undefined);
  }
}

/** Another window of this browser may have begun or ended a view: what this one has read is of other rights then. */
function forgetWhenRightsChanged(client: QueryClient, user: User): void {
  const before = client.getQueryData<User>(queryKeys.session);
  if (before === undefined || rightsOf(before) === rightsOf(user)) return;
  beginOtherRights();
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

/** What a user must do before anything else: until then the server refuses every other call (rule: Second factor). */
export const hasDuty = ({ mustChangePassword, mustSetUpSecondFactor }: User): boolean =>
  mustChangePassword || mustSetUpSecondFactor === true;

/**
 * Confirms the sign-in; from then on staff's calls are made for the customer they chose last. Staff with a duty choose
 * none yet: the sign-in is confirmed again when it is done. Where the rights are others than before, everything that
 * was read is forgotten (rule: View as customer).
 */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async ({ client }): Promise<User> => {
    const [user] = await Promise.all([confirmSession(), houseKnown()]);
    forgetWhenRightsChanged(client, user);
    noteSession(user);
    forgetPricesOfOthers(user);
    showClientView(savedClientView(user));
    if ((user.administrator || user.salesRep) && !hasDuty(user)) {
      // This window's: another one may act for another customer, and this is confirmed again later.
      const chosen = ownSavedValue(user.username, ACTING_FOR);
      if (typeof chosen === 'number') await actForChosen(user.username, chosen);
    }
    return user;
  },
  meta: { handled: true },
});
