import type pg from 'pg';

/** What names, in a migrated database, the log that its places are in; `live` rows alone count among the builds. */
const NAMED_IN = [
  ['vitrine.projection_build', "state = 'live'"],
  ['vitrine.reactor_checkpoint', 'true'],
] as const;

/** The ids of the logs that the live read models and the reactors of a database are in; none of one that was never used. */
export async function logsOfTables(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const [table, counts] of NAMED_IN) {
    const { rows: there } = await pool.query<{ isThere: boolean }>(
      'select to_regclass($1) is not null as "isThere"',
      [table],
    );
    if (there[0]?.isThere !== true) continue;
    const { rows } = await pool.query<{ logId: string }>(
      `select distinct log_id as "logId" from ${table} where log_id is not null and ${counts}`,
    );
    for (const { logId } of rows) ids.add(logId);
  }
  return ids;
}
