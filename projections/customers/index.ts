export { customersProjection } from './projector.ts';
export type { CustomerAccount, CustomerRecord } from '#contracts/customer/index.ts';
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
