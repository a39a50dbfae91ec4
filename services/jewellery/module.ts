import type { Module } from '#services/module.ts';
import { importMigrations } from './import/import-store.ts';
import { backOrdersReactor } from './orders/back-orders-reactor.ts';
import { serveEachDay } from './orders/serve-each-day.ts';
import { registerJewelleryRoutes } from './routes.ts';

export const jewelleryModule: Module = {
  name: 'jewellery',
  migrations: importMigrations,
  jobs: (context, signal) =>
    serveEachDay(context, { leases: context.stores.leases, log: context.log, signal }),
  reactors: (context) => [backOrdersReactor(context)],
  routes: (app, context) =>
    registerJewelleryRoutes(app, { ...context.fresh, context, readers: context.readers }),
};
