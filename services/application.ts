import { setMaxListeners } from 'node:events';
import {
  createPositions,
  startProjections,
  type EngineLog,
  type ProjectionsRunner,
} from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { openContext } from './context.ts';
import { announceCommits, ANSWERING_READ_MODELS } from './freshness/index.ts';
import { openServer } from './identity/index.ts';
import { publishChanges } from './live-changes/index.ts';
import { DEMO_WAIT_MS, loadDemo, requireDemosHouse } from './load-demo.ts';
import { migrations, MODULES } from './modules.ts';
import {
  PAGES_LOOK,
  processHealth,
  readinessChecks,
  startHealthServer,
  type Health,
  type ReadinessChecks,
} from './operations/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import { migrate } from './platform/database/index.ts';
import { addFreshReads, endServing, listen, type App } from './platform/http/index.ts';
import { logIdOf } from './platform/log-identity.ts';
import { metricCollector } from './platform/metrics/index.ts';
import { reactorMetrics, runReactors, withDeadline } from './platform/reactors/index.ts';
import { holdFiles, identifyLog, openStores, untilStoresAnswer } from './platform/stores/index.ts';

export type Application = {
  /** Base address of the HTTP server; undefined without the role `api`. */
  address: string | undefined;
  /** Base address of its health and metrics when they have a port of their own. */
  healthAddress: string | undefined;
  /** Ends everything under way, in order. */
  close(): Promise<void>;
};

/** Milliseconds for which the reason of a failed start is kept back, while what it had opened closes. */
const CLOSE_WITHIN_MS = 3_000;

/**
 * Starts one process of Vitrine for its roles: stores, read models, reactors, jobs, HTTP. Throws when a store cannot be
 * reached, a migration fails, the port is taken, or the demo is on and the log is a house's own.
 */
export async function startApplication(
  config: Config,
  jwtSecret: string,
  log: EngineLog,
): Promise<Application> {
  const { roles } = config;
  const problem = (message: string, error: unknown): void => log.warn({ err: error }, message);
  const lines = {
    info: (message: string) => log.info({}, message),
    warn: (message: string) => log.warn({}, message),
  };
  const stores = openStores(config, lines, problem);
  const { database, projecting, leases, copyLeases, events, bus } = stores;
  if (config.natsUrl === undefined && roles.has('api') !== roles.has('projections'))
    lines.warn(`NATS_URL is not set though the roles run in several processes. ${PAGES_LOOK}`);

  const ending = new AbortController();
  const { signal } = ending;
  // Every job listens to it; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const closing: (() => Promise<unknown>)[] = [stores.close];
  const close = async (): Promise<void> => {
    ending.abort();
    for (const step of closing) await step();
  };
  let runner: ProjectionsRunner | undefined;
  let checks: ReadinessChecks = { started: async () => false };
  let collect: Health['collect'] = async () => [];
  let requests: App['requestCounts'] = () => [];
  const announced = (): boolean =>
    bus.reach() === 'connected' ||
    (bus.reach() === 'alone' && runner?.caughtUp() === true && roles.has('api'));
  const health = processHealth({
    config,
    stores,
    announced,
    checks: () => checks,
    collect: () => collect(),
  });

  try {
    let healthAddress: string | undefined;
    if (config.healthPort !== undefined) {
      const server = await startHealthServer({ ...config, port: config.healthPort }, health, () =>
        requests(),
      );
      closing.push(server.close);
      healthAddress = server.address;
    }
    const demo = config.demo ? await loadDemo() : undefined;
    await untilStoresAnswer({ ...config, db: database.db, events, warn: lines.warn });
    // Outside the time limit of requests: a migration may build an index over a large table.
    await migrate(projecting.pool, migrations, { areAll: true });
    const files = await holdFiles(config, lines.warn);
    if (files) closing.unshift(files.release);
    if (files) closing.push(files.close);
    const logId = await identifyLog({ db: database.db, events, clock: systemClock });
    if (demo) await requireDemosHouse(demo, { db: database.db, events });
    const pools = [database.pool, projecting.pool];
    const positions = createPositions(database.db, logId, pools, { readLogId: () => logIdOf(events), log });
    const projections = createProjections(config.timeZone);
    const context = openContext({ config, stores, log: lines, positions, projections, demo });

    if (roles.has('projections')) {
      const commits = announceCommits(bus);
      const changes = publishChanges({ ...context, bus, onProblem: problem });
      const started = startProjections({
        ...context,
        pool: projecting.pool,
        looking: database.pool,
        leases,
        copyLeases,
        log,
        unfinished: context.underWay.ended,
        onCommitted: (committed) => [commits, changes].forEach((one) => one.onCommitted(committed)),
        onJoined: (name, position) => [commits, changes].forEach((one) => one.onJoined(name, position)),
      });
      runner = started;
      closing.unshift(
        () => started.stop(),
        () => changes.stop(),
      );
    }
    const readModelsCaughtUp = async (): Promise<void> => {
      await positions.waitForPosition(ANSWERING_READ_MODELS, await events.headPosition(), DEMO_WAIT_MS);
    };
    await demo?.fillDemo({ ...context, readModelsCaughtUp });

    const reactors = MODULES.flatMap((module) => module.reactors?.(context) ?? []);
    const metrics = MODULES.flatMap((module) => module.metrics?.(context) ?? []);
    collect = metricCollector([...metrics, reactorMetrics(context, reactors)], {
      onProblem: (series, error) => problem(`metrics that are not known: ${series}`, error),
    });
    if (roles.has('reactors')) {
      const withoutOrders = demo !== undefined;
      const reacting = runReactors({ ...context, ...stores, signal, withoutOrders, reactors });
      closing.unshift(() => reacting);
    }
    if (roles.has('jobs')) {
      const working = Promise.all(MODULES.flatMap((module) => module.jobs?.(context, signal) ?? []));
      closing.unshift(() => working);
    }
    checks = readinessChecks(config, stores, projections, runner, signal);
    if (!roles.has('api')) return { address: undefined, healthAddress, close };
    const { app, accounts } = await openServer(context, jwtSecret);
    addFreshReads(app, context.fresh.allReached);
    requests = () => app.requestCounts();
    closing.unshift(() => endServing(app, config.drainSeconds));
    for (const { routes } of MODULES) routes?.(app, { ...context, accounts, health, announced });
    demo?.registerDemoMediaRoutes(app);
    return { address: await listen(app, config, 'PORT'), healthAddress, close };
  } catch (error) {
    await withDeadline(CLOSE_WITHIN_MS, undefined, close).catch((late: unknown) =>
      problem('what a failed start had opened did not close in order', late),
    );
    throw error;
  }
}
