import { formatCount } from '#contracts/vocabulary/counts.ts';
import { type Bill, type Cut } from '#contracts/billing/index.ts';
import {
  createPositions,
  projectionMigrations,
  startProjections,
  type EngineLog,
} from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { accountsOf, type BillingFacts } from '#services/billing/calculation/account.ts';
import { calculateBill } from '#services/billing/calculation/calculate-bill.ts';
import { explainChange } from '#services/billing/calculation/explain-change.ts';
import { factsOfCustomers } from '#services/billing/read-facts.ts';
import { explainedSlowly } from '#services/billing/testing/explained-slowly.ts';
import { connectDatabase, migrate, type Db } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { identified } from '#tests/support/log-identity.ts';
import { atLeastTimes, figure, type Aim, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { fillTrade, FIRST_MONTH, LAST_MONTH, MONTHS } from './made-trade.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { addMonths, type Month } from '#contracts/vocabulary/months.ts';

/** As many as a whole run of all benches has time for; every figure is by the event, and linear in customers. */
const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 200);
const ZONE = 'America/New_York';
const LATE_STONES = 5;
const RUNS_OF_ONE = 7;
const CUSTOMERS_AT_ONCE = 50;
const CUT_AT = '2026-02-01T12:00:00.000Z';

const log: EngineLog = {
  info: () => undefined,
  warn: (details, message) => console.error(message, details),
  error: (details, message) => console.error(message, details),
};

/**
 * Bills of many customers with 24 months of history: one month for all, all 24 made again, one customer's, as events per
 * second against a bare read of the same rows.
 */
export async function benchBilling({ databaseUrl, eventStoreUrl }: BenchEnvironment): Promise<BenchRow[]> {
  const database = connectDatabase(databaseUrl, { max: 20, pipeline: true });
  const events = await identified(connectEventStore({ connectionString: eventStoreUrl }));
  try {
    await migrate(database.pool, projectionMigrations);
    const count = await fillTrade(events, CUSTOMERS);
    const head = await events.headPosition();
    const projections = createProjections(ZONE).filter(({ name }) =>
      ['parcels', 'customers', 'vendors', 'bills'].includes(name),
    );
    const positions = createPositions(database.db, await logIdOf(events));
    const runner = startProjections({
      pool: database.pool,
      looking: database.pool,
      leases: openLeases(database.pool),
      events,
      projections,
      positions,
      log,
    });
    const names = projections.map(({ name }) => name);
    if (!(await positions.waitForPosition(names, head, 3_600_000)))
      throw new Error('the projections did not catch up within an hour');
    await runner.stop();

    const cut = { position: head.toString(), recordedAt: CUT_AT };
    const perCustomer = count / CUSTOMERS;
    const rows: BenchRow[] = [];
    const row = (
      name: string,
      bills: number,
      seconds: number,
      bare: number,
      note: string,
      of = count,
      aim?: Aim,
    ): void => {
      rows.push({
        name,
        value: of / seconds,
        unit: 'events/s',
        baseline: of / bare,
        ratio: bare / seconds,
        note: `${formatCount(bills)} bills in ${seconds.toFixed(2)} s; ${note}`,
        aim,
      });
    };
    const bare = await timed(() => everyone(database.db, () => undefined));
    rows.push(
      figure(
        'the same rows, read alone',
        count / bare,
        'events/s',
        `${formatCount(count)} events, ${formatCount(CUSTOMERS)} customers, ${MONTHS} months; ${bare.toFixed(2)} s`,
      ),
    );

    const oneMonth = await timed(() =>
      everyone(
        database.db,
        (facts) => void calculateBill(accountsOf(facts, ZONE), { month: LAST_MONTH, cut }),
      ),
    );
    row(
      'one month for all',
      CUSTOMERS,
      oneMonth,
      bare,
      'read, folded and billed',
      count,
      atLeastTimes(1 / 3),
    );

    const all = await timed(() =>
      everyone(database.db, (facts) => {
        const accounts = accountsOf(facts, ZONE);
        for (let month: Month = FIRST_MONTH; month <= LAST_MONTH; month = addMonths(month, 1))
          calculateBill(accounts, { month, cut });
      }),
    );
    row(`all ${MONTHS} months again`, CUSTOMERS * MONTHS, all, bare, 'each customer folded once');

    const someone = 1 + Math.floor(CUSTOMERS / 2);
    const oneBare = await median(async () => void (await factsOfCustomers(database.db, [someone])));
    const known = (await factsOfCustomers(database.db, [someone])).get(someone)!;
    const late = known.parcels.slice(-LATE_STONES).flatMap((parcel) => parcel.prices);
    const beforeLate = Math.min(...late.map(({ position }) => position)) - 1;
    for (const [name, position, note] of [
      ["one customer's bill", cut.position, 'nothing recorded since the last'],
      [
        "one customer's bill, much to adjust",
        String(beforeLate),
        `${LATE_STONES} stones of the closed months recorded since`,
      ],
    ] as const) {
      const bills = closedHistory(known, position);
      const single = await median(async () => {
        const facts = (await factsOfCustomers(database.db, [someone])).get(someone)!;
        calculateBill(accountsOf({ ...facts, bills }, ZONE), { month: LAST_MONTH, cut });
      });
      row(name, 1, single, oneBare, `${MONTHS - 1} closed months, ${note}`, perCustomer);
    }
    rows.push(explained(known, cut));
    return rows;
  } finally {
    await events.close();
    await database.close();
  }
}

/**
 * Why a bill differs, with everything of the customer recorded in between and all months before it closed: as fast as
 * an event's own changes can be computed, against computing the whole bill again at each.
 */
function explained(known: BillingFacts, cut: Cut): BenchRow {
  const first = Math.min(...known.terms.map(({ position }) => position));
  const facts = { ...known, bills: closedHistory(known, String(first)) };
  const from = { position: String(first), recordedAt: CUT_AT };
  const seconds = (explain: typeof explainedSlowly): { seconds: number; events: number } => {
    const startedAt = performance.now();
    const { events } = explain(accountsOf(facts, ZONE), LAST_MONTH, from, cut);
    return { events: events.length, seconds: (performance.now() - startedAt) / 1000 };
  };
  const slow = seconds(explainedSlowly);
  const fast = seconds(explainChange);
  return {
    name: 'explaining two years',
    value: fast.events / fast.seconds,
    unit: 'events/s',
    baseline: slow.events / slow.seconds,
    ratio: slow.seconds / fast.seconds,
    note: `${fast.events} events in ${fast.seconds.toFixed(2)} s, each against the whole bill; ${MONTHS - 1} closed months`,
  };
}

/** Every customer's facts from the read models, a page at a time. */
async function everyone(db: Db, work: (facts: BillingFacts) => void): Promise<void> {
  for (let first = 1; first <= CUSTOMERS; first += CUSTOMERS_AT_ONCE) {
    const ids = Array.from(
      { length: Math.min(CUSTOMERS_AT_ONCE, CUSTOMERS - first + 1) },
      (_, at) => first + at,
    );
    for (const facts of (await factsOfCustomers(db, ids)).values()) work(facts);
  }
}

/** The customer's bills of every month but the last, all made at one cut. */
function closedHistory(facts: BillingFacts, position: string): Bill[] {
  const bills: Bill[] = [];
  for (let month: Month = FIRST_MONTH; month < LAST_MONTH; month = addMonths(month, 1)) {
    const cut = { position, recordedAt: CUT_AT };
    const bill = calculateBill(accountsOf({ ...facts, bills: [...bills] }, ZONE), { month, cut });
    bills.push({
      ...bill,
      version: 1,
      issuedAt: CUT_AT,
      eventId: `bill-${month}`,
      position,
      issuedBy: 'bench',
    });
  }
  return bills;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Seconds of the median of a few runs, after one that warms up: a single bill is over too soon for one look. */
async function median(work: () => Promise<void>): Promise<number> {
  await work();
  const seconds: number[] = [];
  for (let run = 0; run < RUNS_OF_ONE; run++) seconds.push(await timed(work));
  return seconds.sort((a, b) => a - b)[Math.floor(RUNS_OF_ONE / 2)]!;
}
