import { isDeepStrictEqual } from 'node:util';
import {
  documentDetailsSchema,
  journalAccountsSchema,
  NO_DETAILS,
  STANDARD_ACCOUNTS,
  type CustomerDetailsResource,
  type DocumentDetails,
  type FinanceSettings,
  type FinanceSettingsResource,
} from '#contracts/api/finance.ts';
import { lockName, type Db } from '#services/platform/database/index.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { recordSetting, settingOf, versionOf, type Subject } from './settings.ts';

const SUBJECTS = ['details', 'accounts'] as const;

/** The house's details on documents, besides its name. */
export const houseDetails = async (db: Db): Promise<DocumentDetails> =>
  (await settingOf(db, 'details', documentDetailsSchema)) ?? NO_DETAILS;

/** A customer's details on documents. */
export const customerDetails = async (db: Db, customerId: number): Promise<DocumentDetails> =>
  (await settingOf(db, `details-${customerId}`, documentDetailsSchema)) ?? NO_DETAILS;

/** The same, with the version that the next change names. */
export const customerDetailsResourceOf = async (
  db: Db,
  customerId: number,
): Promise<CustomerDetailsResource> => {
  // Read first: a change that comes between is then refused, not lost.
  const { version } = await versionOf(db, [`details-${customerId}`]);
  return { ...(await customerDetails(db, customerId)), version };
};

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

type Change = { by: string; at: Date; expectedVersion: string | null };

/**
 * Sets the house's settings; with `expectedVersion`, only if that is still theirs. What is in force already is not
 * recorded again. Throws Refusal 409 when somebody has changed them since.
 */
export async function setFinanceSettings(
  db: Db,
  settings: FinanceSettings,
  how: Change,
): Promise<FinanceSettingsResource> {
  return db.transaction().execute(async (tx) => {
    await lockName(tx, 'vitrine finance settings');
    if (!isDeepStrictEqual(await financeSettings(tx), settings)) {
      await refuseChanged(tx, SUBJECTS, how);
      for (const subject of SUBJECTS)
        await recordSetting(tx, subject, settings[subject], { ...how, reason: '' });
    }
    return financeSettingsResourceOf(tx);
  });
}

/** Sets a customer's details on documents, under the same conditions. Throws Refusal 409 as well. */
export async function setCustomerDetails(
  db: Db,
  customerId: number,
  details: DocumentDetails,
  how: Change,
): Promise<CustomerDetailsResource> {
  const subject = `details-${customerId}` as const;
  return db.transaction().execute(async (tx) => {
    await lockName(tx, `vitrine ${subject}`);
    if (!isDeepStrictEqual(await customerDetails(tx, customerId), details)) {
      await refuseChanged(tx, [subject], how);
      await recordSetting(tx, subject, details, { ...how, reason: '' });
    }
    return customerDetailsResourceOf(tx, customerId);
  });
}

async function refuseChanged(
  tx: Db,
  subjects: readonly Subject[],
  { expectedVersion }: Change,
): Promise<void> {
  const { version, setBy } = await versionOf(tx, subjects);
  if (expectedVersion !== null && expectedVersion !== version)
    throw changedMeanwhile(setBy, 'page of settings');
}
