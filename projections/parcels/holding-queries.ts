import { sql } from 'kysely';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { HouseDay, Instant } from '#contracts/vocabulary/house-time.ts';
import { CURRENT_STATUSES, ON_MEMO, type Status } from '#contracts/vocabulary/statuses.ts';
import type { Db } from '#services/platform/database/index.ts';
import { anyOf } from '../engine/index.ts';
import { parcelRecords } from './parcel-queries.ts';
import { readParcels } from './tables.ts';

/** Holding values in cents, at frozen customer prices (rule: Exposure, holding, fee base). */
export type HoldingValue = { exposure: Cents; currentlyHolding: Cents; feeBase: Cents; pieces: number };

const centsIn = (statuses: readonly Status[]) =>
  sql<Cents>`coalesce(sum(price_cents) filter (where status = ${anyOf(statuses)}), 0)::bigint`;
export const holdingValue = [
  centsIn(CURRENT_STATUSES).as('exposure'),
  centsIn(ON_MEMO).as('currentlyHolding'),
  centsIn(['CUSTOMER']).as('feeBase'),
  sql<number>`(count(*) filter (where status = ${anyOf(ON_MEMO)}))::int`.as('pieces'),
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

/** The exposure of each of these customers now, in cents; customers without any are left out. */
export async function exposuresNow(
  db: Db,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, Cents>> {
  const rows = await readParcels(db)
    .selectFrom('read.customer_parcel')
    .select(['customer_id', centsIn(CURRENT_STATUSES).as('exposure')])
    .where('customer_id', '=', anyOf(customerIds))
    .where('spell_end', 'is', null)
    .groupBy('customer_id')
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.exposure]));
}

/** The current holding of every customer that has any; the total under `null`. */
export async function holdingsOfAll(db: Db): Promise<Map<number | null, HoldingValue>> {
  const rows = await readParcels(db)
    .selectFrom('read.customer_parcel')
    .select([sql<number | null>`customer_id`.as('customerId'), ...holdingValue])
    .where('spell_end', 'is', null)
    .where('status', '=', anyOf(CURRENT_STATUSES))
    .groupBy(sql`rollup (customer_id)`)
    .execute();
  return new Map(rows.map(({ customerId, ...value }) => [customerId, value]));
}

/**
 * `firstAction`: the house day of the customer's first live REQUEST or MEMO (rule: First action); undefined
 * when there is none.
 */
export async function firstAction(db: Db, customerId: number): Promise<HouseDay | undefined> {
  return (await firstActions(db, [customerId])).get(customerId);
}

/** CUSTOMER + PENDING_RETURN now, in cents, of every customer that holds something, or of these. */
export async function holdingsNow(db: Db, customerIds?: readonly number[]): Promise<Map<number, Cents>> {
  const held = readParcels(db)
    .selectFrom('read.customer_parcel')
    .select(['customer_id', sql<Cents>`sum(price_cents)::bigint`.as('value')])
    .where('spell_end', 'is', null)
    .where('status', '=', anyOf(ON_MEMO))
    .groupBy('customer_id');
  const rows = await (customerIds ? held.where('customer_id', '=', anyOf(customerIds)) : held).execute();
  return new Map(rows.map((row) => [row.customer_id, row.value]));
}

/** `firstAction` of every customer that has one, or of these. */
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

/**
 * The customer's naturals on memo since a document that was first recorded after `since`: the first of the
 * spell, in whichever version (rule: Versions of a document).
 */
export async function memosRecordedAfter(
  db: Db,
  customerId: number,
  since: Instant,
): Promise<ReadonlySet<string>> {
  const rows = await readParcels(db)
    .selectFrom('read.customer_parcel as own')
    .innerJoin('read.history_entry as memo', (join) =>
      join
        .onRef('memo.parcel_name', '=', 'own.parcel_name')
        .onRef('memo.customer_id', '=', 'own.customer_id'),
    )
    .select(['own.parcel_name', sql<string[]>`array_agg(memo.event_id)`.as('memos')])
    .where('own.customer_id', '=', customerId)
    .where('own.line', '=', 'natural')
    .where('own.spell_end', 'is', null)
    .where('own.status', '=', anyOf(ON_MEMO))
    .where('memo.type', '=', 'MEMO')
    .where((eb) => eb.ref('memo.live'))
    // One of an earlier spell says nothing of this one.
    .where('memo.house_day', '>=', (eb) =>
      eb
        .selectFrom('read.holding as held')
        .select(({ fn }) => fn.min<HouseDay>('held.from_day').as('day'))
        .whereRef('held.parcel_name', '=', 'own.parcel_name')
        .whereRef('held.spell_key', '=', 'own.spell_key')
        .where('held.status', '=', anyOf(ON_MEMO)),
    )
    .groupBy('own.parcel_name')
    .having(sql<boolean>`min(memo.recorded_at) > ${since}::timestamptz`)
    .execute();
  const memosOf = new Map(rows.map((row) => [row.parcel_name, row.memos]));
  const parcels = await parcelRecords(db, [...memosOf.keys()]);
  return new Set(
    parcels
      .filter((parcel) => {
        const versions = versionsOf(parcel, memosOf.get(parcel.parcelName) ?? []);
        return versions.every((entry) => entry.customerId !== customerId || entry.recordedAt > since);
      })
      .map(({ parcelName }) => parcelName),
  );
}

/** Every version of the documents that have these events, those that no longer count too. */
function versionsOf({ entries }: ParcelState, eventIds: readonly string[]) {
  const documents = entries.filter((entry) => 'identity' in entry);
  const meant = new Set(
    documents.flatMap((entry) => (eventIds.includes(entry.eventId) ? entry.identity : [])),
  );
  return documents.filter(({ identity }) => meant.has(identity));
}
