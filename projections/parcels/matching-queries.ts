import { sql, type RawBuilder } from 'kysely';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Db } from '#services/platform/database/index.ts';

/** A stone as matching takes it: weight in thousandths of a carat, list price in cents. */
export type MatchingRow = {
  parcelName: string;
  changedPosition: number;
  attributes: StoneAttributes;
  totalCents: number;
  fm: boolean;
};

/** A parcel that changed: null when it cannot be requested now. */
export type MatchingChange = { parcelName: string; changedPosition: number; available: MatchingRow | null };

type Row = Omit<MatchingRow, 'attributes'> & { weight: number; wire: string | null };

const AVAILABLE = sql`status = 'AVAILABLE' and listed`;
// The wire part holds the attributes as text, which is read here and not by Postgres; its weight is in carats.
const columns = (wire: RawBuilder<unknown>) =>
  sql`parcel_name as "parcelName", changed_position as "changedPosition", total_cents as "totalCents", fm, weight, ${wire} as wire`;

/** A page of the line's available parcels in the order of their names, after a name ('' for the first). */
export async function availableForMatching(
  db: Db,
  line: Line,
  after: string,
  limit: number,
): Promise<MatchingRow[]> {
  const { rows } = await sql<Row>`
    select ${columns(sql`wire`)} from read.parcel
    where line = ${line} and ${AVAILABLE} and parcel_name > ${after} order by parcel_name limit ${limit}`.execute(
    db,
  );
  return rows.map(toMatching);
}

/** What changed in the line after a log position, in the order of the log: as it stands now, available or not. */
export async function changedForMatching(
  db: Db,
  line: Line,
  after: number,
  limit: number,
): Promise<MatchingChange[]> {
  const { rows } = await sql<Row>`
    select ${columns(sql`case when ${AVAILABLE} then wire end`)} from read.parcel
    where line = ${line} and changed_position > ${after} order by changed_position limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({
    parcelName: row.parcelName,
    changedPosition: row.changedPosition,
    available: row.wire === null ? null : toMatching(row),
  }));
}

/** The line's available parcels of these shapes ('' for none known, null for any) within two weights, straight from the read model. */
export async function matchingWithin(
  db: Db,
  line: Line,
  shapes: readonly string[] | null,
  lightest: number,
  heaviest: number,
): Promise<MatchingRow[]> {
  const ofShape = shapes === null ? sql`` : sql`and coalesce(shape_code, '') = any(${[...shapes]})`;
  const { rows } = await sql<Row>`
    select ${columns(sql`wire`)} from read.parcel
    where line = ${line} and ${AVAILABLE} ${ofShape} and weight between ${lightest} and ${heaviest}`.execute(
    db,
  );
  return rows.map(toMatching);
}

/** One stone of the line, whatever its status; undefined when there is none. */
export async function parcelForMatching(
  db: Db,
  line: Line,
  parcelName: string,
): Promise<MatchingRow | undefined> {
  const { rows } = await sql<Row>`
    select ${columns(sql`wire`)} from read.parcel where line = ${line} and parcel_name = ${parcelName} and listed`.execute(
    db,
  );
  return rows.map(toMatching)[0];
}

function toMatching({ wire, weight, ...row }: Row): MatchingRow {
  const attributes = JSON.parse(`{${wire ?? ''}}`) as StoneAttributes;
  return { ...row, attributes: { ...attributes, weight } };
}
