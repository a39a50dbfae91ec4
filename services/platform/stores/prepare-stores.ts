import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/index.ts';
import { connectDatabase, type Db } from '../database/index.ts';
import type { EventStore } from '../event-store/index.ts';
import { folderOfFiles, holdPlace } from '../files/index.ts';
import { ensureLogIdentity, isUnwritten } from '../log-identity.ts';
import { noteKnownWhole } from '../reactors/index.ts';

/** Claims the place of the files for this process; undefined when it keeps none. */
export async function holdFiles(
  config: Config,
  warn: (message: string) => void,
): Promise<{ release(): Promise<void>; close(): Promise<void> } | undefined> {
  // The read models come from the log alone.
  if ([...config.roles].every((role) => role === 'projections')) return undefined;
  // A lost Postgres is reported by the connections that requests share.
  const { pool, close } = connectDatabase(config.databaseUrl, { max: 1 });
  try {
    const folder = folderOfFiles(config);
    const release = await holdPlace({ pool, folder, newId: randomUUID, warn });
    return { release, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The identity of the log, written if it has none yet. A new log is known from its beginning. Throws UnfinishedCopy, and
 * the stores' errors.
 */
export async function identifyLog({
  db,
  events,
  clock,
}: {
  db: Db;
  events: EventStore;
  clock: Clock;
}): Promise<string> {
  const logId = await ensureLogIdentity({ events, clock, newId: randomUUID });
  if (await isUnwritten(events)) await noteKnownWhole(db, logId, clock());
  return logId;
}
