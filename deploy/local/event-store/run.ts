import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unusable } from '../../build/unusable.mjs';
import { parseArguments, USAGE, UsageError } from './arguments.ts';
import type { Arguments } from './arguments.ts';
import { Unavailable } from './failures.ts';
import { AnotherWriter } from './log-writer-connection.ts';
import { startEventStore } from './server.ts';
import type { RunningServer, ServerOptions } from './server.ts';

const DATABASE_PATIENCE_MS = 30_000;

/** What was started, in order; stopped in the opposite one. */
const running: { close(): Promise<void> }[] = [];
const ending = new AbortController();

async function stop(exitCode = 0): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  for (const part of running.reverse()) await part.close();
  process.exit(exitCode);
}

function fail(error: unknown): Promise<void> {
  console.error(explain(error));
  return stop(1);
}

/**
 * Without a database of one's own, an embedded Postgres in the data folder holds the log. It is started again when it
 * ends by itself; where it cannot be, the process ends.
 */
async function embeddedDatabase(): Promise<string> {
  const { keepRunning, startPostgres } = await import('#local/postgres.mjs');
  const postgres = await startPostgres({
    folder: path.resolve(process.env['VITRINE_DATA'] || '.data', 'event-store'),
  });
  running.push(postgres);
  void keepRunning(postgres, ending.signal).catch(fail);
  return postgres.url;
}

/** Waits for a Postgres that is being started beside this process. */
async function startWhenReachable(
  { host, port, tls }: Arguments,
  databaseUrl: string,
  interceptors: ServerOptions['interceptors'],
): Promise<RunningServer> {
  const giveUp = performance.now() + DATABASE_PATIENCE_MS;
  const log = (line: string): void => console.error(line);
  const admin = process.env['EVENT_STORE_ADMIN_PASSWORD'];
  const ops = process.env['EVENT_STORE_OPS_PASSWORD'];
  for (let logged = false; ; logged = true) {
    try {
      return await startEventStore({
        databaseUrl,
        host,
        port,
        log,
        ...(interceptors === undefined ? {} : { interceptors }),
        ...(tls === undefined ? {} : { tls }),
        passwords: { ...(admin ? { admin } : {}), ...(ops ? { ops } : {}) },
      });
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > giveUp) throw error;
      if (!logged) log(`event store: waiting for Postgres (${error.message})`);
    }
    await sleep(100);
  }
}

async function serve(interceptors: ServerOptions['interceptors']): Promise<void> {
  const args = parseArguments(process.argv.slice(2), process.env);
  if (args === 'help') return console.log(USAGE);
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // The process that forked this one has gone.
  process.on('disconnect', () => void stop());
  const server = await startWhenReachable(args, args.databaseUrl ?? (await embeddedDatabase()), interceptors);
  running.push(server);
  console.log(`event store listening on ${args.host}:${server.port}`);
}

/**
 * Runs the event store as this process, as its command line says, until it gets a signal to end; explains on standard error
 * what keeps it from starting, and ends the process with 1.
 * @param interceptors around every call, the nearest to the wire first
 */
export async function runEventStore(interceptors?: ServerOptions['interceptors']): Promise<void> {
  try {
    await serve(interceptors);
  } catch (error) {
    await fail(error);
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof AnotherWriter || error instanceof Unavailable) return `event store: ${error.message}`;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('EADDRINUSE') || message.includes('No address added')) {
    return `event store: the address is taken (${message}); choose another --port, or stop the program that uses it`;
  }
  return error instanceof Unusable
    ? message
    : `event store: ${error instanceof Error ? error.stack : message}`;
}
