import type { Database } from '#services/platform/database/index.ts';

/** What the database was asked for since it was made: questions count as transactions too. */
export type Counts = { readonly transactions: number; readonly rows: number };

/** Reads the counters of the database; an idle backend reports what it did after ten seconds at the latest. */
export async function countsOf({ pool }: Database): Promise<Counts> {
  const { rows } = await pool.query<Counts>(`
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions,
      (select sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint from pg_stat_user_tables) as rows`);
  return rows[0]!;
}
