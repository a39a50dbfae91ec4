export type { CustomerTables } from './tables.ts';
export { customersProjection } from './projector.ts';
export type { CustomerRecord } from '#contracts/customer/index.ts';
export {
  allCustomers,
  assignedAccounts,
  customerByAccountCode,
  accessOfCustomers,
  customerById,
  customerNamed,
  customerNames,
  customerNamesOf,
  customerNumbers,
  customerTermsOf,
  customersChangedAfter,
  highestCustomerNumber,
  ownersOfAccounts,
  storedCustomer,
} from './queries.ts';
