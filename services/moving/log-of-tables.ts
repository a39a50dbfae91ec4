import type pg from 'pg';

/** What names, in a migrated database, the log that its places are in; the first of them that names one tells it. */
const NAMED_IN = [
  ['vitrine.projection_build', "state = 'live'"],
  // Reactors may wait in the log that was there before: beside a live read model they tell nothing.
  ['vitrine.reactor_checkpoint', 'true'],
] as const;

/**
 * The ids of the logs that the live read models of a database are in; if there are none, those of the reactors; none of
 * a database that was never used.
 */
export async function logsOfTables(pool: pg.Pool): Promise<readonly string[]> {
  for (const [table, counts] of NAMED_IN) {
    const { rows: there } = await pool.query<{ isThere: boolean }>(
      'select to_regclass($1) is not null as "isThere"',
      [table],
    );
    if (there[0]?.isThere !== true) continue;
    const { rows } = await pool.query<{ logId: string }>(
      `select distinct log_id as "logId" from ${table} where log_id is not null and ${counts} order by log_id`,
    );
    if (rows.length > 0) return rows.map(({ logId }) => logId);
  }
  return [];
}
