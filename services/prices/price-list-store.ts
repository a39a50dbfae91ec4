import { sql, type RawBuilder } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { instantOf, type Db, type Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';
import { priceList, type PriceList, type PriceRow } from './price-list.ts';

/** The bus' subject for price lists that were loaded or removed. The notice says nothing else. */
export const PRICE_LISTS_SUBJECT = 'price-lists';

export const priceMigrations: readonly Migration[] = [
  {
    name: 'price-list',
    sql: `create table vitrine.price_list (
      list_date date not null, price_table text not null, from_weight int not null, to_weight int not null,
      colour text not null, clarity text not null, cents_per_carat bigint not null,
      primary key (list_date, price_table, from_weight, colour, clarity))`,
  },
  {
    name: 'price-list-2',
    // Who loaded which file, and when; for lists loaded before this column it is unknown.
    sql: `
      create table vitrine.price_list_file (
        list_date date primary key, prices int not null, file_name text not null, loaded_by text not null,
        loaded_at timestamptz);
      insert into vitrine.price_list_file select list_date, count(*), '', '', null from vitrine.price_list group by list_date;`,
  },
  {
    name: 'price-list-3',
    // Lists that were removed: what they were, by whom and when.
    sql: `
      create table vitrine.price_list_removal (
        id bigint generated always as identity primary key, list_date date not null, prices int not null,
        file_name text not null, loaded_by text not null, loaded_at timestamptz, removed_by text not null,
        removed_at timestamptz not null);`,
  },
  {
    name: 'price-list-4',
    // True: another list of the same date took its place.
    sql: 'alter table vitrine.price_list_removal add column replaced boolean not null default false;',
  },
  {
    name: 'price-list-5',
    // The command line has no bus.
    sql: announcesWork('vitrine.price_list_file', PRICE_LISTS_SUBJECT, 'insert or delete'),
  },
];

/** Which file a list came from, and who loaded it when. */
export type Loading = { fileName: string; by: string; at: Date };

/** Keeps a price list; one of the same date is replaced whole. */
export async function keepPriceList(db: Db, list: PriceList, loading: Loading): Promise<void> {
  await db.transaction().execute((tx) => writePriceList(tx, list, loading));
}

/** As `keepPriceList`, within the caller's transaction. */
export async function writePriceList(tx: Db, list: PriceList, { fileName, by, at }: Loading): Promise<void> {
  const column = <Name extends keyof PriceRow>(name: Name): PriceRow[Name][] =>
    list.rows.map((row) => row[name]);
  await deletePriceList(tx, list.date);
  await sql`insert into vitrine.price_list_file (list_date, prices, file_name, loaded_by, loaded_at)
    values (${list.date}, ${list.rows.length}, ${fileName}, ${by}, ${at})`.execute(tx);
  await sql`
    insert into vitrine.price_list (list_date, price_table, from_weight, to_weight, colour, clarity, cents_per_carat)
    select ${list.date}::date, * from unnest(${column('table')}::text[], ${column('fromWeight')}::int[], ${column('toWeight')}::int[],
      ${column('colour')}::text[], ${column('clarity')}::text[], ${column('centsPerCarat')}::bigint[])`.execute(
    tx,
  );
}

/** Removes the list of a date, within the caller's transaction; false when there is none. */
export async function deletePriceList(tx: Db, date: HouseDay): Promise<boolean> {
  await sql`delete from vitrine.price_list where list_date = ${date}`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    delete from vitrine.price_list_file where list_date = ${date}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Records who removes or replaces the list of a date, and when, before it is deleted; nothing without such a list. */
export async function noteRemoval(
  tx: Db,
  date: HouseDay,
  { by, at, replaced }: Pick<Loading, 'by' | 'at'> & { replaced: boolean },
): Promise<void> {
  await sql`
    insert into vitrine.price_list_removal (list_date, prices, file_name, loaded_by, loaded_at, removed_by, removed_at, replaced)
    select list_date, prices, file_name, loaded_by, loaded_at, ${by}, ${at}, ${replaced}
    from vitrine.price_list_file where list_date = ${date}`.execute(tx);
}

/** One change of the lists at a time: each is judged against those that are there. To be called in its transaction. */
export async function lockPriceLists(tx: Db): Promise<void> {
  await sql`lock table vitrine.price_list_file in exclusive mode`.execute(tx);
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

/**
 * Which list is in force on a house day, by its date and when it was loaded: another text when another list is, or the
 * same date's was replaced.
 */
export async function priceListInForce(db: Db, day: HouseDay): Promise<string | null> {
  const { rows } = await sql<{ list: string }>`
    select concat_ws(' ', list_date::text, ${instantOf('loaded_at')}) as list from vitrine.price_list_file
    where list_date <= ${day}::date order by list_date desc limit 1`.execute(db);
  return rows[0]?.list ?? null;
}

/** The lists that were loaded, those removed or replaced since too, as rows of the resource. */
export function selectPriceLists(today: HouseDay): RawBuilder<unknown> {
  return sql`
    select list_date::text as id, list_date::text as date, prices, file_name as "fileName", loaded_by as "loadedBy",
      ${instantOf('loaded_at')} as "loadedAt",
      case when list_date > ${today}::date then 'FUTURE'
        when list_date = (select max(list_date) from vitrine.price_list_file where list_date <= ${today}::date) then 'IN_FORCE'
        else 'PAST' end as state, null as "removedBy", null as "removedAt"
    from vitrine.price_list_file
    union all
    select 'removed-' || id, list_date::text, prices, file_name, loaded_by, ${instantOf('loaded_at')},
      case when replaced then 'REPLACED' else 'REMOVED' end, removed_by,
      ${instantOf('removed_at')}
    from vitrine.price_list_removal`;
}
