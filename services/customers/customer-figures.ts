import { sql } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { CustomerFigures } from './customer-wire.ts';

type Row = { customerId: number; currentlyHolding: Cents; firstAction: HouseDay | null };

/** The figures of many customers at once; one that never had anything holds nothing (rules, section 4). */
export async function figuresOf(db: Db, customerIds: readonly number[]): Promise<(customerId: number) => CustomerFigures> {
  const { rows } = await sql<Row>`
    select c.customer_id as "customerId", coalesce(h.held, 0)::bigint as "currentlyHolding", f.first as "firstAction"
    from unnest(${[...customerIds]}::int[]) as c(customer_id)
    left join lateral (
      select sum(price_cents) as held from read.customer_parcel
      where customer_id = c.customer_id and spell_end is null and status in ('CUSTOMER', 'PENDING_RETURN')) h on true
    left join lateral (
      select min(house_day) as first from read.history_entry
      where customer_id = c.customer_id and live and type in ('REQUEST', 'MEMO')) f on true`.execute(db);
  const known = new Map(rows.map((row) => [row.customerId, row]));
  return (customerId) => {
    const row = known.get(customerId);
    return { currentlyHolding: row?.currentlyHolding ?? 0, firstAction: row?.firstAction ?? undefined };
  };
}
