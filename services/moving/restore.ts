import path from 'node:path';
import type pg from 'pg';
import type { Clock } from '#services/platform/clock.ts';
import {
  areTablesBack,
  migrate,
  migrationNames,
  migrationsRun,
  noteRestoreBegun,
  noteRestoreEnded,
  noteTablesBack,
  onOneConnection,
  type Migration,
} from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { FILES, readBackup, UnusableBackup, type Manifest } from './backup.ts';
import { carryOver } from './carry-over.ts';
import { copyFiles } from './copy-files.ts';
import { copyLog, hasGoneOn, howFarCopied, type CopyLog } from './copy-log.ts';
import { logOfFiles } from './log-files.ts';
import { noteRestored, restoredInto, restoreMigrations } from './restored.ts';
import { loadTables, tablesInUse } from './tables.ts';

export type Restore = {
  folder: string;
  pool: pg.Pool;
  events: EventStore;
  /** The files' store where it is a folder; only a backup without files can be brought back where it is a bucket. */
  filesFolder: string | undefined;
  /** Every plain table of this version. */
  migrations: readonly Migration[];
  /** Statements that make the tables beside them, where the backup has such. */
  besides: () => Promise<string>;
  clock: Clock;
  newId: () => string;
  onProgress?: CopyLog['onProgress'];
};

/**
 * What a call came to: it brought the backup back; or all of it was back already, and the log is as it was then, or has
 * gone on since, so that the stores are not as of the backup.
 */
export type Outcome = 'brought back' | 'already back' | 'gone on since';

/**
 * Brings a backup back into an empty database and an empty event store: the log first, which may be begun again after a
 * kill, then the files, then the tables as they were in one transaction, then what later versions changed in them, then
 * the places in the log that they name, which are others in the new store. Killed anywhere, the same call finishes it,
 * and until then the database is marked as one that Vitrine does not start on; where everything of this backup is back
 * already, it changes nothing, and says whether the log has gone on since. Throws UnusableBackup with nothing written, TargetInUse, CopyDiffers, and NotOfThatLog
 * where an earlier release made the backup with another log than its tables are of.
 */
export async function restore(restoring: Restore): Promise<Manifest & { outcome: Outcome }> {
  const { folder, pool, events, filesFolder, migrations, besides, ...rest } = restoring;
  const manifest = await readBackup(folder);
  const { madeAt, logId } = manifest;
  refuseLaterVersion(manifest, migrations);
  refuseLostFiles(manifest, filesFolder);
  await migrate(pool, restoreMigrations, { restoring: true });
  const outcome = await onOneConnection(pool, async (client): Promise<Outcome> => {
    if (manifest.tables.some(({ schema }) => schema !== 'vitrine')) await client.query(await besides());
    const isLoaded = await areTablesBack(client, madeAt);
    if (!isLoaded) {
      const used = await tablesInUse(client);
      const restored = used.length > 0 ? await restoredInto(client, madeAt) : undefined;
      if (restored !== undefined && restored === (await logIdOf(events)))
        return (await hasGoneOn(events)) ? 'gone on since' : 'already back';
      if (used.length > 0)
        throw new UnusableBackup(
          `The database holds rows already (${used.slice(0, 3).join(', ')}): restore into an empty one. Nothing was written.`,
        );
      refuseMigratedFurther(manifest, await migrationsRun(client));
    }
    const source = logOfFiles(folder, logId);
    // Before the mark: what cannot be finished is not begun.
    await howFarCopied({ source, target: events });
    // Committed before the first event is copied: until everything is back, Vitrine does not start.
    await noteRestoreBegun(client, madeAt);
    const copied = await copyLog({ source, target: events, ...rest });
    if (manifest.files && filesFolder !== undefined) await copyFiles(path.join(folder, FILES), filesFolder);
    if (!isLoaded) {
      await migrate(pool, migrationsOf(manifest, migrations), { restoring: true });
      await client.query('begin');
      await loadTables(client, folder, manifest.tables);
      await noteTablesBack(client);
      await client.query('commit');
    }
    await migrate(pool, migrations, { restoring: true });
    await client.query('begin');
    await carryOver(client, { ...copied, from: logId, to: copied.logId, areRestored: areOfItsLog(manifest) });
    await noteRestored(client, madeAt, copied.logId);
    await noteRestoreEnded(client);
    await client.query('commit');
    return 'brought back';
  });
  return { ...manifest, outcome };
}

/** Whether the tables were found to be of the log beside them when the backup was made; earlier releases did not look. */
const areOfItsLog = ({ logId, logsOfTables }: Manifest): boolean =>
  logsOfTables !== undefined && (logsOfTables.length === 0 || logsOfTables.includes(logId));

/** A bucket takes no copy of the folder: it would lack what the tables name, and later calls would find nothing to do. */
function refuseLostFiles({ files }: Manifest, filesFolder: string | undefined): void {
  if (!files || filesFolder !== undefined) return;
  throw new UnusableBackup(
    'The backup holds files, and VITRINE_FILES_URL names a bucket, into which they cannot be brought back: restore with VITRINE_FILES_URL naming a folder (file:///…), copy what is in that folder into the bucket, and start Vitrine with the bucket. Nothing was written.',
  );
}

/** What made the tables of a backup, in the order in which a new house of its version had it. */
function migrationsOf({ migrations: then }: Manifest, now: readonly Migration[]): Migration[] {
  return now.filter(({ name }) => then.includes(name));
}

/** Tables of a later version are not known here. */
function refuseLaterVersion({ migrations: then }: Manifest, now: readonly Migration[]): void {
  const known = new Set(migrationNames(now));
  const later = then.filter((name) => !known.has(name));
  if (later.length === 0) return;
  throw new UnusableBackup(
    `The backup is of a later version of Vitrine (${later.slice(0, 3).join(', ')}): restore it with that version.`,
  );
}

/** What has run on empty tables would not run on the rows that come back. */
function refuseMigratedFurther({ migrations: then }: Manifest, run: readonly string[]): void {
  const expected = new Set([...then, ...migrationNames(restoreMigrations)]);
  const further = run.filter((name) => !expected.has(name));
  if (further.length === 0) return;
  throw new UnusableBackup(
    `The tables of the database are those of a later version than the backup (${further.slice(0, 3).join(', ')}): restore into a new database, which the restore migrates. Nothing was written.`,
  );
}
