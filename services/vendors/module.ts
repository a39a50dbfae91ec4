import type { Context, Module } from '#services/module.ts';
import { jobFigures } from '#services/operations/index.ts';
import type { FeedRunContext } from './feed-runs/feed-run-context.ts';
import { feedRunMigrations } from './feed-runs/migrations.ts';
import { registerFeedRunRoutes } from './feed-runs/routes.ts';
import { feedRunCounts } from './feed-runs/run-counts.ts';
import { workFeedRuns } from './feed-runs/work-feed-runs.ts';
import { registerInventoryRoutes } from './judgements/inventory-routes.ts';
import { judgementReactor } from './judgements/judgement-reactor.ts';
import { registerFeedFileRoutes } from './mapping/feed-file-routes.ts';
import { registerInventorySheetRoutes } from './inventory-sheet/inventory-sheet-routes.ts';
import { registerMappingRoutes } from './mapping/mapping-routes.ts';
import { registerVendorReportRoutes } from './report/routes.ts';
import { registerGlanceRoutes } from './glance-routes.ts';
import { repricingMigrations } from './repricing/migrations.ts';
import { repricingCounts } from './repricing/repricing-counts.ts';
import { repricingReactor } from './repricing/repricing-reactor.ts';
import { registerRepricingRoutes } from './repricing/routes.ts';
import { runRepricing } from './repricing/run-repricing.ts';
import { vendorNumberMigrations } from './vendor-numbers.ts';
import { registerVendorRoutes } from './vendor-routes.ts';

/** A job waits this long, in milliseconds, for a read model to have what the log has. */
const READ_MODEL_WITHIN_MS = 10_000;

const feedRunContext = (context: Context): FeedRunContext => ({
  ...context,
  shares: context.config.feedShares,
});

export const vendorsModule: Module = {
  name: 'vendors',
  migrations: [...repricingMigrations, ...feedRunMigrations, ...vendorNumberMigrations],
  reactors: (context) => [
    repricingReactor(context, context.startAt),
    judgementReactor(context, context.startAt),
  ],
  jobs(context, signal) {
    const { events, positions, stores, log } = context;
    const readModelCaughtUp = async (): Promise<boolean> =>
      positions.waitForPosition(['parcels'], await events.headPosition(), READ_MODEL_WITHIN_MS);
    const { leases } = stores;
    return Promise.all([
      runRepricing({ context, leases, readModelCaughtUp, log, signal }),
      workFeedRuns({ context: feedRunContext(context), leases, log, signal }),
    ]);
  },
  figures: ({ clock, db }) => [
    jobFigures(clock, {
      repricing: (now) => repricingCounts(db, now),
      'feed-run': () => feedRunCounts(db),
    }),
  ],
  routes(app, context) {
    const { fresh, today } = context;
    registerRepricingRoutes(app, context);
    registerMappingRoutes(app, context);
    registerFeedFileRoutes(app, context);
    registerFeedRunRoutes(app, feedRunContext(context));
    registerInventoryRoutes(app, context);
    registerVendorReportRoutes(app, context);
    registerInventorySheetRoutes(app, context);
    registerVendorRoutes(app, {
      context,
      today,
      reached: (position) => fresh.reached(['vendors'], position),
    });
    registerGlanceRoutes(app, {
      context,
      today,
      reached: (position) => fresh.reached(['vendors', 'parcels'], position),
    });
  },
};
