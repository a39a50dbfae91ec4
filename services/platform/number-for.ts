import { sql } from 'kysely';
import type { Db } from './database/index.ts';

/**
 * The number of the customer or vendor that a command creates: the next free one. The same command gets the same number
 * again, so that repeating it creates no second record. Numbers of refused commands are skipped.
 * @param highest the highest number that the read model knows
 */
export async function numberFor(
  db: Db,
  what: 'customer' | 'vendor',
  commandId: string,
  highest: (db: Db) => Promise<number>,
): Promise<number> {
  const table = sql.id('vitrine', `${what}_number`);
  const column = sql.id(`${what}_id`);
  return db.transaction().execute(async (tx) => {
    // One at a time: two commands never take the same number.
    await sql`select pg_advisory_xact_lock(hashtext(${`vitrine.${what}_number`}))`.execute(tx);
    const known = await highest(tx);
    const { rows } = await sql<{ number: number }>`
      insert into ${table} (command_id, ${column})
      select ${commandId}, 1 + greatest((select max(${column}) from ${table}), ${known}::int)
      on conflict (command_id) do update set command_id = excluded.command_id
      returning ${column} as number`.execute(tx);
    return rows[0]!.number;
  });
}
