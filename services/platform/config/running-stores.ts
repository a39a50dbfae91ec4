import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

const noteSchema = z.object({ DATABASE_URL: z.string(), EVENTSTORE_URL: z.string() });

/** Neither the environment nor a running Vitrine says where the stores are. */
export class NoStores extends Error {
  override readonly name = 'NoStores';
}

/**
 * Where the stores are, for tools of the command line: DATABASE_URL and EVENTSTORE_URL where both are set, else the
 * note that a running `npm start` leaves in the data folder (VITRINE_DATA, default `.data`). Throws NoStores.
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

/** Where Postgres is, for tools that need nothing else: DATABASE_URL, else as a running `npm start` says. Throws NoStores. */
export function runningDatabase(environment: Environment): string {
  return environment['DATABASE_URL'] || runningNote(environment, 'DATABASE_URL').DATABASE_URL;
}

/** The note that a running `npm start` leaves; where there is none, the error says which `variables` do instead. */
function runningNote(environment: Environment, variables: string): z.infer<typeof noteSchema> {
  const file = path.join(path.resolve(environment['VITRINE_DATA'] || '.data'), 'running.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new NoStores(`No Vitrine runs here: start it with npm start, or set ${variables}.`, { cause });
  }
  const note = noteSchema.safeParse(JSON.parse(text));
  if (!note.success) throw new NoStores(`${file} does not say where the stores are: start Vitrine again.`);
  return note.data;
}
