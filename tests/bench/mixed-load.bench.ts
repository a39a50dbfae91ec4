import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { createPositions } from '#projections/engine/index.ts';
import { READ_MODELS } from '#services/freshness/index.ts';
import type { Database } from '#services/platform/database/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { fillSmallWorld, PASSWORD } from '#tests/support/small-world.ts';
import { figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { makeCustomers } from './made-customers.ts';
import { append, listed, nameOf } from './made-stones.ts';
import { withApplication } from './started-application.ts';

/** Available stones of all lines together. */
const STONES = Number(process.env['STONES'] ?? 50_000);
/** Each of a customer of its own. */
const PEOPLE = Number(process.env['PEOPLE'] ?? 50);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const WARM_UP_SECONDS = 10;
const HEALTH_SECONDS = 3;

/** What the people of `people-program.ts` are started with. */
export type Crowd = {
  readonly address: string;
  /** One of each. */
  readonly tokens: readonly string[];
  /** Of each line. */
  readonly stones: number;
  readonly seconds: number;
  /** They ask for /healthz alone. */
  readonly healthOnly: boolean;
};

/** What they found; milliseconds. */
export type CrowdFigures = {
  readonly calls: number;
  readonly perSecond: number;
  readonly listMedian: number;
  readonly list99: number;
  /** Of the lists asked for with a tag, the share that was answered 304. */
  readonly unchanged: number;
};

/**
 * Fifty people without pause: 45 % lists, 15 % lists with a tag, 22 % details, 4 % similar stones, 7 % the cart, 7 %
 * requests and their returns; beside as many asking for /healthz, which does nothing. Processor time is that of this
 * process, in which the application is with all of its roles, and of Postgres with the event store's share of it.
 */
export async function benchMixedLoad(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async ({ application, database, events, context }) => {
    await fillSmallWorld(context);
    const people = await makeCustomers(context, PEOPLE);
    const stones = Math.floor(STONES / LINES.length);
    const all = LINES.flatMap((line) => Array.from({ length: stones }, (_, index) => ({ line, index })));
    await inParallel(all, 128, ({ line, index }) => {
      const name = nameOf(index, line);
      return append(context, name, [listed(name, line, index)]);
    });
    const positions = createPositions(database.db, await logIdOf(events));
    if (!(await positions.waitForPosition(READ_MODELS, await events.headPosition(), 600_000)))
      throw new Error('the read models stayed behind the log');
    const address = application.address!;
    const tokens = await inParallel(people, 2, (username) => signedIn(address, username));
    const postmaster = await postmasterOf(database);
    const crowd = (seconds: number, healthOnly = false): Promise<Loaded> =>
      loaded(postmaster, { address, tokens, stones, seconds, healthOnly });

    await crowd(WARM_UP_SECONDS);
    const nothing = await crowd(HEALTH_SECONDS, true);
    const mixed = await crowd(SECONDS);
    const said = `${PEOPLE} people without pause, ${stones * LINES.length} stones`;
    const against = (
      name: string,
      of: (figures: Loaded) => number,
      unit: string,
      note: string,
    ): BenchRow => ({
      ...figure(name, of(mixed), unit, note),
      baseline: of(nothing),
      ratio: of(mixed) / of(nothing),
    });
    return [
      against('mixed load', ({ perSecond }) => perSecond, 'calls/s', `${said}; against /healthz; aim: 1,000`),
      against('processor of the application', ({ ownMs }) => ownMs, 'ms', 'a call; against /healthz'),
      figure('processor of Postgres', mixed.postgresMs, 'ms', 'a call; the event store’s appends are in it'),
      figure('a list, median', mixed.listMedian, 'ms', 'the load generator is on the same processors'),
      figure('a list, 99 %', mixed.list99, 'ms', 'aim: 150'),
      figure('lists asked for with a tag, 304', 100 * mixed.unchanged, '%', 'while others write'),
    ];
  });
}

async function signedIn(address: string, username: string): Promise<string> {
  const answer = await fetch(new URL('/login', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Milliseconds of processor time a call. */
type Loaded = CrowdFigures & { readonly ownMs: number; readonly postgresMs: number };

async function loaded(postmaster: number, crowd: Crowd): Promise<Loaded> {
  const child = fork(fileURLToPath(new URL('./people-program.ts', import.meta.url)), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  const own = process.cpuUsage();
  const before = processorOf(postmaster);
  const figures = await new Promise<CrowdFigures>((resolve, reject) => {
    child.once('message', (message) => resolve(message as CrowdFigures));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the people left (${code}) before they were done`)));
    child.send(crowd);
  });
  const { user, system } = process.cpuUsage(own);
  return {
    ...figures,
    ownMs: (user + system) / 1000 / figures.calls,
    postgresMs: (processorOf(postmaster) - before) / figures.calls,
  };
}

async function postmasterOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
  return Number.parseInt(rows[0]!.file, 10);
}

const TICK_MS = 10;

/** Processor time that a process, its children and those that have ended used so far, in milliseconds; as Linux tells it. */
function processorOf(parent: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').map(Number)) {
    if (Number.isNaN(pid)) continue;
    const fields = statOf(pid);
    // After the name: state, parent, …; user and system time are the 12th and 13th, those of ended children the next.
    const [, ppid, user, system, endedUser, endedSystem] = [0, 1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    if (pid === parent) ticks += user! + system! + endedUser! + endedSystem!;
    else if (ppid === parent) ticks += user! + system!;
  }
  return ticks * TICK_MS;
}

function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
