import { sql, type RawBuilder } from 'kysely';
import type { LineKind } from '#contracts/billing/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { CURRENT_STATUSES, INTENTS, ON_MEMO, type HistoryType } from '#contracts/vocabulary/statuses.ts';
import type { Db } from '#services/platform/database/index.ts';
import { anyOf } from '../engine/index.ts';

/** Which customers, and as known at which log position. */
export type FiguresOf = {
  /** All when null. */
  customerIds: readonly number[] | null;
  knownAt: number;
};

const isTheirs = ({ customerIds }: FiguresOf): RawBuilder<unknown> =>
  customerIds === null ? sql`true` : sql`customer_id = ${anyOf(customerIds)}`;

const isKnown = (of: FiguresOf): RawBuilder<unknown> =>
  sql`known_from <= ${of.knownAt} and (known_to is null or known_to > ${of.knownAt}) and ${isTheirs(of)}`;

const coversDay = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from_day <= ${day} and (to_day is null or to_day > ${day})`;

/** What was held at a day's end, in cents at frozen prices (rule: Exposure, holding, fee base). */
export type HeldOnDay = {
  day: HouseDay;
  pieces: number;
  holding: Cents;
  exposed: number;
  exposure: Cents;
  feeBase: Cents;
};

/** The same at each of these days' ends, in their order. */
export async function heldOnDays(db: Db, of: FiguresOf, days: readonly HouseDay[]): Promise<HeldOnDay[]> {
  const { rows } = await sql<HeldOnDay>`
    select at.day::text as day, count(row.status) filter (where row.status = ${anyOf(ON_MEMO)})::int as pieces,
      coalesce(sum(row.price_cents) filter (where row.status = ${anyOf(ON_MEMO)}), 0)::bigint as holding,
      count(row.status) filter (where row.status = ${anyOf(CURRENT_STATUSES)})::int as exposed,
      coalesce(sum(row.price_cents) filter (where row.status = ${anyOf(CURRENT_STATUSES)}), 0)::bigint as exposure,
      coalesce(sum(row.price_cents) filter (where row.status = 'CUSTOMER'), 0)::bigint as "feeBase"
    from unnest(${[...days]}::date[]) as at (day)
      left join (select * from read.figure_status where ${isKnown(of)}) as row
        on ${coversDay(sql`at.day`)}
    group by at.day order by at.day`.execute(db);
  return rows;
}

/** Which customers held something at a day's end, or had asked for, given back or sold something by then. */
export async function customersActiveBy(db: Db, of: FiguresOf, day: HouseDay): Promise<number[]> {
  const { rows } = await sql<{ customerId: number }>`
    select customer_id as "customerId" from read.figure_status
    where ${isKnown(of)} and ${coversDay(sql`${day}::date`)} and status = ${anyOf(CURRENT_STATUSES)}
    union
    select customer_id from read.figure_movement
    where ${isKnown(of)} and day <= ${day} and type = ${anyOf(INTENTS)}`.execute(db);
  return rows.map(({ customerId }) => customerId);
}

/** What was on memo or on its way back at a day's end, by days since its first memo. */
export async function heldByAge(
  db: Db,
  of: FiguresOf,
  day: HouseDay,
): Promise<{ age: number; pieces: number; cents: Cents }[]> {
  const { rows } = await sql<{ age: number; pieces: number; cents: Cents }>`
    select ${ageOn(day)} as age, count(*)::int as pieces, sum(price_cents)::bigint as cents
    from read.figure_status
    where ${isKnown(of)} and ${coversDay(sql`${day}::date`)} and status = ${anyOf(ON_MEMO)}
    group by age order by age`.execute(db);
  return rows;
}

/** House days since the first memo, or since the request when there was none by then. */
const ageOn = (day: HouseDay): RawBuilder<unknown> =>
  sql`${day}::date - (case when memo_on <= ${day}::date then memo_on else begun_on end)`;

/** A stone that a figure is made of. */
export type FigureStone = {
  parcelName: string;
  customerId: number;
  line: Line;
  what: string;
  day: HouseDay;
  /** Days out, or to the sale. */
  days: number | null;
  cents: Cents;
};

/** What was held at a day's end, the longest out first. */
export async function stonesHeld(db: Db, of: FiguresOf, day: HouseDay): Promise<FigureStone[]> {
  const { rows } = await sql<FigureStone>`
    select parcel_name as "parcelName", customer_id as "customerId", line, status as what,
      (case when memo_on <= ${day}::date then memo_on else begun_on end)::text as day, ${ageOn(day)} as days,
      price_cents as cents
    from read.figure_status
    where ${isKnown(of)} and ${coversDay(sql`${day}::date`)} and status = ${anyOf(CURRENT_STATUSES)}
    order by days desc, "parcelName"`.execute(db);
  return rows;
}

/** Days of movements, both inclusive, at the prices of a day's end. */
export type MovedWithin = { from: HouseDay; to: HouseDay; pricedOn: HouseDay };

/** Documents and intents dated on these days, by day and type. */
export async function movementsByDay(
  db: Db,
  of: FiguresOf,
  { from, to, pricedOn }: MovedWithin,
): Promise<{ day: HouseDay; type: HistoryType; pieces: number; cents: Cents }[]> {
  const { rows } = await sql<{ day: HouseDay; type: HistoryType; pieces: number; cents: Cents }>`
    select day::text as day, type, count(*)::int as pieces, sum(price_cents)::bigint as cents
    from read.figure_movement
    where ${isKnown(of)} and ${coversDay(sql`${pricedOn}::date`)} and day between ${from} and ${to}
    group by day, type order by day, type`.execute(db);
  return rows;
}

/** The movements of these days, one by one, the newest first. */
export async function stonesMoved(
  db: Db,
  of: FiguresOf,
  { from, to, pricedOn }: MovedWithin,
): Promise<FigureStone[]> {
  const { rows } = await sql<FigureStone>`
    select parcel_name as "parcelName", customer_id as "customerId", line, type as what, day::text as day,
      null::int as days, price_cents as cents
    from read.figure_movement
    where ${isKnown(of)} and ${coversDay(sql`${pricedOn}::date`)} and day between ${from} and ${to}
    order by day desc, "parcelName", type`.execute(db);
  return rows;
}

/** Spells with a memo that are over at a day's end and ended after another day, one by one. */
export type EndedSpell = FigureStone & { shapeCode: string | null; weight: number; sold: boolean };

/** They, of all lines, in the order of their parcels. */
export async function spellsEnded(
  db: Db,
  of: FiguresOf,
  { after, day }: { after: HouseDay; day: HouseDay },
): Promise<EndedSpell[]> {
  const { rows } = await sql<EndedSpell>`
    select parcel_name as "parcelName", customer_id as "customerId", line, ended_on::text as day, sold,
      case when sold then 'INVOICE' else 'RETURN_MEMO' end as what, days_to_sale as days, price_cents as cents,
      shape_code as "shapeCode", weight
    from read.figure_ending
    where ${isKnown(of)} and ${coversDay(sql`${day}::date`)} and ended_on > ${after} and ended_on <= ${day}
    order by "parcelName", spell_key`.execute(db);
  return rows;
}

/** What the newest known bills of a month come to, by kind of line. */
export type BilledKind = {
  month: Month;
  kind: LineKind;
  amountCents: Cents;
  tradingSystemCents: Cents;
  houseCents: Cents;
};

/** The same of these months, both inclusive; of a bill that was replaced the newest version known. */
export async function billedByKind(
  db: Db,
  of: FiguresOf,
  { from, to }: { from: Month; to: Month },
): Promise<BilledKind[]> {
  const { rows } = await sql<BilledKind>`
    select bill.month, amount.kind, sum(amount.amount_cents)::bigint as "amountCents",
      sum(amount.trading_system_cents)::bigint as "tradingSystemCents", sum(amount.house_cents)::bigint as "houseCents"
    from (
      select distinct on (customer_id, month) month, lines_id from read.figure_bill
      where position <= ${of.knownAt} and month between ${from} and ${to} and ${isTheirs(of)}
      order by customer_id, month, version desc
    ) as bill join read.figure_bill_amount as amount on amount.lines_id = bill.lines_id
    group by bill.month, amount.kind order by bill.month, amount.kind`.execute(db);
  return rows;
}

/** The newest version known of each customer's bill of a month. */
export async function billsKnown(
  db: Db,
  of: FiguresOf,
  month: Month,
): Promise<{ customerId: number; version: number }[]> {
  const { rows } = await sql<{ customerId: number; version: number }>`
    select customer_id as "customerId", max(version) as version from read.figure_bill
    where position <= ${of.knownAt} and month = ${month} and ${isTheirs(of)}
    group by customer_id order by customer_id`.execute(db);
  return rows;
}
