import { sql, type RawBuilder } from 'kysely';
import { countUpTo, instantOf, type Db } from '#services/platform/database/index.ts';
import type { Facts } from './recorded-event.ts';
import type { AuditNameKind, AuditTables, CorrectionNote, DateChangeNote } from './tables.ts';

const read = (db: Db) => db.withTables<AuditTables>();

/** An entry of the audit, as it was recorded and as it counts now. */
export type AuditEntry = {
  id: string;
  position: string;
  stream: string;
  type: string;
  parcelNames: string[];
  customerId: number | null;
  customerName: string | null;
  vendorId: number | null;
  /** An instant, or a document's bare day: as it counts now, and as it was recorded. */
  effectiveAt: string;
  recordedEffectiveAt: string;
  recordedAt: string;
  actor: string;
  role: string;
  reason: string | null;
  undone: CorrectionNote | null;
  dateChanges: DateChangeNote[];
  facts: Facts;
};

/** Which entries; fields left out do not narrow the search. Instants: from inclusive, before exclusive. */
export type AuditSearch = {
  ids?: readonly string[] | undefined;
  /**
   * Whole names or numbers in small letters; the entry is about one of them: a parcel, document, instruction, desire.
   */
  about?: readonly string[] | undefined;
  customerId?: number | undefined;
  /** Who recorded it: one of these. */
  actors?: readonly string[] | undefined;
  types?: readonly string[] | undefined;
  undone?: boolean | undefined;
  effectiveFrom?: string | undefined;
  effectiveBefore?: string | undefined;
  recordedFrom?: string | undefined;
  recordedBefore?: string | undefined;
};
export type AuditAxis = 'effective' | 'recorded';

const AXES: Readonly<Record<AuditAxis, RawBuilder<unknown>>> = {
  effective: sql`happened_at`,
  recorded: sql`recorded_at`,
};

// Plain SQL: which index serves a search depends on its exact form (`entriesOf`).

/** Entries in the order of an axis, then of the log; `from` counted from 0. With the customers' current names. */
export async function auditEntries(
  db: Db,
  search: AuditSearch,
  order: { axis: AuditAxis; descending: boolean },
  page: { from: number; count: number },
): Promise<AuditEntry[]> {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const by = AXES[order.axis];
  const { rows } = await sql<AuditEntry>`
    select found.event_id as id, found.position::text as position, stream, type, parcel_names as "parcelNames",
      found.customer_id as "customerId", customer.name as "customerName", vendor_id as "vendorId",
      effective_at as "effectiveAt", recorded_effective_at as "recordedEffectiveAt", ${instantOf('recorded_at')} as "recordedAt",
      actor, role, reason, undone, date_changes as "dateChanges", facts
    from (
      select * from ${entriesOf(search)} as entry where ${where(search)}
      order by ${by} ${direction}, position ${direction} limit ${page.count} offset ${page.from}) as found
    left join read.customer as customer on customer.customer_id = found.customer_id
    order by ${by} ${direction}, found.position ${direction}`.execute(db);
  return rows;
}

/** The owner and the author of an entry. */
export type AuditEntryAt = Pick<AuditEntry, 'position' | 'customerId' | 'customerName' | 'actor'>;

/** The entries at these log positions, with their customers' current names; missing ones are left out. */
export async function auditEntriesAt(db: Db, positions: readonly number[]): Promise<AuditEntryAt[]> {
  const { rows } = await sql<AuditEntryAt>`
    select entry.position::text as position, entry.customer_id as "customerId", customer.name as "customerName", actor
    from read.audit_entry as entry
    left join read.customer as customer on customer.customer_id = entry.customer_id
    where entry.position = any(${[...positions]}::bigint[]) order by entry.position`.execute(db);
  return rows;
}

/** How many entries there are: counted up to `most`, beyond it the database's estimate. */
export const auditTotal = (
  db: Db,
  search: AuditSearch,
  most: number,
): Promise<{ total: number; estimated: boolean }> =>
  countUpTo(db, sql`from ${entriesOf(search)} as entry where ${where(search)}`, most);

/**
 * The names that begin so, in the order of their bytes, up to a number; read from the key alone, however many entries
 * there are.
 */
export async function auditNamesBeginning(
  db: Db,
  kind: AuditNameKind,
  beginning: string,
  most: number,
): Promise<string[]> {
  const rows = await read(db)
    .selectFrom('read.audit_name')
    .select('name')
    .where('kind', '=', kind)
    .where('name', '^@', beginning)
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
}

/** Everything recorded in a stream, in the order of the log. */
export async function auditOfStream(db: Db, stream: string, parcelName: string): Promise<AuditEntry[]> {
  const entries = await auditEntries(
    db,
    { about: [parcelName.toLowerCase()] },
    { axis: 'recorded', descending: false },
    { from: 0, count: MOST_OF_A_STREAM },
  );
  return entries.filter((entry) => entry.stream === stream);
}

/** Far more than a parcel lives through. */
const MOST_OF_A_STREAM = 20_000;

/**
 * The entries to choose from: all, or those about one of some names. Each name is looked up separately in the index of
 * names: asked for beside an order, or several together, the database expects many entries and scans by time, or
 * everything. A name has few of them: what one parcel or document went through.
 */
function entriesOf({ about }: AuditSearch): RawBuilder<unknown> {
  if (about === undefined) return sql`read.audit_entry`;
  return sql`(
    select distinct on (event_id) one.* from unnest(${[...about]}::text[]) as name
    cross join lateral (select * from read.audit_entry where about @> array[name] offset 0) as one)`;
}

function where(search: AuditSearch): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  const { ids, customerId, actors, types, undone } = search;
  if (ids !== undefined) conditions.push(sql`event_id = any(${ids}::text[])`);
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`);
  if (actors !== undefined)
    conditions.push(
      actors.length === 1 ? sql`actor = ${actors[0]}` : sql`actor = any(${[...actors]}::text[])`,
    );
  if (types !== undefined)
    conditions.push(types.length === 1 ? sql`type = ${types[0]}` : sql`type = any(${types}::text[])`);
  if (undone !== undefined) conditions.push(undone ? sql`undone is not null` : sql`undone is null`);
  const { effectiveFrom, effectiveBefore, recordedFrom, recordedBefore } = search;
  if (effectiveFrom !== undefined) conditions.push(sql`happened_at >= ${effectiveFrom}::timestamptz`);
  if (effectiveBefore !== undefined) conditions.push(sql`happened_at < ${effectiveBefore}::timestamptz`);
  if (recordedFrom !== undefined) conditions.push(sql`recorded_at >= ${recordedFrom}::timestamptz`);
  if (recordedBefore !== undefined) conditions.push(sql`recorded_at < ${recordedBefore}::timestamptz`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** An event as a knowledge cut names it. */
export type CutEvent = { eventId: string; position: number; recordedAt: string };

const cutEvents = (db: Db) =>
  read(db)
    .selectFrom('read.audit_entry')
    .select(['event_id as eventId', 'position', instantOf('recorded_at').as('recordedAt')]);

/** The last event at or before a log position; null before the first. */
export async function eventAt(db: Db, position: bigint): Promise<CutEvent | null> {
  const event = await cutEvents(db)
    .where('position', '<=', sql<number>`${position.toString()}::bigint`)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event ?? null;
}

/** The event with an id; null when there is none. */
export async function eventOfId(db: Db, eventId: string): Promise<CutEvent | null> {
  return (await cutEvents(db).where('event_id', '=', eventId).executeTakeFirst()) ?? null;
}

/**
 * Where everything recorded by a time ends in the log (rule: Knowledge cut): the position of the first event that was
 * recorded later, exclusive; null when nothing was.
 */
export async function firstRecordedAfter(db: Db, time: string): Promise<number | null> {
  const row = await read(db)
    .selectFrom(
      read(db)
        .selectFrom('read.audit_entry')
        .select('position')
        .where('recorded_at', '>', sql<Date>`${time}::timestamptz`)
        // Otherwise Postgres would look for the least position from the log's beginning on, past all that is older.
        .offset(0)
        .as('later'),
    )
    .select(({ fn }) => fn.min<number | null>('position').as('position'))
    .executeTakeFirst();
  return row?.position ?? null;
}
