import type { Context, Module } from '#services/module.ts';
import { jobMetrics } from '#services/operations/index.ts';
import { planJobCounts } from './jobs/job-store.ts';
import { reassortmentMigrations } from './jobs/migrations.ts';
import { workPlanJobs, type WorkPlanJobs } from './jobs/work-plan-jobs.ts';
import { registerFileRoutes } from './file-routes.ts';
import { registerMetadataRoutes } from './metadata-routes.ts';
import { registerPlanRoutes } from './plan-routes.ts';
import { registerTemplateRoutes } from './template-routes.ts';

export const reassortmentModule: Module = {
  name: 'reassortment',
  migrations: reassortmentMigrations,
  jobs(context, signal) {
    const { stores, log } = context;
    return workPlanJobs({ ...stores, context: gathering(context), log, signal });
  },
  metrics: ({ clock, db }) => [jobMetrics(clock, { plan: () => planJobCounts(db) })],
  routes(app, context) {
    registerMetadataRoutes(app, context);
    registerTemplateRoutes(app, context, (position) => context.fresh.reached(['parcels'], position));
    registerPlanRoutes(app, context);
    registerFileRoutes(app, context);
  },
};

const gathering = (context: Context): WorkPlanJobs['context'] => ({
  ...context,
  staleVendors: () => context.readers.staleVendors(),
  caughtUp: (readModels) => context.fresh.caughtUp(readModels),
});
