import { sql, type RawBuilder } from 'kysely';

/** A timestamp of the database as an instant of the wire; null stays null. */
export function instantOf(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
