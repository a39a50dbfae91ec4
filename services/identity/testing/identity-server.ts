import { randomUUID } from 'node:crypto';
import type { Customer } from '#contracts/api/customers.ts';
import { DEMO_PASSWORD, ensureDemoUsers } from '#local/demo/demo-users.ts';
import type { Mail } from '#services/mail/index.ts';
import { openBus } from '#services/platform/bus/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import type { SingleSignOn } from '#services/platform/config/index.ts';
import { createHttpServer } from '#services/platform/http/index.ts';
import { settableClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import {
  createAccounts,
  createSessionRecords,
  identityMigrations,
  registerIdentityRoutes,
  registerForgottenPasswordRoutes,
  createSealing,
  registerSecondFactorRoutes,
  registerSessionRoutes,
  sendLinks,
} from '../index.ts';
import { openIdProvider } from '../single-sign-on/provider.ts';
import { CALLBACK, registerSingleSignOnRoutes } from '../single-sign-on/routes.ts';

const PUBLIC_URL = 'https://vitrine.example.com';

const template = {
  name: 'identity',
  prepare: async (url: string) => {
    const database = connectDatabase(url, { max: 1 });
    await migrate(database.pool, identityMigrations);
    await ensureDemoUsers(database.db, { customerId: 12, repEmail: 'rep@example.com' });
    await database.close();
  },
};

const SMITH = {
  name: 'Smith & Co',
  legalName: '',
  email: '',
  salesRepEmail: '',
  bigName: '',
  allowLogin: true,
  allowActions: true,
  fmAllowed: false,
  lgAllowed: false,
  fcAllowed: false,
  legend: false,
} satisfies Omit<Customer, 'customerId'>;

type IdentityServerOptions = {
  secondFactorRequired?: boolean;
  singleSignOn?: SingleSignOn;
  sendsMails?: boolean;
};
export type IdentityServer = Awaited<ReturnType<typeof startIdentityServer>>;

/** The calls of signing in over a database of their own with the demo users, at a time that stands still. For tests. */
export async function startIdentityServer({
  singleSignOn,
  sendsMails = true,
  ...options
}: IdentityServerOptions = {}) {
  const clock = settableClock('2026-03-02T10:00:00.000Z');
  const database = connectDatabase(await testDatabase(template), { max: 5 });
  const { db, pool } = database;
  const bus = openBus({
    onProblem: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  let meanwhile = async (): Promise<unknown> => undefined;
  const customers = new Map([[12, { allowLogin: true }]]);
  const customerAccess = async (id: number) => customers.get(id) ?? null;
  const accounts = createAccounts({ db, bus, clock: clock.now, customerAccess });
  const app = await createHttpServer({
    clock: clock.now,
    newId: randomUUID,
    accounts,
    sessionRecords: createSessionRecords({ db, bus, clock: clock.now }),
    jwtSecret: 'a secret for tests only, long enough',
    ...options,
  });
  const sealing = createSealing(['a secret for tests only, long enough']);
  const counts = new Map<string, number>();
  const attempts = async (key: string, windowMs: number) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { current: counts.get(key) ?? 0, ttl: windowMs };
  };
  registerSecondFactorRoutes(app, {
    db,
    bus,
    clock: clock.now,
    sealing,
    attempts,
    required: options.secondFactorRequired ?? false,
  });
  registerIdentityRoutes(app, {
    db,
    bus,
    clock: clock.now,
    accounts,
    sealing,
    attempts,
    customerFor: async ({ customerId }) => {
      await meanwhile();
      return { position: 0n, stale: false, customer: customerId === null ? null : { customerId, ...SMITH } };
    },
  });

  if (singleSignOn) {
    const provider = openIdProvider(singleSignOn, `${PUBLIC_URL}${CALLBACK}`);
    registerSingleSignOnRoutes(app, { db, clock: clock.now, sealing, provider, publicUrl: PUBLIC_URL });
  }
  registerSessionRoutes(app, { db, bus, clock: clock.now });
  registerForgottenPasswordRoutes(app, { db, bus, clock: clock.now, sendsMails });
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail) => mails.push(mail) > 0;

  const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, ...(payload && { payload }), headers });
  const login = (username: string, password = DEMO_PASSWORD) => post('/login', { username, password });
  return {
    store: { db, bus },
    app,
    pool,
    clock,
    /** What went into the outbox. */
    mails,
    sendLinks: () => sendLinks({ db, clock: clock.now, sendMail, customerAccess, publicUrl: PUBLIC_URL }),
    /** Who may log in; a test changes it. */
    customers,
    post,
    login,
    signedIn: async (username: string, password?: string) => ({
      authorization: `Bearer ${(await login(username, password)).json<{ token: string }>().token}`,
    }),
    /** The answer to POST /login/customer, while which `work` is done. */
    async answeredDuring(work: () => Promise<unknown>, headers: Record<string, string>) {
      meanwhile = work;
      const answer = await post('/login/customer', undefined, headers);
      meanwhile = async () => undefined;
      return answer;
    },
    /** The status of POST /login/check. */
    check: async (headers: Record<string, string>) =>
      (await post('/login/check', undefined, headers)).statusCode,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
