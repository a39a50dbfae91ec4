import { parseArgs, type ParseArgsConfig } from 'node:util';
import { NoStores, OtherThanRunning } from './config/running-stores.ts';
import { databaseRemedy, UnfinishedRestore } from './database/index.ts';
import { EventStoreTimeout, EventStoreUnavailable } from './event-store/index.ts';
import { explain } from './explain.ts';
import { UnfinishedCopy } from './log-identity.ts';
import { messageOf } from './message-of.ts';
import { Refusal } from './refusal.ts';
import { StoreUnusable } from './store-unusable.ts';

/** The program was called in a way that it cannot carry out: printed without a stack. */
export class BadCall extends Error {
  override readonly name = 'BadCall';
}

/** The call asks for the program's usage, which is the message. */
class HelpAsked extends Error {}

/**
 * The options and words of a call. The usage that --help asks for is printed by `runCommandLine`.
 * @throws {BadCall} with the usage, for an option that the program does not have or one without its value
 */
export function readCall<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    const call = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
    if (!('help' in call.values)) return call;
  } catch (error) {
    throw new BadCall(`${messageOf(error)}\n\n${usage}`);
  }
  throw new HelpAsked(usage);
}

/**
 * Runs a command line program and ends the process with the exit code that `main` returns. When `main` throws, the code
 * is 1; an error that a person can fix is printed as its message, any other with its stack. A call for help prints the
 * usage, and the code is 0.
 * @param mendable the program's own errors that a person can fix
 */
export async function runCommandLine(
  main: () => Promise<number>,
  mendable: readonly (abstract new (...args: never[]) => Error)[] = [],
): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof HelpAsked) {
      console.log(error.message);
      process.exitCode = 0;
      return;
    }
    const isMendable = mendable.some((kind) => error instanceof kind);
    console.error(isMendable ? messageOf(error) : (plainMessage(error) ?? explain(error)));
    process.exitCode = 1;
  }
}

const PLAIN = [BadCall, NoStores, OtherThanRunning, StoreUnusable, UnfinishedCopy, UnfinishedRestore];

function plainMessage(error: unknown): string | undefined {
  if (error instanceof Refusal) return refusalLines(error);
  if (PLAIN.some((kind) => error instanceof kind)) return messageOf(error);
  if (error instanceof EventStoreUnavailable || error instanceof EventStoreTimeout)
    return `${error.message}. Start the event store, or correct EVENTSTORE_URL.`;
  const remedy = databaseRemedy(error);
  if (remedy !== undefined) return `The database (DATABASE_URL) cannot be used. ${remedy}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].includes(code))
    return `No Postgres answers (${messageOf(error) || code}). Start it, or correct DATABASE_URL.`;
  return error instanceof Error ? fileMessage(error, code) : undefined;
}

/** What the file system refused, in words; undefined for an error that is not the file system's. */
function fileMessage(error: NodeJS.ErrnoException & { dest?: string }, code: string): string | undefined {
  const { path, dest = path } = error;
  // Neither a write nor a read of what was opened names the file.
  if (code === 'ENOSPC')
    return `There is no space left${dest === undefined ? '' : ` in ${dest}`}: free some, remove what was begun, and try again.`;
  if (code === 'EISDIR') return 'A folder was named in the place of a file: name a file.';
  if (path === undefined) return undefined;
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (error.syscall === 'open' && code === 'ENOTDIR')
    return `There is no file ${path}: a part of that is a file, not a folder.`;
  if (error.syscall === 'open' && code === 'EEXIST') return `${path} is there already: name another.`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${dest} is a file, or lies in one: name a folder.`;
  return error.message;
}

/** One line for each refused field. */
function refusalLines({ message, errors }: Refusal): string {
  if (!errors || errors.length < 2) return message;
  return errors
    .map((one) => (one.message.startsWith(one.field) ? one.message : `${one.field}: ${one.message}`))
    .join('\n');
}
