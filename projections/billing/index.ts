export { billsProjection } from './projector.ts';
export {
  billableCustomers,
  billingRecords,
  billOfMonth,
  billsOfMonth,
  customersOfParcel,
  customersOfVendor,
  firstRecordedAfter,
  type BillingRecords,
} from './queries.ts';
export { inThisLog, positionsNamed } from './moved-bill.ts';
export { hashOfText, IncompleteBill, wholeBill, type WholeBill } from './whole-bill.ts';
