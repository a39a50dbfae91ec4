import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { userSchema, type User } from '#contracts/api/session.ts';
import { actForCustomer, call } from '../../../lib/api-client.ts';
import { CallFailed } from '../../../lib/failures.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { savedValue } from '../../../lib/saved-state.ts';
import { takeTicket } from './sign-in-ticket.ts';

const checkReply = z.union([userSchema, z.object({ user: userSchema }).transform((reply) => reply.user)]);

/** Asks who is signed in (POST /login/check). */
export async function checkSession(): Promise<User> {
  return (await call({ path: '/login/check', body: {}, read: (body) => checkReply.parse(body) })).data;
}

/** Who is signed in; where nobody is, whoever the ticket in the address stands for (POST /login/redeem). */
async function confirmSession(): Promise<User> {
  const ticket = takeTicket();
  try {
    return await checkSession();
  } catch (error) {
    const nobody =
      error instanceof CallFailed && error.failure.kind === 'answer' && error.failure.status === 401;
    if (ticket === null || !nobody) throw error;
    return (await call({ path: '/login/redeem', body: { ticket }, read: (body) => userSchema.parse(body) }))
      .data;
  }
}

/** The name under which staff's chosen customer is saved. */
export const ACTING_FOR = 'actingFor';

/** Confirms the sign-in; from then on staff's calls are made for the customer they chose last. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async (): Promise<User> => {
    const user = await confirmSession();
    const chosen = savedValue(user.username, ACTING_FOR);
    if ((user.administrator || user.salesRep) && typeof chosen === 'number') actForCustomer(chosen);
    return user;
  },
  meta: { untold: true },
});
