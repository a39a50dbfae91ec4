export { identityMigrations } from './migrations.ts';
export { createSessionRecords } from './session-records.ts';
export { openServer } from './open-server.ts';
export { userStill, type UserStillDeps } from './user-still.ts';
export { createAccounts, type KeptAccounts } from './accounts.ts';
export { registerIdentityRoutes } from './routes.ts';
export { registerForgottenPasswordRoutes } from './forgotten-password-routes.ts';
export { sendLinks } from './forgotten-passwords.ts';
export { createSealing } from './second-factor/sealing.ts';
export { registerSecondFactorRoutes } from './second-factor/routes.ts';
export { registerSessionRoutes } from './session-routes.ts';
export { normalUsername } from './user-table.ts';
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
} from './users.ts';
