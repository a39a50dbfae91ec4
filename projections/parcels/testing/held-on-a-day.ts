import { foldParcel, parcelKnownAt, type Spell } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Db } from '#services/platform/database/index.ts';
import { holdingValue, type HoldingValue } from '../holding-queries.ts';
import { parcelOf, STATE_COLUMNS } from '../stored-parcel.ts';
import { readParcels } from '../tables.ts';

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

/** A parcel that the customer held at a day's end. */
type HeldParcel = {
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
