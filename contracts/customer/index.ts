export { holderOfAccount } from './account-holder.ts';
export { sameAccount, evolveCustomerRecord, type CustomerRecord, type Opening } from './customer-record.ts';
export { againstLimits } from './inventory-limits.ts';
export { holdsAllFinished, type FinishedInstruction, type OpenInstruction } from './instruction-ledger.ts';
export {
  customerFold,
  evolveCustomer,
  isCustomerRecordEvent,
  newCustomer,
  type CustomerState,
} from './customer.ts';
