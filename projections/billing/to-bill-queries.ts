import { sql } from 'kysely';
import { monthsBetween, addMonths, firstDayOf, type Month } from '#contracts/vocabulary/months.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Db } from '#services/platform/database/index.ts';

/** The newest billed month of each customer; customers without a bill are left out. */
export async function lastBilledMonths(db: Db): Promise<Map<number, Month>> {
  const { rows } = await sql<{ customerId: number; month: Month }>`
    select customer_id as "customerId", max(month) as month from read.bill group by customer_id`.execute(db);
  return new Map(rows.map(({ customerId, month }) => [customerId, month]));
}

/**
 * Which customers had something on memo, an INVOICE or a CREDIT in which of these months; customers billed up to their
 * end are left out.
 */
export async function unbilledActivity(
  db: Db,
  { from, to }: { from: Month; to: Month },
): Promise<{ customerId: number; month: Month }[]> {
  const months = monthsBetween(from, to);
  const { rows } = await sql<{ customerId: number; month: Month }>`
    with month as (
        select month, (month || '-01')::date as first, ((month || '-01')::date + interval '1 month')::date as after
        from unnest(${months}::text[]) as month),
      open as (
        select customer.customer_id from read.customer as customer
        where not exists (
          select from read.bill where bill.customer_id = customer.customer_id and bill.month >= ${to}))
    select distinct held.customer_id as "customerId", month.month
    from open join read.holding as held on held.customer_id = open.customer_id
    join month on held.from_day < month.after and (held.to_day is null or held.to_day > month.first)
    where held.status = 'CUSTOMER'
    union
    select entry.customer_id, to_char(entry.house_day, 'YYYY-MM')
    from open join read.history_entry as entry on entry.customer_id = open.customer_id
    where entry.live and entry.type in ('INVOICE', 'CREDIT') and entry.house_day >= ${firstDayOf(from)}::date
      and entry.house_day < ${firstDayOf(addMonths(to, 1))}::date`.execute(db);
  return rows;
}

/**
 * The parcels of which customers had a MEMO in one of these months and no day's end of that month on memo, as when it was
 * sold or came back on the day it was sent. Customers who are billed up to the end of the months are left out.
 */
export async function memosNotHeld(
  db: Db,
  { from, to }: { from: Month; to: Month },
): Promise<{ customerId: number; month: Month; parcelName: string }[]> {
  const { rows } = await sql<{ customerId: number; month: Month; parcelName: string }>`
    select distinct entry.customer_id as "customerId", to_char(entry.house_day, 'YYYY-MM') as month,
      entry.parcel_name as "parcelName"
    from read.history_entry as entry
    where entry.live and entry.type = 'MEMO' and entry.house_day >= ${firstDayOf(from)}::date
      and entry.house_day < ${firstDayOf(addMonths(to, 1))}::date
      and not exists (
        select from read.bill where bill.customer_id = entry.customer_id and bill.month >= ${to})
      and not exists (
        select from read.holding as held
        where held.parcel_name = entry.parcel_name and held.customer_id = entry.customer_id
          and held.status = 'CUSTOMER' and held.from_day < date_trunc('month', entry.house_day::timestamp) + interval '1 month'
          and (held.to_day is null or held.to_day > date_trunc('month', entry.house_day::timestamp)))`.execute(
    db,
  );
  return rows;
}

/** How many bills of a month there are, and their total, counting the newest version of each. */
export async function billedOfMonth(db: Db, month: Month): Promise<{ count: number; totalCents: Cents }> {
  const { rows } = await sql<{ count: number; totalCents: Cents }>`
    select count(*)::int as count, coalesce(sum(total_cents), 0)::bigint as "totalCents"
    from (
      select distinct on (customer_id) total_cents from read.bill where month = ${month}
      order by customer_id, version desc) as bill`.execute(db);
  return rows[0]!;
}
