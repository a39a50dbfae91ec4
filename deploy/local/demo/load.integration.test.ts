import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { createProjections } from '#projections/index.ts';
import { itemsInCart } from '#projections/carts/index.ts';
import {
  createPositions,
  projectionMigrations,
  startProjections,
  type Positions,
  type ProjectionsRunner,
} from '#projections/engine/index.ts';
import { modelRecords, modelStocks, waitingOrders } from '#projections/jewellery/index.ts';
import { anomalies, holdingNow, parcelsOfCustomer } from '#projections/parcels/index.ts';
import { desiresOf } from '#projections/desires/index.ts';
import { billingMigrations } from '#services/billing/index.ts';
import { customerMigrations } from '#services/customers/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { createUser, findUser, identityMigrations } from '#services/identity/index.ts';
import { operationsMigrations } from '#services/operations/index.ts';
import { createSnapshots, commandMigrations } from '#services/platform/commands/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { priceListOn, priceMigrations } from '#services/prices/index.ts';
import { suspenseList, tradingSystemMigrations } from '#services/trading-system/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';
import { readBody } from '#services/reassortment/bodies.ts';
import { loadReassortment } from '#services/reassortment/index.ts';
import { reassortmentMigrations } from '#services/reassortment/jobs/migrations.ts';
import { workPlanJobs } from '#services/reassortment/jobs/work-plan-jobs.ts';
import { planFileSchema } from '#services/reassortment/plan-file.ts';
import { DEMO_CUSTOMER } from './demo-customers.ts';
import { loadDemo, type DemoDeps } from './load.ts';
import { demoProgress, isDemosHouse } from './progress.ts';
import { fillReassortment } from './reassortment/fill-reassortment.ts';
import { openLeases } from '#services/platform/leases/index.ts';

const ZONE = 'America/New_York';
let database: Database;
let store: TestEventStore;
let events: EventStore;
let runner: ProjectionsRunner;
let positions: Positions;
let readModelsCaughtUp: () => Promise<void>;

beforeAll(async () => {
  const url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  database = connectDatabase(url, { max: 20, pipeline: true });
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
  await migrate(database.pool, [
    ...billingMigrations,
    ...commandMigrations,
    ...projectionMigrations,
    ...identityMigrations,
    ...priceMigrations,
    ...customerMigrations,
    ...tradingSystemMigrations,
    ...operationsMigrations,
    ...reassortmentMigrations,
  ]);
  const projections = createProjections(ZONE);
  positions = createPositions(database.db, await logIdOf(events));
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object) => console.error(details),
  };
  runner = startProjections({
    pool: database.pool,
    looking: database.pool,
    leases: openLeases(database.pool),
    events,
    projections,
    positions,
    log,
  });
  readModelsCaughtUp = async () => {
    if (
      !(await positions.waitForPosition(
        projections.map(({ name }) => name),
        await events.headPosition(),
        60_000,
      ))
    )
      throw new Error('the read models stay behind');
  };
});
afterAll(async () => {
  await runner.stop();
  await events.close();
  await database.close();
  await store.close();
});

const deps = (log: EventStore = events): DemoDeps => ({
  events: log,
  db: database.db,
  positions,
  perModel: oneAtATime<string>(),
  snapshots: createSnapshots(database.pool),
  clock: () => new Date(),
  zone: ZONE,
  readModelsCaughtUp,
});

/** Breaks after so many appends, as a process that is killed would. */
function breakingAfter(appends: number): EventStore {
  let left = appends;
  return {
    ...events,
    append: (...call) => (--left < 0 ? Promise.reject(new Error('killed')) : events.append(...call)),
  };
}

test('loads two years once, also when it was killed twice on the way', async () => {
  await expect(loadDemo(deps(breakingAfter(1_700)))).rejects.toThrow('killed');
  await expect(loadDemo(deps(breakingAfter(1_500)))).rejects.toThrow('killed');
  expect(await loadDemo(deps())).toBe('loaded');
  expect((await demoProgress(database.db))?.finished).toBe(true);
  const head = await events.headPosition();
  expect(await loadDemo(deps())).toBe('present');
  expect(await events.headPosition()).toBe(head);

  // One order of recordedAt over the whole log, and nothing twice (rule: Knowledge cut).
  const ids = new Set<string>();
  let count = 0;
  let last = '';
  for await (const { id, metadata } of events.readAll()) {
    const recordedAt = String(metadata['recordedAt']);
    expect(recordedAt >= last).toBe(true);
    last = recordedAt;
    ids.add(id);
    count += 1;
  }
  expect(ids.size).toBe(count);
  expect(last < new Date().toISOString()).toBe(true);
}, 600_000);

test("the demo's jeweller has a good page in each list", async () => {
  await readModelsCaughtUp();
  const { db } = database;
  const parcels = await parcelsOfCustomer(db, DEMO_CUSTOMER, 'natural');
  const current = parcels.filter(({ end, status }) => end === null && CURRENT_STATUSES.includes(status));
  expect(current).toHaveLength(18);
  expect(new Set(current.map(({ status }) => status))).toEqual(
    new Set(['REQUESTED', 'CUSTOMER', 'PENDING_RETURN']),
  );
  expect(parcels.length - current.length).toBeGreaterThanOrEqual(100);
  expect(await itemsInCart(db, DEMO_CUSTOMER, 'natural').execute()).toHaveLength(3);
  const { currentlyHolding } = await holdingNow(db, DEMO_CUSTOMER);
  expect(currentlyHolding).toBeGreaterThan(6_000_000);
  expect(currentlyHolding).toBeLessThan(22_000_000);
  for (const line of ['labGrown', 'fancyColour', 'jewellery'] as const)
    expect((await parcelsOfCustomer(db, DEMO_CUSTOMER, line)).length).toBeGreaterThan(10);
});

test('models with pieces, models to order, some hidden, and back orders that wait', async () => {
  const { db } = database;
  const models = await modelRecords(db);
  const stocks = await modelStocks(db, true);
  expect(models).toHaveLength(51);
  expect(
    stocks.map((stock) => stock.modelKey).filter((key) => !models.some((model) => model.key === key)),
  ).toEqual([]);
  expect(models.filter(({ fields }) => fields.hide).map(({ name }) => name)).toEqual([
    'EH232Y',
    'PS231P',
    'RH230R',
  ]);
  const without = models.filter(({ key }) => !stocks.some((stock) => stock.modelKey === key));
  expect(without.filter(({ fields }) => fields.additionalQuantity > 0).length).toBeGreaterThan(5);
  expect(
    (await waitingOrders(db)).map(({ customerId, order, open }) => [customerId, order.model, open]).sort(),
  ).toEqual([
    [3, 'BC222Y', 1],
    [3, 'EC224R', 1],
    [7, 'EC224R', 2],
    [7, 'RX221P', 1],
  ]);
});

test('only what was meant to go wrong went wrong', async () => {
  const reasons = (await anomalies(database.db)).map(({ reason }) => reason).sort();
  expect(reasons).toEqual([
    'MEMO while another customer had requested it: that request is declined',
    'a second memo while already on memo',
    'return memo without holding it',
    "the document's amount differs from the spell's price",
  ]);
});

test('two asked for one stone: who was slower got the other stone, and was declined the one', async () => {
  const declined: string[] = [];
  for await (const { type, stream } of events.readAll())
    if (type === 'InstructionDeclined') declined.push(stream);
  expect(declined).toHaveLength(2);
});

test('a spell was repriced, and its customer pays the new price', async () => {
  let repriced: { customerId: number; customerPriceCents: number; stream: string } | undefined;
  for await (const { type, stream, data } of events.readAll())
    if (type === 'SpellRepriced')
      repriced = { stream, ...(data as { customerId: number; customerPriceCents: number }) };
  expect(repriced?.customerId).toBe(DEMO_CUSTOMER);
  const parcelName = repriced!.stream.slice('stone-'.length);
  const spells = await parcelsOfCustomer(database.db, DEMO_CUSTOMER, 'natural', [parcelName]);
  expect(spells.map(({ priceCents }) => priceCents)).toEqual([repriced!.customerPriceCents]);
});

test('desires: one filled by what the customer has, one open, one in a cart', async () => {
  const { db } = database;
  const filled = (await desiresOf(db, DEMO_CUSTOMER, 'CLOSED')).map(({ fulfilledBy }) => fulfilledBy);
  expect(filled).toHaveLength(1);
  expect(await parcelsOfCustomer(db, DEMO_CUSTOMER, 'natural', [filled[0]!])).toHaveLength(1);
  for (const status of ['ACTIVE', 'CART'] as const) expect(await desiresOf(db, 3, status)).toHaveLength(1);
});

test('two documents wait in the suspense list, and the first of the trading system is still to be read', async () => {
  const waiting = await suspenseList(database.db);
  expect(waiting.map(({ reason }) => reason).sort()).toEqual([
    expect.stringMatching(/^account code 10-31-7702 of VITRINE belongs to no customer/),
    expect.stringMatching(/MC99001/),
  ]);
});

test('the demo accounts exist, and the price list of this month', async () => {
  for (const username of ['demo-customer', 'demo-rep', 'demo-admin', 'beaconhill'])
    expect(await findUser(database.db, username)).toMatchObject({ username, active: true });
  const today = houseDayOf(new Date().toISOString(), ZONE);
  expect((await priceListOn(database.db, today))?.date.slice(0, 4)).toBe(
    houseDayOf(new Date(Date.now() - 86_400_000).toISOString(), ZONE).slice(0, 4),
  );
});

test('the demo’s jewellers have a plan worth looking at, and the house an ideal', async () => {
  await readModelsCaughtUp();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-demo-'));
  const context = {
    ...deps(),
    files: openFileStore({ dataFolder: folder, filesUrl: undefined }),
    today: () => houseDayOf(new Date().toISOString(), ZONE),
    staleVendors: () => Promise.resolve(new Set<number>()),
    caughtUp: () => Promise.resolve(true),
  };
  const over = new AbortController();
  try {
    await fillReassortment(context);
    const head = await events.headPosition();
    await fillReassortment(context);
    expect(await events.headPosition()).toBe(head);
    const working = workPlanJobs({
      context,
      leases: openLeases(database.pool),
      log: console,
      signal: over.signal,
      work: polledWork(),
    });
    for (const customerId of [3, DEMO_CUSTOMER]) {
      const made = async () => (await loadReassortment(context, customerId)).templates[0]?.plans[0];
      await expect.poll(made, { timeout: 60_000 }).toBeDefined();
      const { plan } = await readBody(context.files, (await made())!.planHash, planFileSchema);
      const { shipments, suggestedAdditions: added, suggestedRemovals: removed, bins } = plan;
      expect(new Set(bins.map(({ storeId }) => storeId)).size).toBe(3);
      expect(shipments.length).toBeGreaterThan(1);
      expect(new Set(added.map(({ exactMatch }) => exactMatch)).size).toBe(2);
      expect(removed.length).toBeGreaterThan(0);
      if (customerId !== DEMO_CUSTOMER) continue;
      expect(new Set(added.map(({ overLimit }) => overLimit)).size).toBe(2);
      expect(removed.flatMap(({ parcelNames }) => parcelNames).length).toBeGreaterThan(0);
    }
    over.abort();
    await working;
    expect((await loadReassortment(context, 1)).templates).toMatchObject([{ active: true }]);
    // What was filled is left alone from now on.
    const last = await events.headPosition();
    await fillReassortment(context);
    expect(await events.headPosition()).toBe(last);
  } finally {
    over.abort();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

test('the house is its own where this database notes that it began it, or where nothing is there yet', async () => {
  const other = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(other.pool, [...identityMigrations, ...operationsMigrations]);
  expect(await isDemosHouse({ events, db: database.db })).toBe(true);
  expect(await isDemosHouse({ events, db: other.db })).toBe(false);
  const nothing = { events: { readAll: async function* () {} }, db: other.db };
  expect(await isDemosHouse(nothing)).toBe(true);
  await createUser(
    { db: other.db },
    {
      username: 'ours',
      firstName: 'Our',
      lastName: 'Own',
      email: 'ours@example.com',
      administrator: true,
      password: 'Ours-pass-1',
    },
  );
  expect(await isDemosHouse(nothing)).toBe(false);
  await other.close();
});
