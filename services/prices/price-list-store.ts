import { sql } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Db, Migration } from '#services/platform/database/index.ts';
import { priceList, type PriceList, type PriceRow } from './price-list.ts';

export const priceMigrations: readonly Migration[] = [
  {
    name: 'price-list',
    sql: `create table vitrine.price_list (
      list_date date not null, price_table text not null, from_weight int not null, to_weight int not null,
      colour text not null, clarity text not null, cents_per_carat bigint not null,
      primary key (list_date, price_table, from_weight, colour, clarity))`,
  },
];

/** Keeps a price list; one of the same date is replaced whole. */
export async function keepPriceList(db: Db, list: PriceList): Promise<void> {
  const column = <Name extends keyof PriceRow>(name: Name): PriceRow[Name][] =>
    list.rows.map((row) => row[name]);
  await db.transaction().execute(async (tx) => {
    await sql`delete from vitrine.price_list where list_date = ${list.date}`.execute(tx);
    await sql`
      insert into vitrine.price_list (list_date, price_table, from_weight, to_weight, colour, clarity, cents_per_carat)
      select ${list.date}::date, * from unnest(${column('table')}::text[], ${column('fromWeight')}::int[], ${column('toWeight')}::int[],
        ${column('colour')}::text[], ${column('clarity')}::text[], ${column('centsPerCarat')}::bigint[])`.execute(
      tx,
    );
  });
}

/** The price list in force on a house day: the newest of no later date; undefined when there is none (rule: Price list data). */
export async function priceListOn(db: Db, day: HouseDay): Promise<PriceList | undefined> {
  const { rows } = await sql<PriceRow & { date: HouseDay }>`
    select list_date as date, price_table as "table", from_weight as "fromWeight", to_weight as "toWeight", colour, clarity, cents_per_carat as "centsPerCarat"
    from vitrine.price_list where list_date = (
      select max(list_date) from vitrine.price_list where list_date <= ${day}::date)`.execute(db);
  const [first] = rows;
  return (
    first &&
    priceList(
      first.date,
      rows.map(({ date: _, ...row }) => row),
    )
  );
}
