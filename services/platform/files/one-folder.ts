import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { BadConfiguration } from '../config/config.ts';
import { isDatabaseAway, type Migration } from '../database/index.ts';
import { pause } from '../pause.ts';
import { repeatedFailures } from '../repeated-failures.ts';
import { hasCode, unlessGone } from '../has-code.ts';

export const fileMigrations: readonly Migration[] = [
  {
    name: 'files-1',
    sql: `
      -- The folder that every process keeps its files in, by the id in its marker; one row, or none with a bucket only.
      create table vitrine.file_folder (one boolean primary key default true check (one), id text not null);`,
  },
];

/** What is noted in place of a marker where the files lie in a bucket. */
const IN_A_BUCKET = 'bucket';

/** The file that identifies the folder; no key of a file begins with a dot. */
export const FOLDER_MARKER = '.vitrine-files';

export type OnePlace = {
  /** Provides the connection that shows, while it is open, that a process keeps files in its place. */
  pool: pg.Pool;
  /** Undefined: a bucket. */
  folder: string | undefined;
  newId: () => string;
  warn: (message: string) => void;
};

/** How long it waits, in milliseconds, before it tries again to claim the place. */
const AGAIN_AFTER_MS = 1_000;

/**
 * Holds the claim that this process keeps its files in `folder`, or in a bucket, until the returned function is called.
 * Throws BadConfiguration when another running process with the same database keeps them in another folder, or one of the
 * two in a bucket, because each would miss the other's files, and for a folder that is a file. Otherwise the place is taken, with a warning when it is not
 * the same as before. A claim lasts as long as its connection: when that ends, as with a restart of Postgres, it is made
 * again, and where another process has been faster with another place, the refusal is a warning.
 */
export async function holdPlace(options: OnePlace): Promise<() => Promise<void>> {
  const id = options.folder === undefined ? IN_A_BUCKET : await markerOf(options.folder, options.newId);
  const over = new AbortController();
  const holding = goOnHolding(await claim(options, id), options, id, over.signal);
  return async () => {
    over.abort();
    await holding;
  };
}

/** Claims the place again whenever the connection that holds the claim has ended. */
async function goOnHolding(
  first: pg.PoolClient,
  options: OnePlace,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  let client: pg.PoolClient | undefined = first;
  const failures = repeatedFailures(options.warn);
  while (client) {
    await untilEnded(client, signal);
    client.release(true);
    client = undefined;
    while (!client && !signal.aborted) {
      client = await claim(options, id).catch((error: unknown) => {
        // A lost Postgres is reported by the connections that requests share.
        if (!isDatabaseAway(error)) failures.note(error);
        return undefined;
      });
      if (!client) await pause(AGAIN_AFTER_MS, signal);
    }
  }
}

/** Resolves when the connection has ended, or the signal is aborted. */
const untilEnded = (client: pg.PoolClient, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) return resolve();
    client.once('end', end);
    client.once('error', end);
    signal.addEventListener('abort', end);
  });

/** A connection that shows, for as long as it is open, that this process keeps its files in the place. */
async function claim({ pool, folder, warn }: OnePlace, id: string): Promise<pg.PoolClient> {
  const place = folder ?? 'a bucket';
  const client = await pool.connect();
  try {
    await client.query("begin; select pg_advisory_xact_lock(hashtextextended('vitrine file folder', 0))");
    await client.query('insert into vitrine.file_folder (id) values ($1) on conflict do nothing', [id]);
    const { rows } = await client.query<{ id: string; alone: boolean }>(
      "select id, id = $1 or pg_try_advisory_xact_lock(hashtextextended('vitrine files are kept', 0)) as alone from vitrine.file_folder",
      [id],
    );
    const known = rows[0];
    if (!known?.alone)
      throw new BadConfiguration([
        `The files of this process lie in ${place}, and other processes with the same database keep theirs elsewhere: each would miss the other's. ` +
          'Name one folder or one bucket for all in VITRINE_FILES_URL.',
      ]);
    if (known.id !== id) {
      await client.query('update vitrine.file_folder set id = $1', [id]);
      warn(`Files are kept in ${place} from now on; before, they were kept elsewhere: copy what is missing.`);
    }
    await client.query(
      "select pg_advisory_lock_shared(hashtextextended('vitrine files are kept', 0)); commit",
    );
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Where the processes with this database keep their files, by what is noted and by the folder's marker. Earlier
 * versions noted nothing of a bucket: with nothing noted, only a folder with a marker is that of the files.
 */
export async function placeOfFiles(
  pool: pg.Pool,
  folder: string,
): Promise<'this folder' | 'another folder' | 'a bucket' | 'not noted'> {
  const { rows } = await pool.query<{ id: string }>('select id from vitrine.file_folder');
  const known = rows[0]?.id;
  if (known === IN_A_BUCKET) return 'a bucket';
  const marker = await readMarker(folder);
  if (known === undefined && marker === undefined) return 'not noted';
  return known === undefined || known === marker ? 'this folder' : 'another folder';
}

/** The folder's id; undefined where it has no marker, or is not there. Throws the file system's other errors. */
const readMarker = async (folder: string): Promise<string | undefined> =>
  (await unlessGone(readFile(path.join(folder, FOLDER_MARKER), 'utf8')))?.trim();

/** The folder's id; two processes that create it at the same moment agree on one. Throws BadConfiguration for a file. */
async function markerOf(folder: string, newId: () => string): Promise<string> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST', 'ENOTDIR')) throw error;
    throw new BadConfiguration([
      `VITRINE_FILES_URL (or VITRINE_DATA) names ${folder}, which is a file or lies in one: give a folder.`,
    ]);
  });
  const marker = path.join(folder, FOLDER_MARKER);
  const id = newId();
  const beside = `${marker}-${id}`;
  await writeFile(beside, `${id}\n`, { flag: 'wx' });
  try {
    await link(beside, marker);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(beside);
  }
  return (await readFile(marker, 'utf8')).trim();
}
