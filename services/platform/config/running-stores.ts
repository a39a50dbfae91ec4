import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import { messageOf } from '../message-of.ts';
import { hasCode } from '../has-code.ts';
import { DEFAULT_FEED_SHARE } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const noteSchema = z.object({
  DATABASE_URL: z.string(),
  EVENTSTORE_URL: z.string(),
  /** These as they were set for that Vitrine; left out where they were not. */
  VITRINE_FILES_URL: z.string().optional(),
  VITRINE_TIME_ZONE: z.string().optional(),
  VITRINE_FEED_WITHDRAWALS: z.string().optional(),
  VITRINE_FEED_PRICES: z.string().optional(),
});
type Note = z.infer<typeof noteSchema>;
/** The note as it was found; its writer may have been killed halfway. */
const noteText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(noteSchema);

/** Neither the environment nor a running Vitrine names the stores. */
export class NoStores extends Error {
  override readonly name = 'NoStores';
}

/** A variable is set here to something else than the running Vitrine has. */
export class OtherThanRunning extends Error {
  override readonly name = 'OtherThanRunning';
}

/**
 * Where the stores are, for command line tools: DATABASE_URL and EVENTSTORE_URL when both are set, else the note that a
 * running `npm start` leaves in the data folder (VITRINE_DATA, by default `.data`). Throws NoStores.
 */
export function runningStores(environment: Environment): { databaseUrl: string; eventStoreUrl: string } {
  const { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl } = environment;
  if (databaseUrl && eventStoreUrl) return { databaseUrl, eventStoreUrl };
  const note = runningNote(environment, 'DATABASE_URL and EVENTSTORE_URL');
  return {
    databaseUrl: databaseUrl || note.DATABASE_URL,
    eventStoreUrl: eventStoreUrl || note.EVENTSTORE_URL,
  };
}

/**
 * Where Postgres is, for tools that need nothing else: DATABASE_URL, else the database of a running `npm start`. Throws
 * NoStores.
 */
export function runningDatabase(environment: Environment): string {
  return environment['DATABASE_URL'] || runningNote(environment, 'DATABASE_URL').DATABASE_URL;
}

/**
 * The house's time zone, for tools that reckon in its days: that of the Vitrine that runs here on the same database, else
 * VITRINE_TIME_ZONE; undefined where neither names one. Throws OtherThanRunning when both are given and differ.
 */
export const namedZone = (environment: Environment): string | undefined =>
  asRunning(environment, 'VITRINE_TIME_ZONE', DEFAULT_TIME_ZONE);

/** `namedZone`, or the default. */
export const runningZone = (environment: Environment): string => namedZone(environment) ?? DEFAULT_TIME_ZONE;

/**
 * Where the files are, for tools that read or write them: as the Vitrine that runs here on the same database has it, else
 * VITRINE_FILES_URL or the folder `files` of the data folder. Throws OtherThanRunning when both are given and differ.
 */
export const runningFiles = (
  environment: Environment,
): { filesUrl: string | undefined; dataFolder: string } => ({
  filesUrl: asRunning(environment, 'VITRINE_FILES_URL'),
  dataFolder: dataFolderOf(environment),
});

/**
 * The variables of the shares above which feeds are held (rule: Held feeds), for tools that read feeds: as the Vitrine
 * that runs here on the same database has them, else as they are set here. Throws OtherThanRunning when both are given and
 * differ.
 */
export const runningFeedShares = (environment: Environment): Environment =>
  Object.fromEntries(
    (['VITRINE_FEED_WITHDRAWALS', 'VITRINE_FEED_PRICES'] as const).map((variable) => [
      variable,
      asRunning(environment, variable, String(DEFAULT_FEED_SHARE)),
    ]),
  );

/** @param standard what the running Vitrine has where its note does not name it */
function asRunning(
  environment: Environment,
  variable: Exclude<keyof Note, 'DATABASE_URL' | 'EVENTSTORE_URL'>,
  standard?: string,
): string | undefined {
  const here = environment[variable] || undefined;
  const { DATABASE_URL: databaseUrl } = environment;
  const note = databaseUrl ? readableNote(environment, variable) : findNote(environment, variable);
  if (!note || (databaseUrl && databaseUrl !== note.DATABASE_URL)) return here;
  const there = note[variable] ?? standard;
  if (here !== undefined && here !== there)
    throw new OtherThanRunning(
      `${variable} is set here to something else than the running Vitrine has (${noteFile(environment)}): what this makes would not fit what it shows. Unset it here.`,
    );
  return there;
}

const dataFolderOf = (environment: Environment): string =>
  path.resolve(environment['VITRINE_DATA'] || '.data');
const noteFile = (environment: Environment): string => path.join(dataFolderOf(environment), 'running.json');

/** The note that a running `npm start` leaves. Throws NoStores, which names the `variables` to set instead. */
function runningNote(environment: Environment, variables: string): Note {
  const note = findNote(environment, variables);
  if (note) return note;
  throw new NoStores(`No Vitrine runs here: start it with npm start, or set ${variables}.`);
}

/** A note that cannot be read has no say where the stores are named by the environment. */
function readableNote(environment: Environment, variable: string): Note | undefined {
  try {
    return findNote(environment, variable);
  } catch (error) {
    if (error instanceof NoStores) return undefined;
    throw error;
  }
}

/** The same; undefined where there is none. Throws NoStores for one that cannot be read. */
function findNote(environment: Environment, variables: string): Note | undefined {
  const file = noteFile(environment);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw new NoStores(
      `${file} cannot be read (${messageOf(cause)}): run this as the user who started Vitrine, or set ${variables}.`,
      { cause },
    );
  }
  const note = noteText.safeParse(text);
  if (!note.success) throw new NoStores(`${file} does not name the stores: start Vitrine again.`);
  return note.data;
}
