import type pg from 'pg';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { projectionMigrations } from '../migrations.ts';
import { startProjections, type ProjectionsOptions, type ProjectionsRunner } from '../runner.ts';

/** Connects to a database of a test's own, and makes the engine's tables in it. */
export async function engineDatabase(url: string): Promise<Database> {
  const database = connectDatabase(url, { max: 15, pipeline: true });
  await migrate(database.pool, projectionMigrations);
  return database;
}

/** Drops every build, as if no read model had ever been made. */
export async function dropBuilds(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'projection\\_%'`,
  );
  for (const { name } of rows) await pool.query(`drop schema "${name}" cascade`);
  await pool.query('truncate vitrine.projection_build cascade');
}

/** Starts the engine as a process does. @param onInfo gets what it logs of its course; the rest is dropped */
export const startEngine = (
  options: Omit<ProjectionsOptions, 'looking' | 'leases' | 'log'>,
  onInfo: (message: string) => void = () => undefined,
): ProjectionsRunner =>
  startProjections({
    ...options,
    looking: options.pool,
    leases: openLeases(options.pool),
    log: { info: (_details, message) => onInfo(message), warn: () => undefined, error: () => undefined },
  });
