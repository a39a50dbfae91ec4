import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Mail, SendMail } from '#services/mail/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { InstanceReport } from './instance-report.ts';
import { requestersOf } from './sync-requests.ts';

export type TellRequestersDeps = {
  db: Db;
  sendMail: SendMail;
  /** The address of a user; null when it has none that can be used. */
  emailOf: (username: string) => Promise<string | null>;
};

/** Mails the outcome of a sync to each requester once (rule: Sync). */
export function mailRequesters({ db, sendMail, emailOf }: TellRequestersDeps) {
  return async (id: string, reports: readonly InstanceReport[]): Promise<void> => {
    for (const username of await requestersOf(db, id)) {
      const to = await emailOf(username);
      if (to !== null) await sendMail({ ...syncMail(reports), to, key: `sync/${id}/${username}` });
    }
  };
}

/** What a sync came to, instance by instance. Pure. */
export function syncMail(reports: readonly InstanceReport[]): Pick<Mail, 'subject' | 'text'> {
  const sorted = reports.toSorted((a, b) => compareText(a.instance, b.instance));
  const sum = (field: 'recorded' | 'suspended') =>
    reports.reduce((total, report) => total + report[field], 0);
  const failed = sorted.filter((report) => report.failed !== undefined).map(({ instance }) => instance);
  const recorded = sum('recorded');
  const outcome = failed.length > 0 ? `Sync failed for ${failed.join(', ')}` : 'Sync finished';
  return {
    subject: `${outcome}: ${recorded} new ${recorded === 1 ? 'document' : 'documents'}`,
    text: `The external trading system was checked for changes.

${sorted.map(line).join('\n')}
${sum('suspended') > 0 ? '\nSuspended documents wait in the suspense list of the back office and are tried again at each sync.\n' : ''}`,
  };
}

function line({ instance, read, recorded, already, suspended, resolved, failed }: InstanceReport): string {
  const figures = `${read} read, ${recorded} recorded, ${already} known already, ${suspended} suspended, ${resolved} no longer suspended`;
  return `${instance}: ${figures}${failed === undefined ? '' : `\n  failed: ${failed}`}`;
}
