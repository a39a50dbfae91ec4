export { identityMigrations } from './migrations.ts';
export { createSessionRecords } from './session-records.ts';
export { createAccounts, type AccountsOptions } from './accounts.ts';
export { registerIdentityRoutes, type IdentityRoutes } from './routes.ts';
export { registerUserRoutes } from './user-routes.ts';
export type { UserManagement } from './manage-users.ts';
export {
  accountNoticeSchema,
  ACCOUNTS_SUBJECT,
  createUser,
  findUser,
  insertUser,
  listUsers,
  setPassword,
  updateUser,
  type NewUser,
  type UserChanges,
  type UserStore,
} from './users.ts';
