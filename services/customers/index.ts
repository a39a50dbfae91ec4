export { customerCommands, type CustomerChanged } from './handlers.ts';
export { NEW_CUSTOMER_TERMS, type RegisterCustomer } from './register-customer.ts';
export type { ChangeTerms } from './change-terms.ts';
export { registerCustomerRoutes, type CustomerRoutesDeps } from './routes.ts';
export { customerMigrations } from './migrations.ts';
export { finishAccountChanges } from './account-changes.ts';
export { customerWire, type CustomerFigures, type CustomerSight } from './customer-wire.ts';
