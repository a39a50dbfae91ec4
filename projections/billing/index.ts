export { billsProjection } from './projector.ts';
export {
  billableCustomers,
  billingRecords,
  billOfMonth,
  billsOfMonth,
  customersOfParcel,
  firstRecordedAfter,
  type BillingRecords,
} from './queries.ts';
