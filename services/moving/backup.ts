import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '#services/platform/clock.ts';
import { onOneConnection, requireNoRestore } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { flushFolder, makeFolder, placeOfFiles } from '#services/platform/files/index.ts';
import { unlessGone } from '#services/platform/has-code.ts';
import { ensureLogIdentity, readLog, requireWhole } from '#services/platform/log-identity.ts';
import { copyFiles, filesIn } from './copy-files.ts';
import { keepCompressed, linesOf, sha256OfFile, type KeptFile } from './kept-files.ts';
import { writeLog } from './log-files.ts';
import { logsOfTables } from './log-of-tables.ts';
import { logOfStore } from './log-source.ts';
import { dumpTables } from './tables.ts';

const MANIFEST = 'backup.json';
/** The files' store, in a backup. */
export const FILES = 'files';
/** A line for each of them: its path in the folder, and its hash. */
const FILE_LIST = 'files.ndjson.gz';

const keptFile = z.object({ file: z.string().regex(/^[a-z0-9][\w.-]*$/), sha256: z.string() });
const listedFile = z.object({ file: z.string(), sha256: z.string() });
const manifestSchema = z.object({
  /** Of the folder's layout. */
  format: z.literal(2),
  madeAt: z.string(),
  logId: z.string(),
  /** The logs that the tables were found to be of, the kept one among them; absent where that was not looked at. */
  logsOfTables: z.array(z.string()).optional(),
  events: z.int().nonnegative(),
  log: z.array(keptFile),
  /** What had been migrated: the tables are those of that version of Vitrine. */
  migrations: z.array(z.string()),
  tables: z.array(
    keptFile.extend({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().nonnegative(),
    }),
  ),
  /** The list of what is in the folder `files`; null where the files lie in a bucket, which is not kept here. */
  files: keptFile.nullable(),
});
/** A backup's manifest; written last, so that a folder without it is no whole backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The folder is no backup that can be restored, or none can be made there. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}

export type BackUp = {
  pool: pg.Pool;
  events: EventStore;
  /** The files' store where it is a folder. */
  filesFolder: string | undefined;
  /** Made by this; empty where it is there. */
  folder: string;
  clock: Clock;
};

/**
 * Writes the database, the log and the files into a folder, while Vitrine runs or not. The database comes first, as of
 * one moment, then the log as far as it goes by then: whatever the database holds of the log is in it, and what was
 * recorded in between is reacted to after a restore as it would have been. A log without an identity gets one. Throws
 * UnusableBackup, also where the log is none that the tables are of, with nothing written; UnfinishedRestore,
 * UnfinishedCopy, and the stores' errors.
 */
export async function backUp({ pool, events, filesFolder, folder, clock }: BackUp): Promise<Manifest> {
  await requireNoRestore(pool);
  await requireWhole(events);
  const ofTables = await requireLogOfTables(pool, events);
  const hasFiles = filesFolder !== undefined && (await areFilesIn(filesFolder, pool));
  if (hasFiles && (await isWithin(filesFolder, folder)))
    throw new UnusableBackup(
      `${folder} is among the files that are backed up: name a folder outside ${filesFolder} with --to.`,
    );
  const isNew = !existsSync(folder);
  await makeFolder(folder);
  if (isNew) await chmod(folder, 0o700);
  if ((await readdir(folder)).length > 0)
    throw new UnusableBackup(`${folder} is not empty: name a new folder with --to.`);
  const logId = await ensureLogIdentity({ events, clock, newId: randomUUID });
  const madeAt = clock().toISOString();
  const { tables, migrations } = await dumpDatabase(pool, folder);
  const log = await writeLog(logOfStore(events, logId), await events.headPosition(), folder);
  // After the tables: every file that they name is there.
  const files = hasFiles ? await keepFiles(filesFolder, folder) : null;
  const manifest: Manifest = {
    format: 2,
    madeAt,
    logId,
    logsOfTables: [...ofTables],
    events: log.events,
    log: log.files,
    migrations,
    tables,
    files,
  };
  // Whatever the manifest names is in the folder before it, also after a crash of the machine.
  await flushFolder(folder);
  await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await flushFolder(folder);
  return manifest;
}

/**
 * The logs that the tables are of. A backup with another log would be whole to look at, and its tables would name places
 * in a log that it has not. Throws UnusableBackup.
 */
async function requireLogOfTables(pool: pg.Pool, events: EventStore): Promise<readonly string[]> {
  const ofTables = await logsOfTables(pool);
  const { id } = await readLog(events);
  if (ofTables.length === 0 || (id !== null && ofTables.includes(id))) return ofTables;
  throw new UnusableBackup(
    'EVENTSTORE_URL names another event log than the one of this database (DATABASE_URL): set both as they are set for Vitrine. Where the log was changed on purpose, first build the read models from it (npm run projections -- rebuild NAME). Nothing was written.',
  );
}

/** Whether `inner`, which may not be there yet, lies in a folder or is it, whatever links lead there. */
async function isWithin(outer: string, inner: string): Promise<boolean> {
  let there = path.resolve(inner);
  while (!existsSync(there)) there = path.dirname(there);
  const way = path.relative(await realpath(outer), await realpath(there));
  return way.split(path.sep)[0] !== '..';
}

/** False where nothing tells that the files lie in a folder. Throws UnusableBackup where they lie elsewhere. */
async function areFilesIn(folder: string, pool: pg.Pool): Promise<boolean> {
  const place = await placeOfFiles(pool, folder);
  const asForVitrine = 'as it is set for Vitrine. Nothing was written.';
  if (place === 'a bucket')
    throw new UnusableBackup(
      `Vitrine keeps its files in a bucket, and not in ${folder}: set VITRINE_FILES_URL ${asForVitrine}`,
    );
  if (place === 'another folder')
    throw new UnusableBackup(
      `${folder} is not the folder that Vitrine keeps its files in: set VITRINE_FILES_URL (or VITRINE_DATA) ${asForVitrine}`,
    );
  return place === 'this folder';
}

/** Copies the files' store into a backup; gives the list of what was copied. */
async function keepFiles(filesFolder: string, backup: string): Promise<KeptFile> {
  const copies = path.join(backup, FILES);
  await copyFiles(filesFolder, copies);
  async function* lines(): AsyncGenerator<string> {
    for await (const file of filesIn(copies)) {
      const listed: z.infer<typeof listedFile> = {
        file,
        sha256: await sha256OfFile(path.join(copies, file)),
      };
      yield `${JSON.stringify(listed)}\n`;
    }
  }
  return {
    file: FILE_LIST,
    sha256: await keepCompressed(Readable.from(lines()), path.join(backup, FILE_LIST)),
  };
}

async function dumpDatabase(pool: pg.Pool, folder: string): Promise<Pick<Manifest, 'tables' | 'migrations'>> {
  return onOneConnection(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const tables = await dumpTables(client, folder);
    const { rows } = await client.query<{ name: string }>('select name from vitrine.migration order by name');
    await client.query('commit');
    return {
      tables: tables.map((table) => ({ ...table, columns: [...table.columns] })),
      migrations: rows.map(({ name }) => name),
    };
  });
}

/** The manifest of a whole and unharmed backup. Throws UnusableBackup, and the file system's errors where it cannot be read. */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await unlessGone(readFile(path.join(folder, MANIFEST), 'utf8'));
  if (text === undefined)
    throw new UnusableBackup(`${folder} is no whole backup: it has no ${MANIFEST}, which is written last.`);
  const manifest = readManifest(text, `${folder}/${MANIFEST}`);
  const { log, tables, files } = manifest;
  for (const kept of [...log, ...tables, ...(files ? [files] : [])]) await requireUnharmed(folder, kept);
  if (files)
    for await (const line of linesOf(path.join(folder, files.file))) {
      const { file, sha256 } = listedFile.parse(JSON.parse(line));
      await requireUnharmed(folder, { file: path.join(FILES, file), sha256 });
    }
  return manifest;
}

function readManifest(text: string, file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnusableBackup(`${file} is not what was written: use another backup.`, { cause });
  }
}

async function requireUnharmed(folder: string, { file, sha256 }: KeptFile): Promise<void> {
  if ((await unlessGone(sha256OfFile(path.join(folder, file)))) !== sha256)
    throw new UnusableBackup(`${folder}/${file} is missing, or is not what was written: use another backup.`);
}
