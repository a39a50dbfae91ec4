import {
  BATCH_BESIDE_REQUESTS,
  isOthersTurn,
  projectionStatus,
  rebuildProjection,
  retryParked,
} from '#projections/engine/index.ts';
import { finishAccountChanges } from '#services/customers/index.ts';
import type { Context, Module } from '#services/module.ts';
import { databaseAnswers } from '#services/platform/database/index.ts';
import { givingWayTo } from '#services/platform/traffic.ts';
import { removeOldMailTexts } from '#services/mail/index.ts';
import { removeOldFeedFile, removeOldFeedRows } from '#services/vendors/index.ts';
import {
  jobMetrics,
  natsMetrics,
  poolMetrics,
  projectionMetrics,
  reachableMetrics,
} from './metric-sources.ts';
import { FOLDS } from './folds.ts';
import { newestRebuilds, operationsMigrations, rebuildCounts, requestRebuild } from './rebuild-jobs.ts';
import { registerOperationsRoutes } from './routes.ts';
import { runUpkeep } from './run-upkeep.ts';

const statusOf = ({ db, events, projections }: Context) => projectionStatus(db, events, projections);

export const operationsModule: Module = {
  name: 'operations',
  migrations: operationsMigrations,

  jobs(context, signal) {
    const { db, events, clock, log, stores, projections, traffic } = context;
    return runUpkeep({
      db,
      leases: stores.leases,
      work: stores.work,
      clock,
      log,
      signal,
      rebuild: async (name, { resumed, signal: rebuilding }) => {
        const projection = projections.find((one) => one.name === name);
        if (!projection) throw new Error(`this program has no projection ${name}`);
        await rebuildProjection({
          pool: stores.projecting.pool,
          copyLeases: stores.copyLeases,
          events,
          projection,
          signal: rebuilding,
          resume: resumed,
          batchSize: BATCH_BESIDE_REQUESTS,
          giveWay: givingWayTo(traffic, rebuilding),
        });
      },
      isBusy: (error, projection) => isOthersTurn(error, projection, stores.leases),
      folds: FOLDS,
      finishLeft: () => finishAccountChanges(context),
      forgetOld: [
        () => removeOldFeedRows(context),
        () => removeOldFeedFile(context),
        () => removeOldMailTexts(context),
      ],
    });
  },

  metrics(context) {
    const { config, db, events, clock, stores, projections } = context;
    const { database, projecting, leasing, bus } = stores;
    return [
      // First, so that the connections of the questions that follow are not in it.
      poolMetrics({ requests: database.pool, projections: projecting.pool, leases: leasing.pool }),
      reachableMetrics('postgres', () => databaseAnswers(db)),
      reachableMetrics('event_store', () => events.headPosition().then(() => true)),
      ...(config.natsUrl === undefined ? [] : [natsMetrics(() => bus.reach() === 'connected')]),
      projectionMetrics(
        projections.map(({ name }) => name),
        () => statusOf(context),
      ),
      jobMetrics(clock, { rebuild: () => rebuildCounts(db) }),
    ];
  },

  routes(app, context) {
    const { config, db, events, clock, stores, projections, health } = context;
    registerOperationsRoutes(app, {
      health,
      metrics: config.healthPort === undefined,
      projections: async () => {
        const [status, rebuilds] = await Promise.all([statusOf(context), newestRebuilds(db)]);
        return status.map((one) => ({ ...one, rebuild: rebuilds.get(one.id) ?? null }));
      },
      mending: {
        names: projections.map(({ name }) => name),
        requestRebuild: (projection, requestedBy) =>
          requestRebuild(db, { projection, requestedBy, now: clock() }),
        retry: (name) =>
          retryParked({
            pool: stores.projecting.pool,
            events,
            projection: projections.find((one) => one.name === name)!,
          }),
      },
    });
  },
};
