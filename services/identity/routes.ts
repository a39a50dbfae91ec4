import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Customer } from '#contracts/api/customers.ts';
import { sessionCustomerReply } from '#contracts/api/customers.ts';
import { HEADERS } from '#contracts/api/headers.ts';
import {
  changePasswordRequest,
  loginReply,
  loginRequest,
  redeemRequest,
  ticketReply,
  userSchema,
} from '#contracts/api/session.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  addressOf,
  callGroup,
  idempotencyKey,
  minPosition,
  rateLimit,
  sendPosition,
  type Account,
  type Accounts,
  type App,
  type Attempts,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { Sealing } from './second-factor/sealing.ts';
import { changePassword, signIn } from './sign-in.ts';
import { issueTicket, redeemTicket } from './sign-in-tickets.ts';
import { normalUsername } from './user-table.ts';
import { registerViewAsRoutes } from './view-as.ts';

export type IdentityRoutes = {
  db: Db;
  bus: Bus;
  clock: Clock;
  accounts: Accounts;
  sealing: Sealing;
  attempts: Attempts;
  /**
   * The customer acted for, with the fields that the caller may see; null when the caller acts for none. If a log
   * position is given, at least as new as that, unless it is not reached in time.
   */
  customerFor: (
    caller: Caller,
    atLeast: bigint | null,
  ) => Promise<{ customer: Customer | null; position: bigint; stale: boolean }>;
};

const forEveryone = callGroup({ access: 'public', surface: 'portal' });
const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal' });
const beforeNewPassword = callGroup({ access: 'signed-in', surface: 'portal', beforeNewPassword: true });

/**
 * Sign-in, its confirmation, passwords and sign-out (product: Authentication calls; rule: Sessions on the
 * wire).
 */
export function registerIdentityRoutes(
  app: App,
  { db, bus, clock, accounts, customerFor, sealing, attempts }: IdentityRoutes,
): void {
  const signingIn = { db, bus, clock, accounts, sealing, attempts };
  const fromOneAddress = rateLimit(app, { name: 'sign-in from', max: 100, seconds: 60 });
  const forOneUser = rateLimit(app, {
    name: 'sign-in of',
    max: 20,
    seconds: 60,
    key: (request) => `${addressOf(request)} ${userNamed(request.body)}`,
  });

  // Attempts on a user from anywhere: while they are many, each address has few. No user can lock another one out.
  const forOneUserEverywhere = rateLimit(
    app,
    {
      name: 'sign-in of, slowly',
      max: 5,
      seconds: 900,
      key: (request) => `${addressOf(request)} ${userNamed(request.body)}`,
    },
    { name: 'sign-in of, everywhere', max: 300, seconds: 900, key: (request) => userNamed(request.body) },
  );
  const limits = [fromOneAddress, forOneUser, forOneUserEverywhere];

  /** A sign-in that fails ends the session of its browser: who tries may not be who is signed in there (rule: Sessions). */
  async function endingWhatIsOpen(
    request: FastifyRequest,
    reply: FastifyReply,
    identify: () => Promise<Account>,
  ): Promise<Account> {
    try {
      return await identify();
    } catch (error) {
      const failed = error instanceof Refusal && (error.status === 401 || error.code === 'WRONG_CODE');
      if (failed && (await app.sessions.of(request))) await app.sessions.end(reply);
      throw error;
    }
  }

  app.post(
    '/login',
    {
      ...forEveryone({ body: loginRequest, response: { 200: loginReply } }),
      preHandler: limits,
    },
    async (request, reply) => {
      const account = await endingWhatIsOpen(request, reply, () =>
        signIn(signingIn, { ...request.body, address: addressOf(request) }),
      );
      return app.sessions.start(reply, account, false);
    },
  );

  app.post(
    '/login/ticket',
    {
      ...forEveryone({
        summary: "Sign in from a page in another site's frame",
        body: loginRequest,
        response: { 200: ticketReply },
      }),
      preHandler: limits,
    },
    async (request, reply) => {
      const account = await endingWhatIsOpen(request, reply, () =>
        signIn(signingIn, { ...request.body, address: addressOf(request) }),
      );
      return { ticket: await issueTicket(db, clock, account, browserOf(request)) };
    },
  );

  app.post(
    '/login/redeem',
    {
      ...forEveryone({
        summary: 'Redeem a sign-in ticket for its session',
        body: redeemRequest,
        response: { 200: userSchema },
      }),
      preHandler: fromOneAddress,
    },
    async (request, reply) => {
      const presented = { ...request.body, browser: browserOf(request), key: idempotencyKey(request) };
      const account = await endingWhatIsOpen(request, reply, () =>
        redeemTicket(db, clock, accounts, presented),
      );
      return (await app.sessions.start(reply, account, false)).user;
    },
  );

  app.post(
    '/login/check',
    beforeNewPassword({ response: { 200: userSchema } }),
    (request) => request.caller.user,
  );

  registerViewAsRoutes(app, { db, accounts });

  app.post(
    '/login/changepassword',
    {
      ...beforeNewPassword({ body: changePasswordRequest, response: { 200: userSchema } }),
      preHandler: rateLimit(app, {
        name: 'change password',
        max: 10,
        seconds: 60,
        key: (request) => request.caller.user.username,
      }),
    },
    async (request, reply) => {
      const { username, oldPassword, newPassword } = request.body;
      if (normalUsername(username) !== request.caller.user.username) {
        throw new Refusal(402, 'You may change your own password only.', { field: 'username' });
      }
      const { via, view } = request.session ?? {};
      const account = await changePassword({ db, bus }, username, oldPassword, newPassword);
      // What the page shows is the view's: it stays one (rule: View as customer).
      const { token, user } = view
        ? await app.sessions.changeView(reply, account, view)
        : await app.sessions.start(reply, account);
      if (via === 'bearer') reply.header(HEADERS.sessionToken, token);
      return user;
    },
  );

  app.post(
    '/login/customer',
    forSignedIn({ response: { 200: sessionCustomerReply } }),
    async (request, reply) => {
      const { customer, position, stale } = await customerFor(request.caller, minPosition(request));
      sendPosition(reply, position, stale);
      return { ...customer, customer, showPrices: request.caller.showPrices };
    },
  );

  // Public, because a person who is signed out already may sign out again.
  app.post('/logout', forEveryone({ response: { 200: z.object({}) } }), async (_request, reply) => {
    await app.sessions.end(reply);
    return {};
  });
}

/** Tells browsers apart without a cookie: by the address that a call comes from, and the browser's own name. */
const browserOf = (request: FastifyRequest): string =>
  JSON.stringify([addressOf(request), request.headers['user-agent'] ?? '']);

const namesUser = z.object({ username: z.string() });

function userNamed(body: unknown): string {
  return normalUsername(namesUser.parse(body).username);
}
