import { customerByAccountCode, customerById } from '#projections/customers/index.ts';
import { findUser } from '#services/identity/index.ts';
import { isMailAddress } from '#services/mail/index.ts';
import type { Context, Module } from '#services/module.ts';
import { jobMetrics } from '#services/operations/index.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import { recordDocument } from '#services/stones/index.ts';
import { tradingSystemMigrations } from './migrations.ts';
import { instructionReactor, postLastEffect } from './outgoing/instruction-reactor.ts';
import { connectTradingSystem, type TradingSystem } from './peer.ts';
import { registerTradingSystemRoutes } from './routes.ts';
import { stuckMetrics, suspenseMetrics, syncMetrics } from './sync-metrics.ts';
import { runSync } from './sync/run-sync.ts';
import type { Ledgers } from './sync/settle-document.ts';
import { syncRunCounts } from './sync/sync-requests.ts';
import { mailRequesters } from './sync/mail-requesters.ts';

/** The peer; undefined where none is configured. */
const peerOf = ({ config: { tradingSystemUrl } }: Context): TradingSystem | undefined =>
  tradingSystemUrl === undefined ? undefined : connectTradingSystem({ baseUrl: tradingSystemUrl });

/** The greatest age of a customer's accounts; one without an account is tried again later than that. */
const FRESH_MS = 500;

const accountsIn = ({ clock, db }: Context) =>
  recentAnswers(
    clock,
    FRESH_MS,
    async (customerId: number) => (await customerById(db, customerId))?.accounts ?? [],
  ).get;

const ledgersOf = (context: Context): Ledgers => ({
  customerByAccountCode: (dxInstance, accountCode, at) =>
    customerByAccountCode(context.db, { dxInstance, accountCode }, at, context.zone),
  customersCaughtUp: () => context.fresh.caughtUp(['customers']),
  recordDocument: (document) => recordDocument(context, document),
});

export const tradingSystemModule: Module = {
  name: 'trading-system',
  migrations: tradingSystemMigrations,
  reactors(context) {
    const peer = peerOf(context);
    if (!peer) return [];
    const { db, startAt } = context;
    const accountsOf = accountsIn(context);
    const everyAccountOf = async (customerId: number) =>
      (await customerById(db, customerId))?.accountPeriods ?? [];
    return [instructionReactor({ context, peer, accountsOf, everyAccountOf, startAt })];
  },
  async jobs(context, signal) {
    const peer = peerOf(context);
    if (!peer) return;
    const { db, clock, log, stores, config, sendMail } = context;
    const emailOf = async (username: string): Promise<string | null> => {
      const email = (await findUser(db, username))?.email ?? '';
      return isMailAddress(email) ? email : null;
    };
    const posting = { context, peer, accountsOf: accountsIn(context) };
    const trade = context.demo?.tradeOn({
      db,
      log,
      signal,
      post: (parcelName) => postLastEffect(posting, parcelName, signal),
    });
    const sync = runSync({
      ...ledgersOf(context),
      db,
      events: context.events,
      leases: stores.leases,
      work: stores.work,
      peer,
      clock,
      log,
      signal,
      everySeconds: config.syncSeconds === 0 ? null : config.syncSeconds,
      onRequestedEnd: mailRequesters({ db, sendMail, emailOf }),
    });
    await Promise.all([sync, trade]);
  },
  metrics: ({ config, db, clock }) => [
    jobMetrics(clock, { sync: () => syncRunCounts(db) }),
    ...(config.tradingSystemUrl === undefined
      ? []
      : [syncMetrics({ db, clock }), stuckMetrics({ db, clock })]),
    suspenseMetrics({ db, clock }),
  ],
  routes: (app, context) =>
    registerTradingSystemRoutes(app, {
      ...ledgersOf(context),
      db: context.db,
      clock: context.clock,
      configured: context.config.tradingSystemUrl !== undefined,
      reached: (position) => context.fresh.reached(['customers'], position),
    }),
};
