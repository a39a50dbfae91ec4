import type { Module } from '#services/module.ts';
import { jobFigures } from '#services/operations/index.ts';
import { registerMappingRoutes } from './mapping/mapping-routes.ts';
import { repricingMigrations } from './repricing/migrations.ts';
import { repricingCounts } from './repricing/repricing-counts.ts';
import { repricingReactor } from './repricing/repricing-reactor.ts';
import { registerRepricingRoutes } from './repricing/routes.ts';
import { runRepricing } from './repricing/run-repricing.ts';

/** A job waits this long, in milliseconds, for a read model to have what the log has. */
const READ_MODEL_WITHIN_MS = 10_000;

export const vendorsModule: Module = {
  name: 'vendors',
  migrations: repricingMigrations,
  reactors: (context) => [repricingReactor(context, context.startAt)],
  jobs(context, signal) {
    const { events, positions, stores, log } = context;
    const readModelCaughtUp = async (): Promise<boolean> =>
      positions.waitForPosition(['parcels'], await events.headPosition(), READ_MODEL_WITHIN_MS);
    return runRepricing({ context, leases: stores.leases, readModelCaughtUp, log, signal });
  },
  figures: ({ clock, db }) => [jobFigures(clock, { repricing: (now) => repricingCounts(db, now) })],
  routes: (app, context) => {
    registerRepricingRoutes(app, context);
    registerMappingRoutes(app, context);
  },
};
