import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { messageOf } from '../message-of.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const noteSchema = z.object({ DATABASE_URL: z.string(), EVENTSTORE_URL: z.string() });
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

/** The note that a running `npm start` leaves; without one, the error names the `variables` to set instead. */
function runningNote(environment: Environment, variables: string): z.infer<typeof noteSchema> {
  const file = path.join(path.resolve(environment['VITRINE_DATA'] || '.data'), 'running.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code !== 'ENOENT';
    throw new NoStores(
      isThere
        ? `${file} cannot be read (${messageOf(cause)}): run this as the user who started Vitrine, or set ${variables}.`
        : `No Vitrine runs here: start it with npm start, or set ${variables}.`,
      { cause },
    );
  }
  const note = noteText.safeParse(text);
  if (!note.success) throw new NoStores(`${file} does not name the stores: start Vitrine again.`);
  return note.data;
}
