import { sql, type RawBuilder } from 'kysely';
import { ON_MEMO, type HistoryType } from '#contracts/vocabulary/statuses.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { EXCEPTIONAL_SHOW_DAYS, type Tier } from '#contracts/vocabulary/tiers.ts';
import { anyOf } from '../engine/index.ts';
import type { Db } from '#services/platform/database/index.ts';

const EXCEPTIONAL: Tier = 'Exceptional';
/** How many days count as due soon, including today. */
const SOON_DAYS = 7;
/** After how many days an entry of an inbox counts as old. */
const OLD_AFTER_DAYS = 7;
/** An intent without its document becomes an anomaly after this many days (rule: Anomalies). */
const DOCUMENT_WITHIN_DAYS = 14;

/**
 * Exceptional stones that customers have on memo, each with the house day it is due back (rule: Exceptional tier): its
 * first day's end on memo plus the tier's days. The tier is the one that the spell froze.
 */
export function selectAgeing(today: HouseDay): RawBuilder<unknown> {
  return sql`
    select own.customer_id || '/' || own.parcel_name as id, own.parcel_name as "parcelName", own.line,
      own.customer_id as "customerId", customer.name as "customerName", own.status,
      own.attributes->>'lab' as lab, own.attributes->>'certNo' as "certNo",
      (own.attributes->>'weight')::float8 / 1000 as weight, own.attributes->>'shapeCode' as "shapeCode",
      own.attributes->>'colour' as colour, own.attributes->>'clarity' as clarity,
      memo.day as "memoDate", memo.day + ${EXCEPTIONAL_SHOW_DAYS}::int as "dueDate",
      memo.day + ${EXCEPTIONAL_SHOW_DAYS}::int - ${today}::date as "daysLeft",
      memo.day + ${EXCEPTIONAL_SHOW_DAYS}::int < ${today}::date as overdue,
      memo.day + ${EXCEPTIONAL_SHOW_DAYS}::int between ${today}::date and ${today}::date + ${SOON_DAYS - 1}::int as "dueSoon"
    from read.customer_parcel as own
    join lateral (
      select min(from_day) as day from read.holding
      where holding.parcel_name = own.parcel_name and holding.spell_key = own.spell_key
        and holding.status = ${anyOf(ON_MEMO)}) as memo on memo.day is not null
    left join read.customer as customer on customer.customer_id = own.customer_id
    where own.spell_end is null and own.status = ${anyOf(ON_MEMO)}
      and own.attributes->>'tier' = ${EXCEPTIONAL}`;
}

/** How many Exceptional stones are overdue, and how many are due soon. */
export async function countAgeing(db: Db, today: HouseDay): Promise<{ overdue: number; dueSoon: number }> {
  const { rows } = await sql<{ overdue: number; dueSoon: number }>`
    select count(*) filter (where overdue)::int as overdue, count(*) filter (where "dueSoon")::int as "dueSoon"
    from (${selectAgeing(today)}) as memo`.execute(db);
  return rows[0]!;
}

/**
 * What should not have happened, and what should have by now: a pending return without return memo and a sale
 * without invoice after 14 house days (rule: Anomalies). `date` is the entry's own, `since` the house day on which it was
 * learnt, or on which what is missing became overdue.
 * @param zone the house's time zone
 */
export function selectAnomalies(today: HouseDay, zone: string): RawBuilder<unknown> {
  return sql`
    select concat_ws('/', found.parcel_name, found.event_id, left(md5(found.reason), 8)) as id,
      found.parcel_name as "parcelName", parcel.line, found.customer_id as "customerId", customer.name as "customerName",
      found.event_id as "eventId", entry.type, entry.effective_at as date, found.reason, found.overdue,
      age.since, age.since < ${today}::date - ${OLD_AFTER_DAYS}::int as old
    from (
      select parcel_name, event_id, customer_id, reason, false as overdue from read.anomaly
      union all ${selectOverdue(today)}) as found
    left join read.parcel as parcel on parcel.parcel_name = found.parcel_name
    left join read.history_entry as entry on entry.event_id = found.event_id
    cross join lateral (
      select case when found.overdue then entry.house_day + ${DOCUMENT_WITHIN_DAYS}::int
        else (entry.recorded_at at time zone ${zone})::date end as since) as age
    left join read.customer as customer on customer.customer_id = found.customer_id`;
}

/** How many documents of each type are dated in a range of house days, both inclusive, and their amounts together. */
export async function documentsDated(
  db: Db,
  { types, from, to }: { types: readonly HistoryType[]; from: HouseDay; to: HouseDay },
): Promise<Map<HistoryType, { count: number; amountCents: Cents }>> {
  const { rows } = await sql<{ type: HistoryType; count: number; amountCents: Cents }>`
    select type, count(*)::int as count, coalesce(sum(amount_cents), 0)::bigint as "amountCents"
    from read.history_entry
    where live and type = ${anyOf(types)} and house_day between ${from}::date and ${to}::date
    group by type`.execute(db);
  return new Map(rows.map(({ type, ...of }) => [type, of]));
}

function selectOverdue(today: HouseDay): RawBuilder<unknown> {
  return sql`
    select own.parcel_name, intent.event_id, own.customer_id,
      case own.status when 'SOLD' then ${`sold, and no invoice after ${DOCUMENT_WITHIN_DAYS} days`}
        else ${`on its way back, and no return memo after ${DOCUMENT_WITHIN_DAYS} days`} end as reason,
      true as overdue
    from read.customer_parcel as own
    join lateral (
      select event_id, house_day from read.history_entry as entry
      where entry.parcel_name = own.parcel_name and entry.customer_id = own.customer_id and entry.live
        and entry.type = case own.status when 'SOLD' then 'SOLD' else 'RETURN' end
      order by house_day desc, effective_at desc limit 1) as intent on true
    where own.spell_end is null and own.status in ('SOLD', 'PENDING_RETURN')
      and intent.house_day <= ${today}::date - ${DOCUMENT_WITHIN_DAYS}::int`;
}
