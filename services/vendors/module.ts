import type { Context, Module } from '#services/module.ts';
import { jobMetrics } from '#services/operations/index.ts';
import { signingSecret } from '#services/platform/config/index.ts';
import { openDropFolders } from '#services/platform/files/index.ts';
import { createLinkTokens } from '#services/platform/signed-links/index.ts';
import type { FeedRunContext } from './feed-runs/feed-run-context.ts';
import { feedRunMigrations } from './feed-runs/migrations.ts';
import { registerFeedRunRoutes } from './feed-runs/routes.ts';
import { feedRunCounts } from './feed-runs/run-store.ts';
import { workFeedRuns } from './feed-runs/work-feed-runs.ts';
import { registerInventoryRoutes } from './judgements/inventory-routes.ts';
import { judgementReactor } from './judgements/judgement-reactor.ts';
import { registerFeedFileRoutes } from './mapping/feed-file-routes.ts';
import { registerVendorLinkRoutes } from './links/link-routes.ts';
import { vendorLinkMigrations } from './links/migrations.ts';
import { registerVendorViewRoutes } from './links/view-routes.ts';
import { registerInventorySheetRoutes } from './inventory-sheet/inventory-sheet-routes.ts';
import { registerMappingRoutes } from './mapping/mapping-routes.ts';
import { registerVendorReportRoutes } from './report/routes.ts';
import type { FeedSourceContext } from './feed-sources/feed-source-context.ts';
import { feedSourceMigrations } from './feed-sources/migrations.ts';
import { feedSourceMetrics } from './feed-sources/source-metrics.ts';
import { registerFeedSourceRoutes } from './feed-sources/source-routes.ts';
import { workFeedSources } from './feed-sources/work-feed-sources.ts';
import { registerGlanceRoutes } from './glance-routes.ts';
import { repricingMigrations } from './repricing/migrations.ts';
import { repricingCounts } from './repricing/queue-repricing.ts';
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

const feedSourceContext = (context: Context): FeedSourceContext => ({
  ...feedRunContext(context),
  drops: openDropFolders(context.config),
  https: { hosts: context.config.feedHosts },
  sendMail: context.sendMail,
  houseEmail: context.config.houseEmail,
  publicUrl: context.config.publicUrl,
});

export const vendorsModule: Module = {
  name: 'vendors',
  migrations: [
    ...repricingMigrations,
    ...feedRunMigrations,
    ...vendorNumberMigrations,
    ...feedSourceMigrations,
    ...vendorLinkMigrations,
  ],
  reactors: (context) => [
    repricingReactor(context, context.startAt),
    judgementReactor(context, context.startAt),
  ],
  jobs(context, signal) {
    const { events, positions, stores, log } = context;
    const readModelCaughtUp = async (): Promise<boolean> =>
      positions.waitForPosition(['parcels'], await events.headPosition(), READ_MODEL_WITHIN_MS);
    const { leases, work } = stores;
    return Promise.all([
      runRepricing({ context, leases, work, readModelCaughtUp, log, signal }),
      workFeedRuns({ context: feedRunContext(context), leases, work, log, signal }),
      workFeedSources({ context: feedSourceContext(context), leases, work, log, signal }),
    ]);
  },
  metrics: ({ clock, db }) => [
    jobMetrics(clock, {
      repricing: (now) => repricingCounts(db, now),
      'feed-run': () => feedRunCounts(db),
    }),
    feedSourceMetrics(db),
  ],
  routes(app, context) {
    const { fresh, today } = context;
    registerRepricingRoutes(app, context);
    registerMappingRoutes(app, context);
    registerFeedFileRoutes(app, context);
    registerFeedRunRoutes(app, feedRunContext(context));
    registerFeedSourceRoutes(app, context, context.config.feedHosts);
    registerInventoryRoutes(app, context);
    registerVendorReportRoutes(app, context);
    const tokens = createLinkTokens(signingSecret(context.config), "a vendor's own view");
    registerVendorLinkRoutes(app, { ...context, tokens, publicUrl: context.config.publicUrl });
    registerVendorViewRoutes(app, { ...context, tokens });
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
