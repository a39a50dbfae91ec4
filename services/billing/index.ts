export { pieceWords, stoneWords } from './bill-documents/describe-parcels.ts';
export { statementWords } from './bill-documents/statement-workbook.ts';
export { statementOfVendor } from './issued-bills.ts';
export { issueDocumentsOfMonth } from './bill-documents/issue-documents.ts';
export type { BillingContext } from './billing-context.ts';
export { wireEffect } from './billing-wire.ts';
export { createBill } from './create-bill.ts';
export { billingMigrations } from './migrations.ts';
export { effectOfRecorded, effectOfStoneEvents } from './preview-effect.ts';
