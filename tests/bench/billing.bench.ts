import { formatCount } from '#contracts/vocabulary/counts.ts';
import { type Bill, type Cut } from '#contracts/billing/index.ts';
import { customerStream, stoneStream, vendorStream } from '#contracts/events/index.ts';
import { currentShape } from '#contracts/events/upcast.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import {
  createPositions,
  projectionMigrations,
  startProjections,
  type EngineLog,
} from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { accountsOf, type BillingFacts } from '#services/billing/calculation/account.ts';
import { calculateBill } from '#services/billing/calculation/calculate-bill.ts';
import { explain } from '#services/billing/calculation/explain.ts';
import { factsOfCustomers } from '#services/billing/read-facts.ts';
import { explainedSlowly } from '#services/billing/testing/explained-slowly.ts';
import { EXAMPLE_TERMS, EXAMPLE_VENDOR } from '#services/billing/testing/billing-world.ts';
import { connectDatabase, migrate, type Db } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore, type NewEvent } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { identified } from '#tests/support/log-identity.ts';
import { figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { addMonths, type Month } from '#contracts/vocabulary/months.ts';

/** As many as a whole run of all benches has time for; every figure is by the event, and linear in customers. */
const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 300);
const MONTHS = 24;
/** Each stone of a customer is listed, requested, on memo, sent back and received: about 500 events a customer. */
const STONES_EACH = 100;
const FIRST_MONTH = '2024-01';
const LAST_MONTH = addMonths(FIRST_MONTH, MONTHS - 1);
const ZONE = 'America/New_York';
const LATE_STONES = 5;
const RUNS_OF_ONE = 7;
const IN_FLIGHT = 64;
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
    const count = await fill(events);
    const head = await events.headPosition();
    const projections = createProjections(ZONE).filter(({ name }) =>
      ['parcels', 'customers', 'vendors', 'bills'].includes(name),
    );
    const positions = createPositions(database.db, await logIdOf(events));
    const runner = startProjections({
      pool: database.pool,
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
    ): void => {
      rows.push({
        name,
        value: of / seconds,
        unit: 'events/s',
        baseline: of / bare,
        ratio: bare / seconds,
        note: `${formatCount(bills)} bills in ${seconds.toFixed(2)} s; ${note}`,
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
    row('one month for all', CUSTOMERS, oneMonth, bare, 'read, folded and billed');

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
  const fast = seconds(explain);
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

/** A UUID of a number: the log wants one for each event. */
const idOf = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const instant = (day: string): string => `${day}T15:00:00.000Z`;

function event(id: string, type: string, data: object, recordedAt: string): NewEvent {
  const actor = { username: 'bench', role: 'system' };
  return { id, type, data, metadata: { recordedAt, shape: currentShape(type), actor, commandId: id } };
}

/** Two years of trade; gives the number of events. */
async function fill(events: EventStore): Promise<number> {
  const start = instant('2023-12-01');
  await events.append(vendorStream(1), 'no_stream', [
    event(
      idOf(1, 1),
      'VendorRegistered',
      {
        vendorId: 1,
        terms: EXAMPLE_VENDOR,
        effectiveAt: start,
        settings: {
          name: 'Bench',
          legalName: '',
          email: '',
          dxPrefix: 'B-',
          autoWhitelist: true,
          sendRequests: false,
          sendReturns: false,
          sendSales: false,
        },
      },
      start,
    ),
  ]);
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => index + 1);
  await inParallel(customers, IN_FLIGHT, (customerId) => register(events, customerId, start));
  const counts = await inParallel(customers, IN_FLIGHT, async (customerId) => {
    let count = 1;
    for (let stone = 0; stone < STONES_EACH; stone++) {
      const life = lifeOf(customerId, stone, start);
      await events.append(stoneStream(`S${customerId}-${stone}`), 'no_stream', life);
      count += life.length;
    }
    return count;
  });
  return counts.reduce((sum, count) => sum + count, 1);
}

async function register(events: EventStore, customerId: number, effectiveAt: string): Promise<void> {
  await events.append(customerStream(customerId), 'no_stream', [
    event(
      idOf(2, customerId),
      'CustomerRegistered',
      {
        customerId,
        terms: { ...EXAMPLE_TERMS, minInventoryCents: 10_000_000 },
        effectiveAt,
        identity: {
          name: `Customer ${customerId}`,
          legalName: '',
          email: '',
          salesRepEmail: '',
          bigName: '',
        },
        access: {
          allowLogin: true,
          allowActions: true,
          fmAllowed: true,
          lgAllowed: true,
          fcAllowed: true,
          legend: false,
        },
      },
      effectiveAt,
    ),
  ]);
}

/** A stone that the customer asks for, has for some weeks or months, and sends back or sells. */
function lifeOf(customerId: number, stone: number, start: string): NewEvent[] {
  const number = customerId * STONES_EACH + stone;
  const parcelName = `S${customerId}-${stone}`;
  const asked = addDays('2024-01-02', (stone * 7 + (customerId % 7)) % 700);
  const memo = addDays(asked, 1 + (number % 3));
  const left = addDays(memo, 20 + (number % 80));
  const closed = addDays(left, number % 5);
  const listCents = 100_000 + (number % 997) * 1_000;
  const attributes = {
    weight: 1000,
    lab: 'GIA',
    shapeCode: number % 5 === 0 ? 'IDC' : 'RD',
    colour: 'F',
    clarity: 'VS1',
  };
  const customerPriceCents = number % 5 === 0 ? listCents : Math.round(listCents * 0.98);
  const costCents = Math.round(listCents / 1.08);
  const common = { customerId, instructionId: idOf(3, number) };
  const paper = (docType: string, at: string) => ({
    instance: 'VITRINE',
    docType,
    docNo: `${parcelName}`,
    line: 1,
    version: 1,
    customerId,
    accountCode: '01-01-0001',
    amountCents: customerPriceCents,
    giaRoundDiscountPpm: 20_000,
    effectiveAt: at,
  });
  const sold = number % 4 === 0;
  return [
    event(
      idOf(4, number),
      'StoneListed',
      {
        parcelName,
        line: 'natural',
        vendorId: 1,
        attributes,
        costCents,
        totalCents: listCents,
        vendorAvailability: 'IN_STOCK',
        effectiveAt: start,
      },
      start,
    ),
    event(
      idOf(5, number),
      'StoneRequested',
      {
        ...common,
        effectiveAt: instant(asked),
        frozen: {
          customerPriceCents,
          listPriceCents: listCents,
          costCents,
          giaRoundDiscountPpm: 20_000,
          attributes,
        },
      },
      instant(asked),
    ),
    event(idOf(6, number), 'DocumentReceived', paper('MEMO', memo), instant(memo)),
    event(
      idOf(7, number),
      sold ? 'StoneSold' : 'StoneReturned',
      { ...common, effectiveAt: instant(left) },
      instant(left),
    ),
    event(
      idOf(8, number),
      'DocumentReceived',
      paper(sold ? 'INVOICE' : 'RETURN_MEMO', closed),
      instant(closed),
    ),
  ];
}
