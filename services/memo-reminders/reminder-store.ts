import { sql } from 'kysely';
import { NO_MEMO_REMINDERS, type MemoReminders } from '#contracts/api/memo-reminders.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { NearMemo } from './near-memos.ts';

/** Whose reminders of which customer's memos. */
export type Reminded = { username: string; customerId: number };

export async function remindersOf(db: Db, { username, customerId }: Reminded): Promise<MemoReminders> {
  const { rows } = await sql<MemoReminders>`
    select is_on as "on", days_before as "daysBefore" from vitrine.memo_reminder
    where username = ${username} and customer_id = ${customerId}`.execute(db);
  return rows[0] ?? NO_MEMO_REMINDERS;
}

/** What is set counts from now on: today's mail may still come. */
export async function saveReminders(
  db: Db,
  { username, customerId }: Reminded,
  { on, daysBefore }: MemoReminders,
): Promise<void> {
  await sql`
    insert into vitrine.memo_reminder (username, customer_id, is_on, days_before)
    values (${username}, ${customerId}, ${on}, ${daysBefore})
    on conflict (username, customer_id)
      do update set is_on = excluded.is_on, days_before = excluded.days_before`.execute(db);
}

/** Those who are reminded, and have not been on this day. */
export async function waitingFor(db: Db, day: HouseDay): Promise<(Reminded & { daysBefore: number })[]> {
  const { rows } = await sql<Reminded & { daysBefore: number }>`
    select username, customer_id as "customerId", days_before as "daysBefore" from vitrine.memo_reminder
    where is_on and (sent_day is null or sent_day < ${day}::date) order by customer_id, username`.execute(db);
  return rows;
}

/** Takes the day's mail of one of them; false when another process has. */
export async function takeDay(db: Db, { username, customerId }: Reminded, day: HouseDay): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.memo_reminder set sent_day = ${day}::date
    where username = ${username} and customer_id = ${customerId} and is_on
      and (sent_day is null or sent_day < ${day}::date) returning username`.execute(db);
  return rows.length > 0;
}

/** Notes what one is reminded of; answers those of it that are new. */
export async function noteReminded(
  db: Db,
  { username, customerId }: Reminded,
  memos: readonly NearMemo[],
): Promise<NearMemo[]> {
  if (memos.length === 0) return [];
  const { rows } = await sql<{ parcelName: string }>`
    insert into vitrine.memo_reminded (username, customer_id, parcel_name, due_day, overdue)
    select ${username}, ${customerId}, * from json_to_recordset(${JSON.stringify(memos)}::json)
      as memo ("parcelName" text, "dueDate" date, overdue boolean)
    on conflict do nothing returning parcel_name as "parcelName"`.execute(db);
  const fresh = new Set(rows.map(({ parcelName }) => parcelName));
  return memos.filter(({ parcelName }) => fresh.has(parcelName));
}
