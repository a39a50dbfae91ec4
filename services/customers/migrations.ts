import type { Migration } from '#services/platform/database/index.ts';
import { accountChangeMigrations } from './account-changes.ts';
import { accountClaimMigrations } from './account-claims.ts';
import { availableAccountMigrations } from './available-accounts.ts';

/** The plain tables of customers besides the log. */
export const customerMigrations: readonly Migration[] = [
  ...availableAccountMigrations,
  ...accountClaimMigrations,
  ...accountChangeMigrations,
];
