export { BILLING_MODELS, type BillingContext } from './billing-context.ts';
export { createBill, type BillOutcome, type CreateBill } from './create-bill.ts';
export { checkOverrides, previewBill, statementOfVendor, statementsOfMonth } from './issued-bills.ts';
