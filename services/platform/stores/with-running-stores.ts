import type pg from 'pg';
import { systemClock } from '../clock.ts';
import { commandMigrations, createSnapshots, type CommandContext } from '../commands/index.ts';
import { runningStores, runningZone } from '../config/running-stores.ts';
import { connectDatabase, migrate, type Migration } from '../database/index.ts';
import { connectEventStore } from '../event-store/index.ts';
import { reactorMigrations } from '../reactors/index.ts';
import { identifyLog } from './prepare-stores.ts';

/** The connections of a command line program, with what its commands need and where the stores are. */
export type RunningStores = CommandContext & { pool: pg.Pool; databaseUrl: string; eventStoreUrl: string };

/**
 * Runs the work of a command line program on the stores of the environment or of a locally running Vitrine, and closes
 * them at the end. Throws NoStores, OtherThanRunning.
 * @param eventStoreUrl uses another event store
 */
export async function withRunningStores<T>(
  work: (stores: RunningStores) => Promise<T>,
  { eventStoreUrl }: { eventStoreUrl?: string | undefined } = {},
): Promise<T> {
  const addresses = runningStores(process.env);
  const zone = runningZone(process.env);
  const used = { ...addresses, eventStoreUrl: eventStoreUrl ?? addresses.eventStoreUrl };
  const { db, pool, close } = connectDatabase(used.databaseUrl);
  const events = connectEventStore({ connectionString: used.eventStoreUrl });
  try {
    return await work({
      ...used,
      db,
      pool,
      events,
      snapshots: createSnapshots(pool),
      clock: systemClock,
      zone,
    });
  } finally {
    await events.close();
    await close();
  }
}

/**
 * The same for a program that appends, perhaps before the first start of Vitrine: its tables are made, and an empty log
 * is known from its beginning, so that reactors wait for no order later. Throws NoStores, OtherThanRunning,
 * UnfinishedRestore, UnfinishedCopy.
 * @param migrations what the work needs beside the tables of commands
 */
export async function withStoresToAppend<T>(
  migrations: readonly Migration[],
  work: (stores: RunningStores) => Promise<T>,
): Promise<T> {
  return withRunningStores(async (stores) => {
    await migrate(stores.pool, [...commandMigrations, ...reactorMigrations, ...migrations]);
    await identifyLog(stores);
    return work(stores);
  });
}
