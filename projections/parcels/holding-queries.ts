import { sql } from 'kysely';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { foldParcel, parcelKnownAt, type Spell } from '#contracts/lifecycle/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { anyOf } from '../engine/index.ts';
import { parcelOf, STATE_COLUMNS } from './stored-parcel.ts';
import { readParcels } from './tables.ts';

/** Holding values in cents, at frozen customer prices (rule: Exposure, holding, fee base). */
export type HoldingValue = { exposure: Cents; currentlyHolding: Cents; feeBase: Cents; pieces: number };

const EXPOSED: readonly Status[] = ['REQUESTED', 'CUSTOMER', 'PENDING_RETURN'];
const HELD: readonly Status[] = ['CUSTOMER', 'PENDING_RETURN'];
const CHARGED: readonly Status[] = ['CUSTOMER'];

const centsIn = (statuses: readonly Status[]) =>
  sql<Cents>`coalesce(sum(price_cents) filter (where status = ${anyOf(statuses)}), 0)::bigint`;
const holdingValue = [
  centsIn(EXPOSED).as('exposure'),
  centsIn(HELD).as('currentlyHolding'),
  centsIn(CHARGED).as('feeBase'),
  sql<number>`(count(*) filter (where status = ${anyOf(HELD)}))::int`.as('pieces'),
];

/** What the customer holds now: everything recorded, also what is dated later than today (rule: Two axes). */
export async function holdingNow(db: Db, customerId: number): Promise<HoldingValue> {
  return readParcels(db)
    .selectFrom('read.customer_parcel')
    .select(holdingValue)
    .where('customer_id', '=', customerId)
    .where('spell_end', 'is', null)
    .executeTakeFirstOrThrow();
}

/** The exposure of each of these customers now, in cents; one that has nothing is left out. */
export async function exposuresNow(
  db: Db,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, Cents>> {
  const rows = await readParcels(db)
    .selectFrom('read.customer_parcel')
    .select(['customer_id', centsIn(EXPOSED).as('exposure')])
    .where('customer_id', '=', anyOf(customerIds))
    .where('spell_end', 'is', null)
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.exposure]));
}

/** What every customer that has anything holds now; of all together under `null`. */
export async function holdingsOfAll(db: Db): Promise<Map<number | null, HoldingValue>> {
  const rows = await readParcels(db)
    .selectFrom('read.customer_parcel')
    .select([sql<number | null>`customer_id`.as('customerId'), ...holdingValue])
    .where('spell_end', 'is', null)
    .where('status', '=', anyOf(EXPOSED))
    .groupBy(sql`rollup (customer_id)`)
    .execute();
  return new Map(rows.map(({ customerId, ...value }) => [customerId, value]));
}

/** What the customer held at the end of a house day, as it is known now (axis: effectiveAt). */
export async function holdingOn(db: Db, customerId: number, day: HouseDay): Promise<HoldingValue> {
  return readParcels(db)
    .selectFrom('read.holding')
    .select(holdingValue)
    .where('customer_id', '=', customerId)
    .where('from_day', '<=', day)
    .where((eb) => eb.or([eb('to_day', 'is', null), eb('to_day', '>', day)]))
    .executeTakeFirstOrThrow();
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
 * had an entry of are folded again up to that position.
 */
export async function heldParcels(
  db: Db,
  customerId: number,
  day: HouseDay,
  knownAt: number,
  zone: string,
): Promise<HeldParcel[]> {
  const rows = await readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select(STATE_COLUMNS)
    .where('parcel_name', 'in', (eb) =>
      eb.selectFrom('read.history_entry').select('parcel_name').where('customer_id', '=', customerId),
    )
    .orderBy('parcel_name')
    .execute();
  return rows.map(parcelOf).flatMap((parcel) =>
    foldParcel(parcelKnownAt(parcel, knownAt), zone)
      .spells.filter((spell) => spell.customerId === customerId)
      .flatMap((spell) =>
        spell.days
          .filter(({ from, to }) => from <= day && (to === null || to > day))
          .map(({ status, customerPriceCents }) => ({
            parcelName: parcel.parcelName,
            line: parcel.line,
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
export async function firstAction(db: Db, customerId: number): Promise<HouseDay | undefined> {
  return (await firstActions(db, [customerId])).get(customerId);
}

/** CUSTOMER + PENDING_RETURN now, in cents, of every customer that holds something; of these when they are named. */
export async function holdingsNow(db: Db, customerIds?: readonly number[]): Promise<Map<number, Cents>> {
  const held = readParcels(db)
    .selectFrom('read.customer_parcel')
    .select(['customer_id', sql<Cents>`sum(price_cents)::bigint`.as('value')])
    .where('spell_end', 'is', null)
    .where('status', '=', anyOf(HELD))
    .groupBy('customer_id');
  const rows = await (customerIds ? held.where('customer_id', '=', anyOf(customerIds)) : held).execute();
  return new Map(rows.map((row) => [row.customer_id, row.value]));
}

/** `firstAction` of every customer that has one; of these when they are named. */
export async function firstActions(db: Db, customerIds?: readonly number[]): Promise<Map<number, HouseDay>> {
  const acted = readParcels(db)
    .selectFrom('read.history_entry')
    .select(['customer_id', ({ fn }) => fn.min('house_day').as('day')])
    .where((eb) => eb.ref('live'))
    .where('type', 'in', ['REQUEST', 'MEMO'])
    .groupBy('customer_id');
  const rows = await (customerIds ? acted.where('customer_id', '=', anyOf(customerIds)) : acted).execute();
  return new Map(rows.map((row) => [row.customer_id, row.day]));
}
