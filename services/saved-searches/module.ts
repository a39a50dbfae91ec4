import type { Module } from '#services/module.ts';
import { keepLooking, lookDeps } from './look-for-matches.ts';
import { savedSearchMigrations } from './migrations.ts';
import { registerSavedSearchRoutes } from './routes.ts';

export const savedSearchesModule: Module = {
  name: 'saved-searches',
  migrations: savedSearchMigrations,
  jobs: (context, signal) =>
    keepLooking(lookDeps(context), { leases: context.stores.leases, log: context.log, signal }),
  routes: (app, context) => registerSavedSearchRoutes(app, lookDeps(context)),
};
