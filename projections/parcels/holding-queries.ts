import { sql } from 'kysely';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { foldParcel, parcelKnownAt, type ParcelState, type Spell } from '#contracts/lifecycle/index.ts';
import type { QueryDb } from './query-db.ts';

/** Holding values in cents, at frozen customer prices (rule: Exposure, holding, fee base). */
export type HoldingValue = { exposure: Cents; currentlyHolding: Cents; feeBase: Cents; pieces: number };

const sums = sql`
  coalesce(sum(price_cents) filter (where status in ('REQUESTED', 'CUSTOMER', 'PENDING_RETURN')), 0)::bigint as exposure,
  coalesce(sum(price_cents) filter (where status in ('CUSTOMER', 'PENDING_RETURN')), 0)::bigint as "currentlyHolding",
  coalesce(sum(price_cents) filter (where status = 'CUSTOMER'), 0)::bigint as "feeBase",
  (count(*) filter (where status in ('CUSTOMER', 'PENDING_RETURN')))::int as pieces`;

/** What the customer holds now: everything recorded, also what is dated later than today (rule: Two axes). */
export async function holdingNow(db: QueryDb, customerId: number): Promise<HoldingValue> {
  const { rows } = await sql<HoldingValue>`
    select ${sums} from read.customer_parcel where customer_id = ${customerId} and spell_end is null`.execute(
    db,
  );
  return rows[0]!;
}

/** What the customer held at the end of a house day, as it is known now (axis: effectiveAt). */
export async function holdingOn(db: QueryDb, customerId: number, day: HouseDay): Promise<HoldingValue> {
  const { rows } = await sql<HoldingValue>`
    select ${sums} from read.holding where customer_id = ${customerId} and from_day <= ${day} and (to_day is null or to_day > ${day})`.execute(
    db,
  );
  return rows[0]!;
}

/** The customer's parcels of that day's end, as known now. */
export type HeldParcel = {
  parcelName: string;
  line: Line;
  spellKey: string;
  status: Spell['status'];
  priceCents: Cents;
};

/**
 * What the customer held at the end of a house day, as it was known at a log position (both axes): the parcels it ever
 * had an entry of are folded anew up to that position.
 */
export async function heldParcels(
  db: QueryDb,
  customerId: number,
  day: HouseDay,
  knownAt: number,
  zone: string,
): Promise<HeldParcel[]> {
  const { rows } = await sql<{ record: ParcelState }>`
    select record from read.parcel where parcel_name in (select parcel_name from read.history_entry where customer_id = ${customerId})
    order by parcel_name`.execute(db);
  return rows.flatMap(({ record }) =>
    foldParcel(parcelKnownAt(record, knownAt), zone)
      .spells.filter((spell) => spell.customerId === customerId)
      .flatMap((spell) =>
        spell.days
          .filter(({ from, to }) => from <= day && (to === null || to > day))
          .map(({ status, customerPriceCents }) => ({
            parcelName: record.parcelName,
            line: record.line,
            spellKey: spell.key,
            status,
            priceCents: customerPriceCents,
          })),
      ),
  );
}

/**
 * `firstAction`: the house day of the customer's first live REQUEST or MEMO (rule: First action); undefined
 * when there is none.
 */
export async function firstAction(db: QueryDb, customerId: number): Promise<HouseDay | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(house_day) as day from read.history_entry where customer_id = ${customerId} and live and type in ('REQUEST', 'MEMO')`.execute(
    db,
  );
  return rows[0]?.day ?? undefined;
}

/** CUSTOMER + PENDING_RETURN now, in cents, of every customer that holds something; of these when they are named. */
export async function holdingsNow(db: QueryDb, customerIds?: readonly number[]): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ customerId: number; value: Cents }>`
    select customer_id as "customerId", sum(price_cents)::bigint as value from read.customer_parcel
    where spell_end is null and status in ('CUSTOMER', 'PENDING_RETURN') ${of(customerIds)} group by customer_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.customerId, row.value]));
}

const of = (customerIds: readonly number[] | undefined) =>
  customerIds === undefined ? sql`` : sql`and customer_id = any(${customerIds}::int[])`;

/** `firstAction` of every customer that has one; of these when they are named. */
export async function firstActions(
  db: QueryDb,
  customerIds?: readonly number[],
): Promise<Map<number, HouseDay>> {
  const { rows } = await sql<{ customerId: number; day: HouseDay }>`
    select customer_id as "customerId", min(house_day) as day from read.history_entry
    where live and type in ('REQUEST', 'MEMO') ${of(customerIds)} group by customer_id`.execute(db);
  return new Map(rows.map((row) => [row.customerId, row.day]));
}
