import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { startSimulatorForTests } from '#services/trading-system/testing/simulator.ts';
import { fillSmallWorld, listStone, testContext } from '#tests/support/small-world.ts';
import { atMost, atMostTimes, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { middle } from './measure.ts';
import { countsOf, type Counts } from './row-counts.ts';
import { signedIn } from './signed-in.ts';
import { startedApplication } from './started-application.ts';

const INSTRUCTIONS = 20;
const WARMING_UP = 20;
/** So far apart that no two share a batch, a transaction or a group commit. */
const APART_MS = 400;
/** An idle backend reports what it did after ten seconds at the latest; checkpoints that wait are kept within five. */
const UNTIL_COUNTED_MS = 16_000;
/** The trading system does not answer meanwhile: its documents are another story. */
const NO_DOCUMENTS_S = 100_000;

/**
 * What the database is asked for by one instruction from its call until all has come to rest (read models, reactors and
 * their tasks, posting, notices, checkpoints), and by the house with no one in it: counts, which a busy machine does not
 * change. The trading system is simulated beside it, on a database of its own.
 */
export async function benchInstructionCost(environment: BenchEnvironment): Promise<BenchRow[]> {
  const simulator = await startSimulatorForTests(
    await databaseBeside(environment.databaseUrl),
    NO_DOCUMENTS_S,
  );
  const application = await startedApplication(environment, { TRADING_SYSTEM_URL: simulator.url });
  const database = connectDatabase(environment.databaseUrl);
  const events = connectEventStore({ connectionString: environment.eventStoreUrl });
  try {
    const context = testContext({ ...database, events });
    await fillSmallWorld(context);
    const names = Array.from({ length: WARMING_UP + INSTRUCTIONS }, (_, index) => `AR-${index}`);
    for (const name of names) await listStone(context, name);
    const ask = await signedIn(application.address!, 'birch');
    const request = (name: string) => ask('/inventory/request_stones', { parcelNames: [name] });
    for (const name of names.slice(0, WARMING_UP)) await request(name);
    // Else Postgres itself analyses what was just filled while the quiet house is counted.
    await database.pool.query('vacuum (analyze)');
    await sleep(UNTIL_COUNTED_MS);

    const idle = await counted(database, async () => undefined);
    const quiet = { transactions: idle.transactions / idle.seconds, rows: idle.rows / idle.seconds };
    const answers: number[] = [];
    const busy = await counted(database, async () => {
      for (const name of names.slice(WARMING_UP)) {
        const startedAt = performance.now();
        await request(name);
        answers.push(performance.now() - startedAt);
        await sleep(APART_MS);
      }
    });
    const each = (all: number, idleEach: number): number => (all - idleEach * busy.seconds) / INSTRUCTIONS;
    const beyond = 'beyond what the house does by itself';
    const append = await appendAlone(events);
    const answer = middle(answers);
    return [
      figure(
        'transactions with no one there',
        quiet.transactions,
        '/s',
        `counted for ${UNTIL_COUNTED_MS / 1000} s`,
        atMost(2),
      ),
      figure('row writes with no one there', quiet.rows, '/s', 'all heartbeats of leases, but for a few'),
      figure(
        'transactions an instruction',
        each(busy.transactions, quiet.transactions),
        '',
        `${beyond}, questions too`,
        atMost(6),
      ),
      figure('row writes an instruction', each(busy.rows, quiet.rows), '', beyond, atMost(25)),
      figure(
        "processor of the application's process",
        (busy.processorMs - idle.quietMs * busy.seconds) / INSTRUCTIONS,
        'ms',
        `an instruction, ${beyond}, this bench's own part included`,
      ),
      {
        name: 'request to answer',
        value: answer,
        unit: 'ms',
        baseline: append,
        ratio: answer / append,
        note: `median of ${INSTRUCTIONS}; against three appends one after the other`,
        aim: atMostTimes(3),
      },
    ];
  } finally {
    await events.close();
    await database.close();
    await application.close();
    await simulator.close();
  }
}

async function databaseBeside(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create database bench_simulator');
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = '/bench_simulator';
  return url.href;
}

type Counted = Counts & {
  readonly seconds: number;
  readonly processorMs: number;
  /** Processor time in the middle one of the seconds of waiting: what the collection of garbage takes is not in it. */
  readonly quietMs: number;
};

/** What the database was asked for during the work and until it has come to rest. */
async function counted(database: Database, work: () => Promise<unknown>): Promise<Counted> {
  const before = await countsOf(database);
  const startedAt = performance.now();
  const processorMs = processorTime();
  await work();
  const quiet: number[] = [];
  for (let waited = 0; waited < UNTIL_COUNTED_MS; waited += 1_000) {
    const second = processorTime();
    await sleep(1_000);
    quiet.push(second());
  }
  const used = processorMs();
  const after = await countsOf(database);
  return {
    transactions: after.transactions - before.transactions,
    rows: after.rows - before.rows,
    seconds: (performance.now() - startedAt) / 1000,
    processorMs: used,
    quietMs: middle(quiet),
  };
}

/** Gives how much processor time this process has taken since, in milliseconds. */
function processorTime(): () => number {
  const since = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1000;
  };
}

/** Three durable appends one after the other, as an instruction makes them; the middle of some, in milliseconds. */
async function appendAlone(events: ReturnType<typeof connectEventStore>): Promise<number> {
  const taken: number[] = [];
  for (let sample = 0; sample < INSTRUCTIONS; sample++) {
    const startedAt = performance.now();
    for (let step = 0; step < 3; step++) {
      const event = { id: crypto.randomUUID(), type: 'Bench', data: {}, metadata: {} };
      await events.append(`bench-${sample}-${step}`, 'no_stream', [event]);
    }
    taken.push(performance.now() - startedAt);
    await sleep(APART_MS / 10);
  }
  return middle(taken);
}
