import { sql } from 'kysely';
import type { HouseDay, Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { CURRENT_STATUSES, ON_MEMO, type Status } from '#contracts/vocabulary/statuses.ts';
import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { ParcelState, SpellEnd } from '#contracts/lifecycle/index.ts';
import { inOneStatement, instantOf, type Db } from '#services/platform/database/index.ts';
import { anyOf } from '../engine/index.ts';
import { parcelsByName } from './parcels-by-name.ts';
import { parcelOf } from './stored-parcel.ts';
import { isAvailable, readParcels } from './tables.ts';

/** A parcel for lists: prices in cents, weight in thousandths of a carat. */
export type ParcelRow = {
  parcelName: string;
  status: Status;
  vendorId: number;
  costCents: number;
  totalCents: number;
  weight: number;
  giaRound: boolean;
  fm: boolean;
  vendorAvailability: string;
  location: string | null;
  lastUpdated: string;
  shapeCode: string | null;
  colour: string | null;
  clarity: string | null;
  cut: string | null;
};
/** For lists that are sent as text: `wire` is the prepared part of its JSON. */
export type ParcelListRow = ParcelRow & { wire: string };
/** For further work on the server. */
export type NamedParcelRow = ParcelRow & {
  attributes: StoneAttributes;
  piece: PieceAttributes | null;
  /** When its price was last set; other customers' actions do not change it. */
  lastPriced: string | null;
};

/** The number of no customer, for queries about a customer that are asked without one. */
export const NO_CUSTOMER = 0;

const listColumns = [
  'parcel_name as parcelName',
  'status',
  'vendor_id as vendorId',
  'cost_cents as costCents',
  'total_cents as totalCents',
  'weight',
  'gia_round as giaRound',
  'fm',
  'vendor_availability as vendorAvailability',
  'location',
  'last_updated as lastUpdated',
  'shape_code as shapeCode',
  'colour',
  'clarity',
  'cut',
] as const;

/** Parcels of a line that can be requested now, in the order of their names; of these names only when given. */
export async function availableParcels(
  db: Db,
  line: Line,
  names?: readonly string[],
): Promise<ParcelListRow[]> {
  return available(db, line, names).execute();
}

function available(db: Db, line: Line, names?: readonly string[]) {
  const parcels = names
    ? readParcels(db).selectFrom(parcelsByName(db, names))
    : readParcels(db).selectFrom('read.parcel as parcel');
  return parcels
    .select([...listColumns, 'wire'])
    .where('line', '=', line)
    .where(isAvailable)
    .orderBy('parcel_name');
}

/** The same for these names, each with the date of the customer's last action (for null: none). */
export async function availableWithActions(
  db: Db,
  customerId: number | null,
  line: Line,
  names: readonly string[],
): Promise<(ParcelListRow & { lastAction: HouseDay | null })[]> {
  return available(db, line, names)
    .select((eb) =>
      eb
        .selectFrom('read.customer_parcel as own')
        .select('own.last_action')
        .where('own.customer_id', '=', customerId ?? NO_CUSTOMER)
        .whereRef('own.parcel_name', '=', 'parcel.parcel_name')
        .as('lastAction'),
    )
    .execute();
}

/** Parcels by name, in any status, in the order of their names. */
export async function parcelsNamed(db: Db, line: Line, names: readonly string[]): Promise<NamedParcelRow[]> {
  return names.length === 0 ? [] : namedParcels(db, line, names).execute();
}

const namedParcels = (db: Db, line: Line, names: readonly string[]) =>
  readParcels(db)
    .selectFrom(parcelsByName(db, names))
    .select([...listColumns, 'attributes', 'piece'])
    .select(sql<string | null>`record #>> '{prices,-1,recordedAt}'`.as('lastPriced'))
    .where('line', '=', line)
    .where((eb) => eb.ref('listed'))
    .orderBy('parcel_name');

/** A customer's newest spell of a parcel, with the price and attributes frozen in it (cents). */
export type CustomerParcelRow = {
  parcelName: string;
  status: Status;
  end: SpellEnd | null;
  /** Of the parcel itself today, also with another customer. */
  parcelStatus: Status;
  fm: boolean;
  priceCents: number;
  listPriceCents: number;
  costCents: number;
  attributes: StoneAttributes;
  lastAction: string;
  /** The first day on which an open spell ended the day on memo. */
  memoDay: HouseDay | null;
  /** Of jewellery, as it is described now. */
  piece: PieceAttributes | null;
  vendorId: number;
  vendorAvailability: string;
  location: string | null;
  lastUpdated: string;
};

/**
 * Every parcel of the line that the customer has or had, each with its newest spell: its status and end separate My
 * from Past.
 */
export async function parcelsOfCustomer(
  db: Db,
  customerId: number,
  line: Line,
  names?: readonly string[],
): Promise<CustomerParcelRow[]> {
  return customersParcels(db, customerId, line, names).execute();
}

function customersParcels(db: Db, customerId: number, line: Line, names?: readonly string[]) {
  const own = readParcels(db)
    .selectFrom('read.customer_parcel as own')
    .innerJoin('read.parcel as parcel', 'parcel.parcel_name', 'own.parcel_name')
    .select(['own.parcel_name as parcelName', 'own.status', 'own.spell_end as end'])
    .select(['own.price_cents as priceCents', 'own.list_price_cents as listPriceCents'])
    .select(['own.cost_cents as costCents', 'own.attributes', 'own.last_action as lastAction'])
    .select([
      'parcel.status as parcelStatus',
      'parcel.fm',
      'parcel.piece',
      'parcel.vendor_id as vendorId',
      'parcel.vendor_availability as vendorAvailability',
    ])
    .select((eb) =>
      eb
        .selectFrom('read.holding as held')
        .select(({ fn }) => fn.min<HouseDay | null>('held.from_day').as('day'))
        .whereRef('held.parcel_name', '=', 'own.parcel_name')
        .whereRef('held.spell_key', '=', 'own.spell_key')
        .where('held.status', '=', anyOf(ON_MEMO))
        .where('own.spell_end', 'is', null)
        .as('memoDay'),
    )
    .select([
      'parcel.location',
      // The customer does not see what happens to it once it is in Past.
      (eb) =>
        eb
          .case()
          .when(eb.and([eb('own.spell_end', 'is', null), eb('own.status', '=', anyOf(CURRENT_STATUSES))]))
          .then(eb.ref('parcel.last_updated'))
          .else(
            sql<Instant>`coalesce(${eb
              .selectFrom('read.history_entry as entry')
              .select(sql<Instant>`${instantOf('entry.recorded_at')}`.as('at'))
              .whereRef('entry.parcel_name', '=', 'own.parcel_name')
              .whereRef('entry.customer_id', '=', 'own.customer_id')
              .orderBy('entry.recorded_at', 'desc')
              .limit(1)}, parcel.last_updated)`,
          )
          .end()
          .as('lastUpdated'),
    ])
    .where('own.customer_id', '=', customerId)
    .where('own.line', '=', line)
    .orderBy('own.parcel_name');
  return names ? own.where('own.parcel_name', '=', anyOf(names)) : own;
}

/** Parcels by name as they are now, and as the customer (null: none) has or had them. */
export type NamedAndOwn = { named: NamedParcelRow[]; own: CustomerParcelRow[] };

/** `parcelsNamed` and `parcelsOfCustomer` of the same names in one query. */
export async function namedAndOwn(
  db: Db,
  customerId: number | null,
  line: Line,
  names: readonly string[],
): Promise<NamedAndOwn> {
  return inOneStatement(db, {
    named: namedParcels(db, line, names),
    own: customersParcels(db, customerId ?? NO_CUSTOMER, line, names),
  });
}

/** The same of one parcel, with everything recorded of it; undefined when there is no such parcel. */
export async function parcelInFull(
  db: Db,
  customerId: number | null,
  line: Line,
  parcelName: string,
): Promise<{ record: ParcelState; row: NamedParcelRow; own: CustomerParcelRow | undefined } | undefined> {
  const { named, own } = await inOneStatement(db, {
    named: namedParcels(db, line, [parcelName]).select('record'),
    own: customersParcels(db, customerId ?? NO_CUSTOMER, line, [parcelName]),
  });
  return named[0] && { record: parcelOf(named[0]), row: named[0], own: own[0] };
}

/** Log position of the newest change to any parcel of the line, for a list's ETag. */
export async function lineVersion(db: Db, line: Line): Promise<number> {
  const row = await readParcels(db)
    .selectFrom('read.parcel')
    .select(({ fn }) => fn.max<number | null>('changed_position').as('version'))
    .where('line', '=', line)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** The names of a line's parcels that can be requested now, in no particular order. */
export async function availableNames(db: Db, line: Line): Promise<string[]> {
  return (await availableNamesOf(db, [line])).map(({ parcelName }) => parcelName);
}

/** The same of some lines together. */
export async function availableNamesOf(
  db: Db,
  lines: readonly Line[],
): Promise<{ parcelName: string; line: Line }[]> {
  return readParcels(db)
    .selectFrom('read.parcel')
    .select(['parcel_name as parcelName', 'line'])
    .where('line', '=', anyOf(lines))
    .where(isAvailable)
    .execute();
}

/** A parcel that changed: whether it can be requested now. */
export type AvailabilityChange = {
  parcelName: string;
  line: Line;
  changedPosition: number;
  available: boolean;
};

/** What changed in some lines after a log position, in the order of the log; as part of a larger query. */
export const availabilityChanges = (db: Db, lines: readonly Line[], after: number, limit: number) =>
  readParcels(db)
    .selectFrom('read.parcel')
    .select(['parcel_name as parcelName', 'line', 'changed_position as changedPosition'])
    .select(isAvailable.as('available'))
    .where('line', '=', anyOf(lines))
    .where('changed_position', '>', after)
    .orderBy('changed_position')
    .limit(limit);

/** The names of a line's parcels that changed after a log position. */
export async function changedSince(db: Db, line: Line, position: number): Promise<string[]> {
  const rows = await readParcels(db)
    .selectFrom('read.parcel')
    .select('parcel_name')
    .where('line', '=', line)
    .where('changed_position', '>', position)
    .execute();
  return rows.map((row) => row.parcel_name);
}

/** A customer's parcels of a line, and what their lists' versions derive from. */
export type OwnParcels = {
  /**
   * Changes whenever the shown rows do: how many there are, and the log positions at which their spells and the parcels
   * themselves changed last. A rebuild or a retry may change rows without changing this.
   */
  version: string;
  /** The dates of the customer's last actions. */
  lastActions: ReadonlyMap<string, HouseDay>;
  /** Everything that it ever had an entry of, including undone ones. */
  names: readonly string[];
};

/** What a customer has or had of a line. */
export async function ownParcels(db: Db, customerId: number, line: Line): Promise<OwnParcels> {
  const { own, entered } = await inOneStatement(db, {
    own: readParcels(db)
      .selectFrom('read.customer_parcel as own')
      .innerJoin('read.parcel as parcel', 'parcel.parcel_name', 'own.parcel_name')
      .select(['own.parcel_name as parcelName', 'own.last_action as lastAction'])
      .select(['own.changed_position as spellChanged', 'parcel.changed_position as changed'])
      .where('own.customer_id', '=', customerId)
      .where('own.line', '=', line),
    entered: readParcels(db)
      .selectFrom('read.history_entry as entry')
      .distinct()
      .select('entry.parcel_name as parcelName')
      .where('entry.customer_id', '=', customerId)
      .where('entry.line', '=', line),
  });
  const latest = own.reduce(
    ([spells, parcels], row) => [Math.max(spells, row.spellChanged), Math.max(parcels, row.changed)] as const,
    [0, 0] as readonly [number, number],
  );
  return {
    version: [own.length, ...latest].join(' '),
    lastActions: new Map(own.map((row) => [row.parcelName, row.lastAction])),
    names: entered.map((row) => row.parcelName),
  };
}

/** A text that changes with everything shown with parcels by name. */
export async function namedParcelsVersion(db: Db, names: readonly string[]): Promise<string> {
  if (names.length === 0) return '';
  const { count, parcels } = await readParcels(db)
    .selectFrom(parcelsByName(db, names))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<number | null>('changed_position').as('parcels'),
    ])
    .executeTakeFirstOrThrow();
  return [count, parcels].join(' ');
}

/** The lines of some parcels: what changed, for live changes. */
export async function linesOfParcels(db: Db, names: readonly string[]): Promise<Map<string, Line>> {
  const rows = await readParcels(db)
    .selectFrom('read.parcel')
    .select(['parcel_name', 'line'])
    .where('parcel_name', '=', anyOf(names))
    .execute();
  return new Map(rows.map((row) => [row.parcel_name, row.line]));
}
