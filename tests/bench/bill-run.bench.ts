import { sql } from 'kysely';
import { addMonths, type Month } from '#contracts/vocabulary/months.ts';
import { createPositions } from '#projections/engine/index.ts';
import { BILLING_MODELS, type BillingContext } from '#services/billing/billing-context.ts';
import { factsOfCustomers } from '#services/billing/read-facts.ts';
import { findRun } from '#services/billing/runs/run-store.ts';
import { startBillRun } from '#services/billing/runs/start-run.ts';
import { connectDatabase, type Db } from '#services/platform/database/index.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { beginAfter, reactorStatus } from '#services/platform/reactors/tasks.ts';
import { atMostTimes, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { fillTrade, LAST_MONTH, MONTHS, REGISTERED_IN } from './made-trade.ts';
import { middle, timed, until } from './measure.ts';
import { withApplication, type BenchedApplication } from './started-application.ts';

const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 40);
/** The first runs have few months behind them, the last ones many. */
const COMPARED = 3;
const LOOK_EVERY_MS = 10;

/**
 * 'Generate All' for month after month as an administrator starts it, until each run has ended: its bills appended, seen by
 * the read models and added up. Beside reading, alone, what they are made of. Then the documents of the last run.
 */
export async function benchBillRun(environment: BenchEnvironment): Promise<BenchRow[]> {
  // Reactors that have followed the log from its beginning can be put anywhere in it.
  await withApplication(environment, () => Promise.resolve());
  const withoutDocuments = { VITRINE_ROLES: 'api,projections,jobs' };
  const { rows, beforeLast } = await withApplication(environment, runAllMonths, withoutDocuments);
  return [...rows, await documentsBehind(environment, beforeLast)];
}

type Place = { readonly position: bigint; readonly logId: string };

async function runAllMonths({
  database,
  events,
  context,
}: BenchedApplication): Promise<{ rows: BenchRow[]; beforeLast: Place }> {
  const count = await fillTrade(events, CUSTOMERS);
  const logId = await logIdOf(events);
  const positions = createPositions(database.db, logId);
  if (!(await positions.waitForPosition(BILLING_MODELS, await events.headPosition(), 600_000)))
    throw new Error('the read models stayed behind the log');
  const billing: BillingContext = { ...context, positions };
  const taken: number[] = [];
  const resident: number[] = [];
  for (let month: Month = REGISTERED_IN; month < LAST_MONTH; month = addMonths(month, 1)) {
    taken.push((await timed(() => run(billing, month))).ms);
    resident.push(process.memoryUsage().rss / 1e6);
  }
  const beforeLast = { position: await events.headPosition(), logId };
  const alone = (await timed(() => everythingRead(database.db))).ms;
  const last = (await timed(() => run(billing, LAST_MONTH))).ms;
  taken.push(last);
  const early = (all: readonly number[]): number => middle(all.slice(1, 1 + COMPARED));
  const late = (all: readonly number[]): number => middle(all.slice(-COMPARED));
  const rows: BenchRow[] = [
    {
      name: 'a run of bills, the last of two years',
      value: last,
      unit: 'ms',
      baseline: alone,
      ratio: last / alone,
      aim: atMostTimes(3),
      note: `${CUSTOMERS} bills of ${count} events, ${(last / CUSTOMERS).toFixed(1)} ms each; against reading alone what they are made of`,
    },
    {
      name: 'the last three runs',
      value: late(taken),
      unit: 'ms',
      baseline: early(taken),
      ratio: late(taken) / early(taken),
      aim: atMostTimes(1.2),
      note: `middle of them; against the first three of ${MONTHS}`,
    },
    {
      name: 'memory, resident, after them',
      value: late(resident),
      unit: 'MB',
      baseline: early(resident),
      ratio: late(resident) / early(resident),
      note: 'with this bench; against after the first three',
      aim: atMostTimes(1.2),
    },
  ];
  return { rows, beforeLast };
}

async function everythingRead(db: Db): Promise<void> {
  await factsOfCustomers(
    db,
    Array.from({ length: CUSTOMERS }, (_, index) => index + 1),
  );
}

async function run(billing: BillingContext, month: Month): Promise<void> {
  const actor = { username: 'bench', role: 'administrator' } as const;
  const { id } = await startBillRun(billing, { kind: 'BILLS', month, actor, key: month });
  const ended = await whenEnded(
    () => findRun(billing.db, id),
    (found) => found?.finishedAt === null,
    { lookEveryMs: LOOK_EVERY_MS },
  );
  if (ended?.failure !== null || ended.failed > 0)
    throw new Error(`the run of ${month} failed: ${ended?.failure ?? `${ended?.failed} bills`}`);
}

/** The documents of all bills behind a place, by the reactors. */
async function documentsBehind(environment: BenchEnvironment, place: Place): Promise<BenchRow> {
  const { db, close } = connectDatabase(environment.databaseUrl);
  try {
    for (const { reactor } of await reactorStatus(db)) await beginAfter(db, reactor, place, new Date());
    const drawn = async (): Promise<boolean> => {
      const { rows } = await sql<{ bills: number }>`
        select count(distinct bill_id)::int as bills from vitrine.invoice where file_name like '%.pdf'`.execute(
        db,
      );
      return rows[0]?.bills === CUSTOMERS;
    };
    const drawing = (): Promise<number> => timed(() => until(drawn)).then(({ ms }) => ms);
    const ms = await withApplication(environment, drawing, { VITRINE_ROLES: 'reactors,projections' });
    const note = `of ${CUSTOMERS} bills, ${(ms / CUSTOMERS).toFixed(1)} ms each: workbook and PDF`;
    return figure('documents of the last run', ms, 'ms', note);
  } finally {
    await close();
  }
}
