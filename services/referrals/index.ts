export { referralMigrations } from './migrations.ts';
export type { ReferralDeps } from './refer-a-friend.ts';
export { registerReferralRoutes } from './routes.ts';
