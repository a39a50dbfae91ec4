import {
  documentDetailsSchema,
  journalAccountsSchema,
  NO_DETAILS,
  STANDARD_ACCOUNTS,
  type DocumentDetails,
  type FinanceSettings,
} from '#contracts/api/finance.ts';
import type { Db } from '#services/platform/database/index.ts';
import { settingOf } from './settings.ts';

/** The house's details on documents, besides its name. */
export const houseDetails = async (db: Db): Promise<DocumentDetails> =>
  (await settingOf(db, 'details', documentDetailsSchema)) ?? NO_DETAILS;

/** A customer's details on documents. */
export const customerDetails = async (db: Db, customerId: number): Promise<DocumentDetails> =>
  (await settingOf(db, `details-${customerId}`, documentDetailsSchema)) ?? NO_DETAILS;

/** The house's settings made by finance. */
export const financeSettings = async (db: Db): Promise<FinanceSettings> => ({
  details: await houseDetails(db),
  accounts: (await settingOf(db, 'accounts', journalAccountsSchema)) ?? STANDARD_ACCOUNTS,
});
