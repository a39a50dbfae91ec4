export { customersProjection } from './projector.ts';
export type { CustomerAccount, CustomerRecord, RecordedTerms } from './customer-record.ts';
export {
  allCustomers,
  assignedAccounts,
  customerByAccountCode,
  customerById,
  customerNamesOf,
  customerTermsAt,
  customerTermsOf,
  customersChangedAfter,
} from './queries.ts';
