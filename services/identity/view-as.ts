import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS } from '#contracts/api/headers.ts';
import { loginReply, viewAsRequest } from '#contracts/api/session.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  callGroup,
  isUserOf,
  type Account,
  type Accounts,
  type App,
  type Caller,
  type View,
} from '#services/platform/http/index.ts';
import { Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import { normalUsername } from './user-table.ts';
import { listUsers } from './users.ts';

const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['session'] });
const forSignedIn = callGroup({ access: 'signed-in', surface: 'rest', tags: ['session'] });

/**
 * Gives the staff's session exactly a customer's permissions and price mode, on the server, until it is ended; events
 * recorded in that time carry the staff's own name (rule: View as customer).
 */
export function registerViewAsRoutes(app: App, { db, accounts }: { db: Db; accounts: Accounts }): void {
  app.post(
    '/api/view-as',
    forStaff({
      summary: 'See the portal as a customer does',
      body: viewAsRequest,
      response: { 200: loginReply },
    }),
    async (request, reply) => {
      const { customerId, username } = request.body;
      const access = await accounts.customerAccess(customerId);
      if (!access) throw unknownCustomer(customerId, 422, 'customerId');
      if (!access.allowLogin)
        throw new Refusal(
          422,
          `Customer ${customerId} may not log in, so there is nothing to view. Switch on Can Log In first.`,
          { code: 'MAY_NOT_LOG_IN', field: 'customerId' },
        );
      const view = { customerId, username: await viewedUser(db, customerId, username) };
      return started(request, reply, await ownAccount(request.caller), view);
    },
  );

  app.post(
    '/api/view-as/end',
    forSignedIn({
      summary: 'End viewing as a customer: staff return to their own session',
      response: { 200: loginReply },
    }),
    async (request, reply) => {
      if (!request.caller.user.viewingAs)
        throw new Refusal(409, 'You are not viewing as a customer.', { code: 'NOT_VIEWING' });
      return started(request, reply, await ownAccount(request.caller), undefined);
    },
  );

  const ownAccount = async ({ user }: Caller): Promise<Account> => {
    const account = await accounts.account(user.username);
    if (!account) throw new Refusal(401, 'Your session has expired. Please log in again.');
    return account;
  };

  async function started(
    request: FastifyRequest,
    reply: FastifyReply,
    account: Account,
    view: View | undefined,
  ): Promise<{ token: string; user: Account['user'] }> {
    const via = request.session?.via;
    const changed = await app.sessions.changeView(reply, account, view);
    if (via === 'bearer') reply.header(HEADERS.sessionToken, changed.token);
    return changed;
  }
}

/** A customer's user: the named one, else its first active one; null when it has none. */
async function viewedUser(
  db: Db,
  customerId: number,
  username: string | undefined,
): Promise<View['username']> {
  const users = (await listUsers(db, customerId)).filter((user) => isUserOf(user, customerId));
  const viewed =
    username === undefined ? users[0] : users.find((user) => user.username === normalUsername(username));
  if (!viewed && username !== undefined)
    throw new Refusal(422, `${username} is no active user of customer ${customerId}.`, {
      code: 'UNKNOWN_USER',
      field: 'username',
    });
  return viewed?.username ?? null;
}
