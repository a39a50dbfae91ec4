export { BILLING_MODELS, type BillingContext } from './billing-context.ts';
export { createBill, type BillOutcome, type CreateBill } from './create-bill.ts';
export { checkOverrides, previewBill, statementOfVendor, statementsOfMonth } from './issued-bills.ts';
export { billingMigrations } from './migrations.ts';
export { runWhenEnded, startBillRun, type StartRun } from './runs/start-run.ts';
export { itemsOf, newestRuns, findRun, type BillRun, type RunItem, type RunKind } from './runs/run-store.ts';
export { standingAlarms, type BillAlarm } from './runs/alarms.ts';
export { workBillRuns } from './runs/work-runs.ts';
export {
  effectOfCustomerTerms,
  effectOfRecorded,
  effectOfStoneEvent,
  effectOfVendorTerms,
  explainBill,
} from './preview-effect.ts';
export { registerBillingRoutes } from './routes.ts';
export { holdingAt, holdingSeries, type HeldAt, type HoldingDay } from './holdings.ts';
export { wireEffect } from './billing-wire.ts';
