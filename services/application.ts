import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { createProjections } from '#projections/index.ts';
import {
  AlreadyRebuilding,
  BATCH_BESIDE_REQUESTS,
  createPositions,
  projectionMigrations,
  projectionStatus,
  readModelsReady,
  rebuildProjection,
  retryParked,
  startProjections,
  type ProjectionsRunner,
} from '#projections/engine/index.ts';
import { customerByAccountCode, customerById } from '#projections/customers/index.ts';
import { linesOfParcels } from '#projections/parcels/index.ts';
import { attributeMigrations, openAttributeWords, registerAttributeRoutes } from './attributes/index.ts';
import { backOfficeMigrations, openBackOffice } from './back-office.ts';
import { registerConfigurationRoutes } from './configuration/index.ts';
import { effectOfStoneEvent, registerBillingRoutes, wireEffect } from './billing/index.ts';
import { customerMigrations, finishAccountChanges, registerCustomerRoutes } from './customers/index.ts';
import { registerDesireRoutes } from './desires/index.ts';
import { registerCertificateRoutes } from './documents/index.ts';
import {
  createAccounts,
  createSessionRecords,
  identityMigrations,
  registerIdentityRoutes,
} from './identity/index.ts';
import {
  backOrdersReactor,
  jewelleryMigrations,
  registerJewelleryRoutes,
  type JewelleryContext,
} from './jewellery/index.ts';
import { publishChanges, registerLiveChangeRoutes } from './live-changes/index.ts';
import { registerMatchingRoutes } from './matching/index.ts';
import {
  newestRebuilds,
  operationsMigrations,
  registerOperationsRoutes,
  requestRebuild,
  runUpkeep,
  startHealthServer,
  type Health,
  type ReadinessChecks,
} from './operations/index.ts';
import { openBus, type Reach } from './platform/bus/index.ts';
import { systemClock } from './platform/clock.ts';
import { createSnapshots, commandMigrations } from './platform/commands/index.ts';
import { BadConfiguration, type Config } from './platform/config/index.ts';
import { connectDatabase, connectionName, databaseAnswers, migrate } from './platform/database/index.ts';
import { connectEventStore } from './platform/event-store/index.ts';
import { figureCollector } from './platform/figures/index.ts';
import { fileMigrations, folderOfFiles, holdFolder, openFileStore } from './platform/files/index.ts';
import { attemptMigrations, countAttempts, createHttpServer } from './platform/http/index.ts';
import { openLeases } from './platform/leases/index.ts';
import { oneAtATime } from './platform/one-at-a-time.ts';
import {
  noteKnownWhole,
  reactorMigrations,
  runReactors,
  waitingReactors,
} from './platform/reactors/index.ts';
import { priceMigrations } from './prices/index.ts';
import {
  createListBodies,
  finishingReactor,
  recordDocument,
  registerSimilarRequestRoute,
  registerStoneRoutes,
  type StoneRoutesDeps,
} from './stones/index.ts';
import {
  connectTradingSystem,
  instructionReactor,
  registerTradingSystemRoutes,
  runSync,
  suspendedAccounts,
  tradingSystemMigrations,
  type Ledgers,
} from './trading-system/index.ts';
import { figureSources } from './figures.ts';
import { createReaders, READ_MODELS } from './readers.ts';
import { ensureLogIdentity, isUnwritten } from './platform/log-identity.ts';
import { untilStoresAnswer } from './platform/until-stores-answer.ts';

/** The process' log; pino's and fastify's loggers fit. */
export type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type Application = {
  /** Base address of the HTTP server; undefined without the role `api`. */
  address: string | undefined;
  /** Base address of its health and metrics where they have a port of their own. */
  healthAddress: string | undefined;
  /** Ends what is under way, in order. */
  close(): Promise<void>;
};

/** Of every plain table. */
export const migrations = [
  ...projectionMigrations,
  ...commandMigrations,
  ...identityMigrations,
  ...priceMigrations,
  ...reactorMigrations,
  ...tradingSystemMigrations,
  ...backOfficeMigrations,
  ...jewelleryMigrations,
  ...customerMigrations,
  ...attributeMigrations,
  ...operationsMigrations,
  ...attemptMigrations,
  ...fileMigrations,
];

/** A request, a reaction or a job waits so long, in milliseconds, for one statement of Postgres or a free connection. */
const ANSWER_WITHIN_MS = 10_000;

/** One for the heartbeat, one for taking leases. */
const LEASE_CONNECTIONS = 2;
const LEASE_PATIENCE_MS = 3_000;

/** The demo's loader waits this long, in milliseconds, for read models that follow it at its own pace. */
const DEMO_WAIT_MS = 60_000;

/**
 * Wires one process of Vitrine for its roles and starts it: stores, read models, reactors, jobs, HTTP. Throws when a
 * store cannot be reached, a migration fails or the port is taken.
 */
export async function startApplication(config: Config, jwtSecret: string, log: Log): Promise<Application> {
  const clock = systemClock;
  const zone = config.timeZone;
  const problem = (message: string, error: unknown): void => log.warn({ err: error }, message);
  const lines = {
    info: (message: string) => log.info({}, message),
    warn: (message: string) => log.warn({}, message),
  };

  const name = connectionName();
  const {
    db,
    pool,
    close: closeDatabase,
  } = connectDatabase(config.databaseUrl, {
    name,
    max: config.databaseConnections,
    answerWithinMs: ANSWER_WITHIN_MS,
    onError: (error) => problem('an idle connection broke', error),
  });
  // Connections of their own, so that a rebuild or a long catch-up takes none from requests.
  const projecting = connectDatabase(config.databaseUrl, {
    name,
    max: config.projectionConnections,
    onError: (error) => problem('an idle connection of the projections broke', error),
  });
  // So that no heartbeat waits for a connection, or for an answer that does not come.
  const leasing = connectDatabase(config.databaseUrl, {
    name,
    max: LEASE_CONNECTIONS,
    answerWithinMs: LEASE_PATIENCE_MS,
  });
  const leases = openLeases(leasing.pool, { log: lines });
  const events = connectEventStore({ connectionString: config.eventStoreUrl });
  const bus = openBus({
    natsUrl: config.natsUrl,
    onProblem: problem,
    onBack: (message) => log.info({}, message),
  });
  if (config.natsUrl === undefined && config.roles.has('api') !== config.roles.has('projections'))
    log.warn({}, `NATS_URL is not set though the roles run in several processes. ${PAGES_LOOK}`);
  const ending = new AbortController();
  let runner: ProjectionsRunner | undefined;
  let checks: ReadinessChecks = { started: async () => false };
  let collect: Health['collect'] = async () => [];
  /** True while what the read models commit is announced in every process that this one's pages or others' need. */
  const announced = (): boolean =>
    bus.reach() === 'connected' ||
    (bus.reach() === 'alone' && runner?.caughtUp() === true && config.roles.has('api'));
  const closing: (() => Promise<unknown>)[] = [
    () => bus.close(),
    () => events.close(),
    leases.close,
    leasing.close,
    projecting.close,
    closeDatabase,
  ];
  const close = async (): Promise<void> => {
    ending.abort();
    for (const step of closing) await step();
  };

  const projections = createProjections(zone);
  const health: Health = {
    roles: [...config.roles],
    checks: () => checks,
    leads: leases.held,
    degraded: () => (announced() ? {} : { liveChanges: `${REACH[bus.reach()]} ${PAGES_LOOK}` }),
    waiting: async () =>
      Object.fromEntries(
        (await waitingReactors(db)).map(({ reactor, reason }) => [`reactor ${reactor}`, reason]),
      ),
    collect: () => collect(),
  };

  try {
    const demo = config.demo ? await loadDemo() : undefined;
    let healthAddress: string | undefined;
    if (config.healthPort !== undefined) {
      const { host, healthPort, logLevel } = config;
      const server = await startHealthServer({ host, port: healthPort, logLevel }, health);
      closing.push(server.close);
      healthAddress = server.address;
    }
    await untilStoresAnswer({ db, events, eventStoreUrl: config.eventStoreUrl });
    // Not within what a request may take: an index over a large table is made here.
    await migrate(projecting.pool, migrations);
    // The read models are made of the log alone.
    const folder = folderOfFiles(config);
    if (folder !== undefined && [...config.roles].some((role) => role !== 'projections')) {
      const standing = connectDatabase(config.databaseUrl, {
        max: 1,
        onError: (error) => problem('the connection that holds the folder of files broke', error),
      });
      closing.push(standing.close);
      const giveBack = await holdFolder({
        pool: standing.pool,
        folder,
        newId: randomUUID,
        warn: lines.warn,
      });
      closing.unshift(async () => giveBack());
    }
    const logId = await ensureLogIdentity({ events, clock, newId: randomUUID });
    if (await isUnwritten(events)) await noteKnownWhole(db, logId, clock());
    const positions = createPositions(db, logId);
    const words = openAttributeWords({ db, bus, clock });
    const readers = createReaders({
      ...{ db, events, clock, zone, positions, words },
      freshWithinMs: config.freshWithinMs,
    });
    const context: JewelleryContext = {
      events,
      db,
      clock,
      zone,
      snapshots: createSnapshots(pool),
      perCustomer: oneAtATime<number>(),
      exposureAt: readers.exposureAt,
      findInstruction: readers.findInstruction,
      positions,
      perModel: oneAtATime<string>(),
    };
    const ledgers: Ledgers = {
      customerByAccountCode: (instance, accountCode) => customerByAccountCode(db, instance, accountCode),
      recordDocument: (document) => recordDocument(context, document),
    };
    const startAt = demo ? 'head' : 'beginning';
    const backOffice = openBackOffice({
      config,
      startAt,
      context,
      leases,
      bus,
      positions,
      words,
      log: lines,
      customerAccess: readers.customerAccess,
    });

    if (config.roles.has('projections')) {
      const changes = publishChanges({ db, bus, onProblem: problem });
      const started = startProjections({
        pool: projecting.pool,
        leases,
        events,
        projections,
        positions,
        log,
        onCommitted: changes.onCommitted,
        onJoined: changes.onJoined,
      });
      runner = started;
      closing.unshift(
        () => started.stop(),
        () => changes.stop(),
      );
    }
    if (demo) {
      const readModelsCaughtUp = async (): Promise<void> => {
        await positions.waitForPosition(READ_MODELS, await events.headPosition(), DEMO_WAIT_MS);
      };
      await demo.fillDemo({ ...context, readModelsCaughtUp, log: lines });
    }

    const peer =
      config.tradingSystemUrl === undefined
        ? undefined
        : connectTradingSystem({ baseUrl: config.tradingSystemUrl });
    const accountsOf = async (customerId: number) => (await customerById(db, customerId))?.accounts ?? [];
    const posting = peer ? [instructionReactor({ context, peer, accountsOf, startAt })] : [];
    const reactors = [
      finishingReactor(context),
      backOrdersReactor(context),
      ...posting,
      ...backOffice.reactors,
    ];
    const figures = figureSources({
      ...{ config, db, events, bus, clock, reactors },
      pools: { requests: pool, projections: projecting.pool, leases: leasing.pool },
      projectionNames: projections.map(({ name }) => name),
      projectionStatus: () => projectionStatus(db, events, projections),
    });
    collect = figureCollector(figures, {
      onProblem: (error) => problem('figures that are not known', error),
    });
    if (config.roles.has('reactors')) {
      const reacting = runReactors({
        db,
        leases,
        events,
        clock,
        log: lines,
        signal: ending.signal,
        withoutOrders: demo !== undefined,
        reactors,
      });
      closing.unshift(() => reacting);
    }
    if (config.roles.has('jobs')) {
      const upkeep = runUpkeep({
        ...{ db, leases, clock, log: lines, signal: ending.signal },
        rebuild: async (name, { resumed, signal }) => {
          const projection = projections.find((one) => one.name === name);
          if (!projection) throw new Error(`this program has no projection ${name}`);
          await rebuildProjection({
            ...{ pool: projecting.pool, events, projection, signal, resume: resumed },
            batchSize: BATCH_BESIDE_REQUESTS,
          });
        },
        isBusy: (error) => error instanceof AlreadyRebuilding,
        finishLeft: () => finishAccountChanges(context),
      });
      const working = backOffice.runJobs(ending.signal);
      closing.unshift(() => Promise.all([working, upkeep]));
    }
    if (config.roles.has('jobs') && peer) {
      const syncing = runSync({
        db,
        leases,
        peer,
        clock,
        log: lines,
        signal: ending.signal,
        everySeconds: config.syncSeconds === 0 ? null : config.syncSeconds,
        ...ledgers,
        onRequestedEnd: backOffice.onRequestedSyncEnd,
      });
      closing.unshift(() => syncing);
    }

    const stores = {
      notStopping: async () => !ending.signal.aborted,
      database: () => databaseAnswers(db),
      eventStore: () => events.headPosition().then(() => true),
    };
    const readsModels = config.roles.has('api') || config.roles.has('projections');
    checks = readsModels
      ? { ...stores, projections: readModelsReady({ db, events, projections, runner }) }
      : stores;
    if (!config.roles.has('api')) return { address: undefined, healthAddress, close };
    const accounts = createAccounts({ db, bus, clock, customerAccess: readers.customerAccess });
    const app = await createHttpServer({
      clock,
      accounts,
      sessionRecords: createSessionRecords({ db, bus, clock }),
      maxSessionSeconds: config.maxSessionHours * 3600,
      jwtSecret,
      attempts: countAttempts(db),
      newId: randomUUID,
      logLevel: config.logLevel,
      ...(config.accessLog && { accessLog: pino() }),
      trustProxy: config.trustProxy,
      allowedOrigins: config.allowedOrigins,
      frameAncestors: config.frameAncestors,
      portalFolder: path.resolve('dist/portal'),
      adminFolder: path.resolve('dist/admin'),
    });
    closing.unshift(async () => {
      // What a balancer learns from /readyz takes it a while.
      if (app.server.listening) await sleep(config.drainSeconds * 1000);
      await app.drain();
      await app.close();
    });

    const today = () => houseDayOf(clock().toISOString(), zone);
    registerIdentityRoutes(app, { db, bus, clock, accounts, customerFor: readers.customerFor });
    registerAttributeRoutes(app, words);
    registerConfigurationRoutes(app, demo?.withDemoFilms(config.portal) ?? config.portal);
    registerCustomerRoutes(app, {
      context,
      today,
      mark: () => positions.markOf(['customers']),
      state: async () => (await positions.stateOf(['customers'])).state,
      reached: (position) => positions.waitForPosition(['customers'], position, config.freshWithinMs),
      seenAccounts: () => suspendedAccounts(db),
    });
    const stones: StoneRoutesDeps = {
      context,
      freshness: readers.freshness,
      judgedOnTheNewest: readers.judgedOnTheNewest,
      bodies: createListBodies(),
      billingEffect: async (parcelName, event) =>
        wireEffect(await effectOfStoneEvent(context, parcelName, event)),
      readers: { ...readers, db, zone, lineOf: async (name) => (await linesOfParcels(db, [name])).get(name) },
    };
    for (const line of LINES) registerStoneRoutes(app, line, stones);
    registerCertificateRoutes(app, {
      ...stones,
      files: openFileStore(config),
      drawing: demo?.drawnCertificates,
    });
    demo?.registerDemoMediaRoutes(app);
    registerSimilarRequestRoute(app, stones);
    registerMatchingRoutes(app, {
      readers: stones.readers,
      freshness: readers.freshness,
      parcelsMark: () => positions.markOf(['parcels']),
    });
    registerJewelleryRoutes(app, { ...stones, context, readers });
    registerDesireRoutes(app, {
      context,
      freshness: readers.freshness,
      customerNames: readers.customerNames,
      desiresMark: () => positions.markOf(['desires']),
      access: async (customerId) => (await readers.customer(customerId)).access,
    });
    registerLiveChangeRoutes(app, {
      bus,
      clock,
      accounts,
      lineAccess: readers.customerAccess,
      async state() {
        const [{ position, state }, { version }] = await Promise.all([
          positions.stateOf(READ_MODELS),
          words.now(),
        ]);
        return { position, state: `${state} ${version}` };
      },
      hears: announced,
    });
    registerTradingSystemRoutes(app, {
      ...{ db, clock, configured: config.tradingSystemUrl !== undefined },
      ...ledgers,
      reached: (position) => positions.waitForPosition(['customers'], position, config.freshWithinMs),
    });
    registerBillingRoutes(app, context);
    backOffice.registerRoutes(app);
    registerOperationsRoutes(app, {
      health,
      projections: async () => {
        const [status, rebuilds] = await Promise.all([
          projectionStatus(db, events, projections),
          newestRebuilds(db),
        ]);
        return status.map((one) => ({ ...one, rebuild: rebuilds.get(one.id) ?? null }));
      },
      mending: {
        names: projections.map(({ name }) => name),
        requestRebuild: (projection, requestedBy) =>
          requestRebuild(db, { projection, requestedBy, now: clock() }),
        retry: (name) =>
          retryParked({ pool, events, projection: projections.find((one) => one.name === name)! }),
      },
    });
    const address = await app.listen({ host: config.host, port: config.port });
    return { address, healthAddress, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the demo adds; a build without `deploy/local`, as production's is, has none. Throws BadConfiguration there. */
async function loadDemo() {
  try {
    return await import('#local/demo/index.ts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new BadConfiguration(['VITRINE_DEMO is on, but this build of Vitrine has no demo: unset it.']);
  }
}

/** Why other processes' notices do not arrive. */
const REACH = {
  connected: '',
  alone: 'NATS_URL is not set, and the read models are followed in another process.',
  away: 'NATS cannot be reached.',
} as const satisfies Record<Reach, string>;
const PAGES_LOOK = 'Pages look every few seconds for what others do, and load everything again.';
