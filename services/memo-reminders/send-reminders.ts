import { memoDueDay, type MemoTerms } from '#contracts/lifecycle/index.ts';
import { HOUR_MS, houseDayOf, houseInstant } from '#contracts/vocabulary/house-time.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { parcelsOfCustomer } from '#projections/parcels/index.ts';
import { userStill, type UserStillDeps } from '#services/identity/index.ts';
import { isMailAddress, type SendMail } from '#services/mail/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import { isDatabaseAway } from '#services/platform/database/index.ts';
import { everyUnderLease, type UnderLease } from '#services/platform/leases/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import { nearMemos, reminderMail, type DatedMemo } from './near-memos.ts';
import { noteReminded, takeDay, waitingFor, type Reminded } from './reminder-store.ts';

export type RemindDeps = UserStillDeps & {
  clock: Clock;
  /** The house's time zone. */
  zone: string;
  sendMail: SendMail;
  memoTerms(customerId: number): Promise<MemoTerms>;
  customerNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** False while the read models are behind: a stone that came back would be reminded of. */
  caughtUp(readModels: readonly string[]): Promise<boolean>;
  publicUrl: string;
  log: Pick<ProcessLog, 'warn'>;
};

/** Reminders come in the morning, at 7 by the house's clock. */
const MORNING_MS = 7 * HOUR_MS;
const LOOK_EVERY_MS = 60_000;

/** Sends reminders until the signal is aborted, one process at a time. */
export async function keepReminding(deps: RemindDeps, under: Omit<UnderLease, 'name'>): Promise<void> {
  await everyUnderLease({ ...under, name: 'memo-reminders' }, LOOK_EVERY_MS, () => sendReminders(deps));
}

/**
 * Sends the day's reminders that are still to be sent, one mail a person and customer (rule: Memo reminders). Its mail,
 * its day and what it is about stand together or not at all, so that a killed process sends each once. One that fails
 * holds up none of the others; it is tried again with the next look.
 */
export async function sendReminders(deps: RemindDeps): Promise<void> {
  const { db, clock, zone } = deps;
  const now = clock().toISOString();
  const day = houseDayOf(now, zone);
  if (now < houseInstant(day, MORNING_MS, zone)) return;
  const waiting = await waitingFor(db, day);
  if (waiting.length === 0 || !(await deps.caughtUp(['parcels', 'customers']))) return;
  for (const one of waiting) {
    try {
      await remind(deps, one, day);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const whose = `${one.username} for customer ${one.customerId}`;
      deps.log.warn(`the memo reminder of ${whose} was not sent, and is tried again: ${messageOf(error)}`);
    }
  }
}

async function remind(deps: RemindDeps, one: Reminded & { daysBefore: number }, day: string): Promise<void> {
  const { username, customerId, daysBefore } = one;
  const user = await userStill(deps, username, customerId);
  const to = user && isMailAddress(user.email) ? user.email : null;
  const near = to !== null ? nearMemos(await datedMemos(deps, customerId), daysBefore, day) : [];
  const customer = (await deps.customerNames([customerId])).get(customerId) ?? '';
  await deps.db.transaction().execute(async (tx) => {
    if (!(await takeDay(tx, one, day))) return;
    const fresh = await noteReminded(tx, one, near);
    if (to === null || fresh.length === 0) return;
    const key = `memo-reminder/${customerId}/${username}/${day}`;
    await deps.sendMail({ to, key, ...reminderMail(fresh, customer, deps.publicUrl) }, tx);
  });
}

/** What the customer still has on memo, and for which a day is agreed; what is on its way back is not asked for. */
async function datedMemos({ db, memoTerms }: RemindDeps, customerId: number): Promise<DatedMemo[]> {
  const terms = await memoTerms(customerId);
  const own = await Promise.all(LINES.map((line) => parcelsOfCustomer(db, customerId, line)));
  return own.flat().flatMap(({ parcelName, status, memoDay, attributes }) => {
    // Of a memo that has ended there is no day.
    if (status !== 'CUSTOMER' || memoDay === null) return [];
    const dueDate = memoDueDay({ day: memoDay, tier: attributes.tier }, terms);
    if (dueDate === undefined) return [];
    return { parcelName, certificate: certificateInWords(attributes), memoDate: memoDay, dueDate };
  });
}
