import { projectionMigrations } from '#projections/engine/index.ts';
import { assetPagesModule } from './asset-pages/module.ts';
import { attributesModule } from './attributes/module.ts';
import { auditModule } from './audit/module.ts';
import { billingModule } from './billing/module.ts';
import { certificatesModule } from './certificates/module.ts';
import { clientLinksModule } from './client-links/module.ts';
import { configurationModule } from './configuration/module.ts';
import { customersModule } from './customers/module.ts';
import { desiresModule } from './desires/module.ts';
import { identityModule } from './identity/module.ts';
import { inboxesModule } from './inboxes/module.ts';
import { invoicesModule } from './invoices/module.ts';
import { jewelleryModule } from './jewellery/module.ts';
import { liveChangesModule } from './live-changes/module.ts';
import { mailModule } from './mail/module.ts';
import { matchingModule } from './matching/module.ts';
import { memoRemindersModule } from './memo-reminders/module.ts';
import type { Module } from './module.ts';
import { restoreMigrations } from './moving/index.ts';
import { operationsModule } from './operations/module.ts';
import { commandMigrations } from './platform/commands/index.ts';
import { fileMigrations } from './platform/files/index.ts';
import { attemptMigrations } from './platform/http/index.ts';
import { reactorMigrations } from './platform/reactors/index.ts';
import { pricesModule } from './prices/module.ts';
import { reassortmentModule } from './reassortment/module.ts';
import { referralsModule } from './referrals/module.ts';
import { reportsModule } from './reports/module.ts';
import { savedSearchesModule } from './saved-searches/module.ts';
import { stonesModule } from './stones/module.ts';
import { tradingSystemModule } from './trading-system/module.ts';
import { vendorNoticesModule } from './vendor-notices/module.ts';
import { vendorsModule } from './vendors/module.ts';
import { watchListsModule } from './watch-lists/module.ts';

/** The capabilities: each is added or deleted as a folder and a line here. */
export const MODULES: readonly Module[] = [
  // First, so that it measures the stores before the others query them.
  operationsModule,
  identityModule,
  attributesModule,
  configurationModule,
  customersModule,
  pricesModule,
  stonesModule,
  certificatesModule,
  matchingModule,
  jewelleryModule,
  desiresModule,
  liveChangesModule,
  inboxesModule,
  tradingSystemModule,
  billingModule,
  invoicesModule,
  memoRemindersModule,
  mailModule,
  referralsModule,
  assetPagesModule,
  vendorsModule,
  vendorNoticesModule,
  watchListsModule,
  auditModule,
  reportsModule,
  savedSearchesModule,
  clientLinksModule,
  reassortmentModule,
];

/** Every plain table, of the platform and of the capabilities. */
export const migrations = [
  ...projectionMigrations,
  ...commandMigrations,
  ...reactorMigrations,
  ...attemptMigrations,
  ...fileMigrations,
  ...restoreMigrations,
  ...MODULES.flatMap(({ migrations: own = [] }) => own),
];
