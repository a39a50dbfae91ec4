export { customerCommands, type CustomerChanged } from './handlers.ts';
export { NEW_CUSTOMER_TERMS, type RegisterCustomer } from './register-customer.ts';
export type { ChangeTerms } from './change-terms.ts';
export { customerMigrations } from './migrations.ts';
export { finishAccountChanges } from './account-changes.ts';
export { customersByLimits } from './by-limits.ts';
export type { CustomerFigures, CustomerSight } from './customer-wire.ts';
export { customerReaders, type CustomerReaders } from './customer-readers.ts';
