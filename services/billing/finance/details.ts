import { isDeepStrictEqual } from 'node:util';
import {
  documentDetailsSchema,
  journalAccountsSchema,
  NO_DETAILS,
  STANDARD_ACCOUNTS,
  type DocumentDetails,
  type FinanceSettings,
  type FinanceSettingsResource,
} from '#contracts/api/finance.ts';
import { holdName, type Db } from '#services/platform/database/index.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { recordSetting, settingOf, versionOf } from './settings.ts';

const SUBJECTS = ['details', 'accounts'] as const;

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

/** The same, with the version that the next change names. */
export const financeSettingsResourceOf = async (db: Db): Promise<FinanceSettingsResource> => {
  // Read first: a change that comes between is then refused, not lost.
  const { version } = await versionOf(db, SUBJECTS);
  return { ...(await financeSettings(db)), version };
};

/**
 * Sets the house's settings; with `expectedVersion`, only if that is still theirs. What is in force already is not
 * recorded again. Throws Refusal 409 when somebody has changed them since.
 */
export async function setFinanceSettings(
  db: Db,
  settings: FinanceSettings,
  { by, at, expectedVersion }: { by: string; at: Date; expectedVersion: string | null },
): Promise<FinanceSettingsResource> {
  return db.transaction().execute(async (tx) => {
    await holdName(tx, 'vitrine finance settings');
    const now = await financeSettings(tx);
    if (!isDeepStrictEqual(now, settings)) {
      const { version, setBy } = await versionOf(tx, SUBJECTS);
      if (expectedVersion !== null && expectedVersion !== version)
        throw changedMeanwhile(setBy, 'page of settings');
      for (const subject of SUBJECTS)
        await recordSetting(tx, subject, settings[subject], { reason: '', by, at });
    }
    return financeSettingsResourceOf(tx);
  });
}
