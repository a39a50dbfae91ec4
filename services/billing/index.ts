export { issueDocumentsOfMonth } from './bill-documents/issue-documents.ts';
export type { BillingContext } from './billing-context.ts';
export { wireEffect } from './billing-wire.ts';
export { createBill } from './create-bill.ts';
export { billingMigrations } from './migrations.ts';
export { effectOfRecorded, effectOfStoneEvents } from './preview-effect.ts';
