export { customerCommands } from './handlers.ts';
export { NEW_CUSTOMER_TERMS } from './register-customer.ts';
export { customerMigrations } from './migrations.ts';
export { finishAccountChanges } from './account-changes.ts';
export { customersByLimits } from './by-limits.ts';
export { customerReaders, type CustomerReaders } from './customer-readers.ts';
