import type { App } from '#services/platform/http/index.ts';
import type { BillingContext } from './billing-context.ts';
import { registerBillRoutes } from './bill-routes.ts';
import { registerHoldingRoutes } from './holding-routes.ts';
import { registerBillRunRoutes } from './run-routes.ts';

/** The resources of billing under /api/: bills, runs, statements, alarms, holdings. */
export function registerBillingRoutes(app: App, billing: BillingContext): void {
  registerBillRoutes(app, billing);
  registerBillRunRoutes(app, billing);
  registerHoldingRoutes(app, billing);
}
