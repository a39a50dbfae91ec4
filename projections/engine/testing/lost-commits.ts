import type pg from 'pg';

/**
 * Remembers what all tables of the read models hold. What it gives does what a killed Postgres does: it ends the pool's
 * other connections, and the commits since are gone, as they were not on disk yet.
 */
export async function rememberCommits(pool: pg.Pool): Promise<() => Promise<void>> {
  const { rows: tables } = await pool.query<{ table: string }>(
    `select format('%I.%I', table_schema, table_name) as table from information_schema.tables
     where table_type = 'BASE TABLE'
       and (table_schema like 'projection\\_%' or table_schema || '.' || table_name = any($1))`,
    [['vitrine.projection_place', 'vitrine.projection_build']],
  );
  const held = await Promise.all(
    tables.map(async ({ table }) => {
      const { rows } = await pool.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
      );
      return { table, rows: rows[0]!.rows };
    }),
  );
  return async () => {
    const client = await pool.connect();
    const endOthers = () =>
      client.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
      );
    try {
      // What another connection has open goes with it, and holds no row any more.
      await endOthers();
      // Without the triggers of foreign keys: what follows a place goes on following it.
      await client.query('begin; set local session_replication_role = replica');
      for (const { table, rows } of held) {
        await client.query(`delete from ${table}`);
        await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
          rows,
        ]);
      }
      await client.query('commit');
      // Those made meanwhile have seen what is lost: no real one could be made before.
      await endOthers();
    } finally {
      client.release();
    }
  };
}
