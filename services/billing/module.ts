import type { Module } from '#services/module.ts';
import { jobMetrics } from '#services/operations/index.ts';
import { billDocumentsReactor } from './bill-documents/bill-documents-reactor.ts';
import { billingMigrations } from './migrations.ts';
import { registerBillingRoutes } from './routes.ts';
import { billRunCounts } from './runs/run-store.ts';
import { workBillRuns } from './runs/work-runs.ts';

export const billingModule: Module = {
  name: 'billing',
  migrations: billingMigrations,
  reactors: (context) => [billDocumentsReactor(context)],
  jobs: (context, signal) => workBillRuns({ ...context.stores, billing: context, log: context.log, signal }),
  metrics: ({ clock, db }) => [jobMetrics(clock, { 'bill-run': () => billRunCounts(db) })],
  routes: registerBillingRoutes,
};
