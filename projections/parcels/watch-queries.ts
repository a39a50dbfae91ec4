import { sql, type RawBuilder } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { EXCEPTIONAL_SHOW_DAYS, type Tier } from '#contracts/vocabulary/tiers.ts';

const EXCEPTIONAL: Tier = 'Exceptional';
/** An intent without its document becomes an anomaly after this many days (rule: Anomalies). */
const DOCUMENT_WITHIN_DAYS = 14;

/**
 * Exceptional stones that customers have on memo, each with the house day it is due back (rule: Exceptional
 * tier): as many days after the first day's end on memo as the tier is shown for. Of the tier that the spell
 * froze.
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
      memo.day + ${EXCEPTIONAL_SHOW_DAYS}::int < ${today}::date as overdue
    from read.customer_parcel as own
    join lateral (
      select min(from_day) as day from read.holding
      where holding.parcel_name = own.parcel_name and holding.spell_key = own.spell_key
        and holding.status in ('CUSTOMER', 'PENDING_RETURN')) as memo on memo.day is not null
    left join read.customer as customer on customer.customer_id = own.customer_id
    where own.spell_end is null and own.status in ('CUSTOMER', 'PENDING_RETURN')
      and own.attributes->>'tier' = ${EXCEPTIONAL}`;
}

/**
 * What should not have happened, and what should have by now: a pending return without return memo and a sale
 * without invoice after 14 house days (rule: Anomalies). `date` is the entry's own.
 */
export function selectAnomalies(today: HouseDay): RawBuilder<unknown> {
  return sql`
    select concat_ws('/', found.parcel_name, found.event_id, left(md5(found.reason), 8)) as id,
      found.parcel_name as "parcelName", parcel.line, found.customer_id as "customerId", customer.name as "customerName",
      found.event_id as "eventId", entry.type, entry.effective_at as date, found.reason, found.overdue
    from (
      select parcel_name, event_id, customer_id, reason, false as overdue from read.anomaly
      union all ${selectOverdue(today)}) as found
    left join read.parcel as parcel on parcel.parcel_name = found.parcel_name
    left join read.history_entry as entry on entry.event_id = found.event_id
    left join read.customer as customer on customer.customer_id = found.customer_id`;
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
