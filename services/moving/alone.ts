import type pg from 'pg';

/** Vitrine runs on the database that a log is moved for. */
export class VitrineRuns extends Error {
  override readonly name = 'VitrineRuns';
}

/** Throws VitrineRuns while anything of Vitrine but this process is connected to the database. */
export async function requireAlone(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name like 'vitrine %'
       and application_name <> current_setting('application_name')`,
  );
  const others = rows[0]?.others ?? 0;
  if (others > 0)
    throw new VitrineRuns(
      `Vitrine runs on this database (${others} connections): stop it first, and every other tool. Nothing was written.`,
    );
}
