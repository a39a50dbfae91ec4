import { sql } from 'kysely';
import type { Bill } from '#contracts/billing/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/** The alarm that the check found an issued bill wrong: it differs from the log, or a change of its month stands on no bill. */
export type BillAlarm = {
  id: string;
  customerId: number;
  month: string;
  version: number;
  message: string;
  raisedAt: Date;
};

type Named = Pick<Bill, 'customerId' | 'month' | 'version'>;

const alarmIdOf = ({ customerId, month, version }: Named): string => `${customerId}-${month}-${version}`;

/** Raises the alarm of a bill; an open one keeps the time at which it was first raised. */
export async function raiseAlarm(db: Db, bill: Named, message: string, at: Date): Promise<void> {
  await sql`
    insert into vitrine.bill_alarm as alarm (bill_id, customer_id, month, version, message, raised_at)
    values (${alarmIdOf(bill)}, ${bill.customerId}, ${bill.month}, ${bill.version}, ${message}, ${at})
    on conflict (bill_id) do update set message = excluded.message,
      raised_at = case when alarm.cleared_at is null then alarm.raised_at else excluded.raised_at end, cleared_at = null`.execute(
    db,
  );
}

/** Clears the alarm of a bill that is in order. */
export async function clearAlarm(db: Db, bill: Named, at: Date): Promise<void> {
  await sql`
    update vitrine.bill_alarm set cleared_at = ${at} where bill_id = ${alarmIdOf(bill)} and cleared_at is null`.execute(
    db,
  );
}

/** The open alarms, oldest first. */
export async function standingAlarms(db: Db): Promise<BillAlarm[]> {
  const { rows } = await sql<BillAlarm>`
    select bill_id as id, customer_id as "customerId", month, version, message, raised_at as "raisedAt"
    from vitrine.bill_alarm where cleared_at is null order by raised_at, bill_id`.execute(db);
  return rows;
}
