import { randomUUID } from 'node:crypto';
import type { User } from '#contracts/api/session.ts';
import { systemClock, type Clock } from '../../clock.ts';
import type { Account } from '../accounts.ts';
import type { App } from '../app.ts';
import { createHttpServer, type HttpServerOptions } from '../server.ts';
import type { View } from '../sessions.ts';

export type TestServer = {
  app: App;
  /** Headers of a signed-in caller, with a bearer token of the present moment; with `view`, of staff in a session of its own. */
  as(username: string, view?: View): { authorization: string };
  /** The accounts as they stand; change them to deactivate someone. */
  accounts: Map<string, Account>;
  customers: Map<number, { allowLogin: boolean }>;
  /** The ids of sessions that were ended; those of `as` are the usernames, and `… views` of views. */
  endedSessions: Set<string>;
};

/** A user for tests: active, a customer's when `customerId` is given. */
function testUser(user: Partial<User> & { username: string }): User {
  return {
    administrator: false,
    salesRep: false,
    firstName: 'Test',
    lastName: 'User',
    email: `${user.username}@example.com`,
    customerId: null,
    active: true,
    showPrices: 'WHOLESALE',
    mustChangePassword: false,
    ...user,
  };
}

/** A server for tests of routes, with accounts in memory: `jeweller` of customer 12, `rep` and `admin`. Close `app` afterwards. */
export async function testServer(
  options: Partial<HttpServerOptions> & { clock?: Clock } = {},
): Promise<TestServer> {
  const users = [
    testUser({ username: 'jeweller', customerId: 12 }),
    testUser({ username: 'rep', salesRep: true }),
    testUser({ username: 'admin', administrator: true }),
  ];
  const accounts = new Map<string, Account>(
    users.map((user) => [user.username, { user, tokenVersion: 1, secondFactor: false }]),
  );
  const customers = new Map([
    [12, { allowLogin: true }],
    [13, { allowLogin: true }],
  ]);
  const endedSessions = new Set<string>();
  const isOpen = async (id: string) => !endedSessions.has(id);
  const clock = options.clock ?? systemClock;
  const app = await createHttpServer({
    newId: randomUUID,
    jwtSecret: 'a secret for tests only, long enough',
    accounts: {
      account: async (username) => accounts.get(username) ?? null,
      customerAccess: async (customerId) => customers.get(customerId) ?? null,
    },
    sessionRecords: {
      begin: async () => randomUUID(),
      isOpen,
      isStillOpen: isOpen,
      end: async (id) => () => void endedSessions.add(id),
    },
    ...options,
    clock,
  });
  const as = (username: string, view?: View) => {
    const account = accounts.get(username);
    if (!account) throw new Error(`no test user ${username}`);
    const iat = Math.floor(clock().getTime() / 1000);
    const sid = view ? `${username} views` : username;
    const claims = { sub: username, sid, ver: account.tokenVersion, auth_time: iat, iat, exp: iat + 3600 };
    return { authorization: `Bearer ${app.jwt.sign({ ...claims, ...(view && { view }) })}` };
  };
  return { app, as, accounts, customers, endedSessions };
}
