import type { Context } from '#services/module.ts';
import type { App } from '#services/platform/http/index.ts';
import type { BillCallsContext } from './billing-context.ts';
import { registerBillRoutes } from './bill-routes.ts';
import { registerCreateRoutes } from './create-routes.ts';
import { registerBeginBillingRoutes } from './finance/begin-billing-routes.ts';
import { registerDetailsRoutes } from './finance/details-routes.ts';
import { registerJournalRoutes } from './finance/journal-routes.ts';
import { registerPeriodLockRoutes } from './finance/period-lock-routes.ts';
import { registerHoldingRoutes } from './holding-routes.ts';
import { registerOpenedBillRoutes } from './opened-bill-routes.ts';
import { registerBillRunRoutes } from './run-routes.ts';
import { registerWorkingRoutes } from './working-routes.ts';

/** The resources of billing under /api/ (bills, runs, statements, alarms, holdings), and the portal's calls that make bills and explain them. */
export function registerBillingRoutes(app: App, billing: BillCallsContext & Pick<Context, 'fresh'>): void {
  registerBillRoutes(app, billing);
  registerOpenedBillRoutes(app, billing);
  registerCreateRoutes(app, billing);
  registerWorkingRoutes(app, billing);
  registerBillRunRoutes(app, billing);
  registerPeriodLockRoutes(app, billing);
  registerBeginBillingRoutes(app, billing);
  registerDetailsRoutes(app, billing);
  registerJournalRoutes(app, billing);
  registerHoldingRoutes(app, billing);
}
