export { issuedBill } from './bill-parts.ts';
export type { BillingContext } from './billing-context.ts';
export { createBill, type BillOutcome, type CreateBill } from './create-bill.ts';
export { statementsOfMonth } from './issued-bills.ts';
export { billingMigrations } from './migrations.ts';
export { runWhenEnded, startBillRun, type StartRun } from './runs/start-run.ts';
export { itemsOf, type BillRun, type RunItem, type RunKind } from './runs/run-store.ts';
export { effectOfRecorded, effectOfStoneEvent } from './preview-effect.ts';
export { wireEffect } from './billing-wire.ts';
