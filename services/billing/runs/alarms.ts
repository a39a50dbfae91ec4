import { sql } from 'kysely';
import type { Bill } from '#contracts/billing/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/** An issued bill that could not be derived again byte for byte: something that never changes has changed. */
export type BillAlarm = {
  id: string;
  customerId: number;
  month: string;
  version: number;
  message: string;
  raisedAt: Date;
};

type Named = Pick<Bill, 'customerId' | 'month' | 'version'>;

const idOf = ({ customerId, month, version }: Named): string => `${customerId}-${month}-${version}`;

/** Raises the alarm of a bill; one that stands keeps the time it was first raised. */
export async function raiseAlarm(db: Db, bill: Named, message: string, at: Date): Promise<void> {
  await sql`
    insert into vitrine.bill_alarm as alarm (bill_id, customer_id, month, version, message, raised_at)
    values (${idOf(bill)}, ${bill.customerId}, ${bill.month}, ${bill.version}, ${message}, ${at})
    on conflict (bill_id) do update set message = excluded.message,
      raised_at = case when alarm.cleared_at is null then alarm.raised_at else excluded.raised_at end, cleared_at = null`.execute(
    db,
  );
}

/** The bill is as it was issued: an alarm of it is over. */
export async function clearAlarm(db: Db, bill: Named, at: Date): Promise<void> {
  await sql`
    update vitrine.bill_alarm set cleared_at = ${at} where bill_id = ${idOf(bill)} and cleared_at is null`.execute(
    db,
  );
}

/** The alarms that stand, oldest first. */
export async function standingAlarms(db: Db): Promise<BillAlarm[]> {
  const { rows } = await sql<BillAlarm>`
    select bill_id as id, customer_id as "customerId", month, version, message, raised_at as "raisedAt"
    from vitrine.bill_alarm where cleared_at is null order by raised_at, bill_id`.execute(db);
  return rows;
}
