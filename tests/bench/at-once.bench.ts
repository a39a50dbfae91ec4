import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inParallel } from '#services/platform/in-parallel.ts';
import { countStatements } from '#tests/support/count-statements.ts';
import { fillSmallWorld, listStone } from '#tests/support/small-world.ts';
import { atLeast, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { tokensOf } from './crowd.ts';
import { makeCustomers } from './made-customers.ts';
import { until } from './measure.ts';
import { postmasterOf, processorOf } from './processes-use.ts';
import { countsOf } from './row-counts.ts';
import { withApplication, type BenchedApplication } from './started-application.ts';

const INSTRUCTIONS = Number(process.env['INSTRUCTIONS'] ?? 600);
const WARMING_UP = 200;
const ONE_BY_ONE = 50;
const AT_ONCE = 50;
/** With the instructions a second that are to be reached. */
type Load = { readonly customers: number; readonly aim: number };
const LOADS: readonly Load[] = [
  { customers: 10, aim: 500 },
  { customers: 50, aim: 1_000 },
];
/** Read models and reactors have done their part. */
const AT_REST_MS = 1_000;
/** An idle backend of Postgres reports what it did after ten seconds at the latest. */
const UNTIL_COUNTED_MS = 12_000;

/** What the people of `at-once-program.ts` are started with: each name is requested by the next of them. */
export type AtOnce = {
  readonly address: string;
  readonly tokens: readonly string[];
  readonly names: readonly string[];
  readonly atOnce: number;
};

/** Instructions a second, and milliseconds until one is answered. */
export type AtOnceFigures = { readonly perSecond: number; readonly median: number; readonly most: number };

/**
 * Requests of stones, 50 at once, by few and by many customers. Processor time, transactions and row writes are those
 * until all that follows has come to rest; the event store's share of Postgres is in them, its own process is not.
 */
export async function benchAtOnce(environment: BenchEnvironment): Promise<BenchRow[]> {
  const statements = countStatements();
  return withApplication(environment, async (world) => {
    const { application, context } = world;
    const address = application.address!;
    await fillSmallWorld(context);
    const users = await makeCustomers(context, Math.max(...LOADS.map(({ customers }) => customers)));
    const total = LOADS.length * (WARMING_UP + ONE_BY_ONE + INSTRUCTIONS);
    const names = Array.from({ length: total }, (_, index) => `AR-${index}`);
    await inParallel(names, 64, (name) => listStone(context, name));
    await until(async () => (await fetch(`${address}/readyz`)).ok);
    const postmaster = await postmasterOf(world.database);
    // What was just filled is not to be counted with what comes.
    await sleep(UNTIL_COUNTED_MS);
    const rows: BenchRow[] = [];
    for (const load of LOADS) {
      const tokens = await tokensOf(address, users.slice(0, load.customers));
      const take = (count: number, atOnce = AT_ONCE): AtOnce => ({
        address,
        tokens,
        names: names.splice(0, count),
        atOnce,
      });
      rows.push(...(await measured({ ...world, postmaster, statements }, take, load)));
    }
    return rows;
  });
}

/** Counts are of all instructions, those that warm up too; rates and processor time of the others. */
async function measured(
  { database, postmaster, statements }: BenchedApplication & { postmaster: number; statements: () => number },
  take: (count: number, atOnce?: number) => AtOnce,
  { customers, aim }: Load,
): Promise<BenchRow[]> {
  const counts = await countsOf(database);
  const sent = statements();
  await requested(take(WARMING_UP));
  const oneByOne = await requested(take(ONE_BY_ONE, 1));
  await sleep(AT_REST_MS);
  const own = process.cpuUsage();
  const postgres = processorOf(postmaster);
  const { perSecond, median, most } = await requested(take(INSTRUCTIONS));
  await sleep(UNTIL_COUNTED_MS);
  const { user, system } = process.cpuUsage(own);
  const after = await countsOf(database);
  const timedEach = (all: number): number => all / INSTRUCTIONS;
  const each = (all: number): number => all / (WARMING_UP + ONE_BY_ONE + INSTRUCTIONS);
  return [
    {
      name: `instructions, ${AT_ONCE} at once, ${customers} customers`,
      value: perSecond,
      unit: '/s',
      baseline: oneByOne.perSecond,
      ratio: perSecond / oneByOne.perSecond,
      note: 'each checked against the maximum; against one after the other',
      aim: atLeast(aim),
    },
    figure('answered, median', median, 'ms', 'the load generator is on the same processors'),
    figure('answered, 99 %', most, 'ms', 'the same'),
    figure('processor of the application', timedEach((user + system) / 1000), 'ms', 'an instruction'),
    figure('processor of Postgres', timedEach(processorOf(postmaster) - postgres), 'ms', 'an instruction'),
    figure('statements', each(statements() - sent), '', 'an instruction, of the application'),
    figure('transactions', each(after.transactions - counts.transactions), '', 'an instruction'),
    figure('row writes', each(after.rows - counts.rows), '', 'an instruction'),
  ];
}

function requested(asked: AtOnce): Promise<AtOnceFigures> {
  const child = fork(fileURLToPath(new URL('./at-once-program.ts', import.meta.url)), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as AtOnceFigures));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the people left (${code}) before they were done`)));
    child.send(asked);
  });
}
