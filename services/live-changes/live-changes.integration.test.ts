import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveChange, type LiveChange } from '#contracts/api/live-changes.ts';
import {
  createPositions,
  projectionMigrations,
  startProjections,
  type ProjectionsRunner,
} from '#projections/engine/index.ts';
import { createMemoryLog, newTestEvent, type MemoryLog } from '#projections/engine/testing/test-log.ts';
import { createProjections } from '#projections/index.ts';
import { ACCOUNTS_SUBJECT } from '#services/identity/index.ts';
import { openBus, type Bus } from '#services/platform/bus/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testServer, type TestServer } from '#services/platform/http/test-server.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { settableClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { changeNoticeSchema, type ChangeNotice } from './change-notice.ts';
import { publishChanges, registerLiveChangeRoutes, type ChangePublisher } from './index.ts';
import {
  ANY_STONE,
  imported,
  listed,
  memoTo,
  nothing,
  NOW,
  registered,
  requested,
  sold,
} from './testing/stone-events.ts';
import { openLeases } from '#services/platform/leases/index.ts';

const template = {
  name: 'live_changes',
  prepare: async (url: string) => {
    const database = connectDatabase(url, { max: 1 });
    await migrate(database.pool, projectionMigrations);
    await database.close();
  },
};

let database: Database;
let log: MemoryLog;
let runner: ProjectionsRunner;
let publisher: ChangePublisher;
let bus: Bus;
let server: TestServer;
let address: string;
let hears: boolean;
let access: Map<number, { allowLogin: boolean; lgAllowed: boolean; fcAllowed: boolean; fmAllowed: boolean }>;
const problems: string[] = [];
const listening: AbortController[] = [];
const clock = settableClock(NOW);

beforeEach(async () => {
  problems.length = 0;
  clock.set(NOW);
  hears = true;
  database = connectDatabase(await testDatabase(template), { max: 12 });
  log = createMemoryLog();
  log.add('stone-A1', listed('A1'));
  log.add('stone-L1', listed('L1', 'labGrown'));
  bus = openBus({ onProblem: (message) => problems.push(message) });
  publisher = publishChanges({
    db: database.db,
    zone: 'America/New_York',
    bus,
    onProblem: (message) => problems.push(message),
  });
  const positions = createPositions(database.db, await logIdOf(log));
  const projections = createProjections('America/New_York');
  runner = startProjections({
    pool: database.pool,
    leases: openLeases(database.pool),
    events: log,
    projections,
    positions,
    // More than one message names, whatever the engine's own batches are.
    batchSize: 1_000,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onCommitted: publisher.onCommitted,
  });
  await vi.waitFor(() => expect(runner.caughtUp()).toBe(true), 30_000);
  access = new Map([
    [12, { allowLogin: true, lgAllowed: false, fcAllowed: false, fmAllowed: false }],
    [13, { allowLogin: true, lgAllowed: true, fcAllowed: false, fmAllowed: false }],
  ]);
  server = await testServer({ clock: clock.now });
  registerLiveChangeRoutes(server.app, {
    bus,
    clock: clock.now,
    accounts: {
      account: async (name) => server.accounts.get(name) ?? null,
      customerAccess: async (id) => access.get(id) ?? null,
    },
    lineAccess: async (id) => access.get(id) ?? null,
    state: () => positions.stateOf(projections.map(({ name }) => name)),
    hears: () => hears,
  });
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const one of listening.splice(0)) one.abort();
  await server.app.close();
  await runner.stop();
  await publisher.stop();
  await database.close();
});

type Message = { id?: string; event?: string; data?: string };
type Listener = {
  status: number;
  headers: Headers;
  messages: Message[];
  changes: () => LiveChange[];
  ended: () => boolean;
};

/** Opens GET /changes and collects its messages. */
async function listen(
  username: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Listener> {
  const stop = new AbortController();
  listening.push(stop);
  const answer = await fetch(`${address}/changes${query}`, {
    headers: { ...server.as(username), ...headers },
    signal: stop.signal,
  });
  const messages: Message[] = [];
  let ended = false;
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        messages.push(
          Object.fromEntries(
            block
              .split('\n')
              .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
          ),
        );
    }
  };
  read().then(
    () => (ended = true),
    () => (ended = true),
  );
  if (answer.status === 200) await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), 30_000);
  return {
    status: answer.status,
    headers: answer.headers,
    messages,
    changes: () =>
      messages
        .filter(({ event }) => event === 'change')
        .map(({ data }) => liveChange.parse(JSON.parse(data ?? ''))),
    ended: () => ended,
  };
}
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, 30_000);

describe('what one does is seen by the others', () => {
  test('a request takes a stone out of every list, and changes the holding of who asked', async () => {
    const [jeweller, other] = [await listen('jeweller'), await listen('rep', { query: '?customer=13' })];
    const { position } = log.add('stone-A1', requested(12));
    await soon(() =>
      expect(jeweller.changes()).toEqual([
        {
          position: position.toString(),
          lines: [{ line: 'natural', parcels: ['A1'] }],
          cart: false,
          customer: true,
          desires: false,
          models: false,
        },
      ]),
    );
    await soon(() =>
      expect(other.changes()).toEqual([
        {
          position: position.toString(),
          lines: [{ line: 'natural', parcels: ['A1'] }],
          cart: false,
          customer: false,
          desires: false,
          models: false,
        },
      ]),
    );
    expect(jeweller.messages.at(-1)).toMatchObject({ id: position.toString(), event: 'change' });
  });

  test("changes of another's stone, or of a line one may not browse, are not sent", async () => {
    server.accounts.set('other', {
      ...server.accounts.get('jeweller')!,
      user: { ...server.accounts.get('jeweller')!.user, username: 'other', customerId: 13 },
    });
    log.add('stone-A1', requested(12));
    await soon(async () =>
      expect((await database.pool.query("select from read.parcel where status = 'REQUESTED'")).rowCount).toBe(
        1,
      ),
    );
    const [jeweller, other] = [await listen('jeweller'), await listen('other')];
    await new Promise((resolve) => setTimeout(resolve, 100)); // the notice of the request itself is out
    jeweller.messages.length = 0;
    other.messages.length = 0;
    log.add('stone-A1', sold(12));
    log.add('stone-L1', newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }));
    await soon(() =>
      expect(other.changes().flatMap(({ lines }) => lines)).toEqual([{ line: 'labGrown', parcels: ['L1'] }]),
    );
    await soon(() =>
      expect(jeweller.changes().flatMap(({ lines }) => lines)).toEqual([
        { line: 'natural', parcels: ['A1'] },
      ]),
    );
  });

  test('a past holder hears of its parcel no more than anybody else when the next one acts', async () => {
    const notices: ChangeNotice[] = [];
    bus.subscribe('changes', (message) => notices.push(changeNoticeSchema.parse(message)));
    const customersOf = () =>
      notices.flatMap(({ parcels }) => parcels ?? []).map(({ customers }) => customers);
    const apart = async (count: number) => soon(() => expect(notices.length).toBeGreaterThanOrEqual(count));
    log.add('stone-A1', requested(12));
    await apart(1);
    log.add(
      'stone-A1',
      newTestEvent('StoneReturned', { customerId: 12, instructionId: 'i2', effectiveAt: NOW }),
    );
    await apart(2);
    log.add('stone-A1', requested(13, '2026-03-02T12:00:00.000Z'));
    await apart(3);
    expect(customersOf()).toEqual([[12], [12], [13]]);
  });

  test('a document and a correction of a held stone reach its holder, and no one else', async () => {
    const notices: ChangeNotice[] = [];
    bus.subscribe('changes', (message) => notices.push(changeNoticeSchema.parse(message)));
    const last = async (position: bigint) => {
      await soon(() => expect(BigInt(notices.at(-1)?.position ?? 0)).toBeGreaterThanOrEqual(position));
      return notices.at(-1)?.parcels;
    };
    const concerned = { parcelName: 'A1', line: 'natural', fm: false, customers: [13] };
    const taken = log.add('stone-A1', requested(13));
    expect(await last(taken.position)).toEqual([{ ...concerned, public: true }]);
    const memo = log.add('stone-A1', memoTo(13));
    expect(await last(memo.position)).toEqual([{ ...concerned, public: false }]);
    const mistaken = newTestEvent('StoneReturned', {
      customerId: 13,
      instructionId: 'i2',
      effectiveAt: NOW,
    });
    const returned = log.add('stone-A1', mistaken);
    expect(await last(returned.position)).toEqual([{ ...concerned, public: false }]);
    const undone = log.add(
      'stone-A1',
      newTestEvent('EventUndone', { eventId: mistaken.id, reason: 'a mistake', effectiveAt: NOW }),
    );
    expect(await last(undone.position)).toEqual([{ ...concerned, public: false }]);
    const repriced = log.add(
      'stone-A1',
      newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }),
    );
    expect(await last(repriced.position)).toEqual([{ ...concerned, public: false }]);
    const superseded = log.add('stone-A1', memoTo(12));
    expect(await last(superseded.position)).toEqual([{ ...concerned, customers: [12, 13], public: false }]);
    const next = log.add('stone-A1', sold(12));
    expect(await last(next.position)).toEqual([{ ...concerned, customers: [12], public: false }]);
  });

  test('a cart’s change goes to its own customer only', async () => {
    const [jeweller, other] = [
      await listen('jeweller'),
      await listen('admin', { headers: { customer: '13' } }),
    ];
    log.add(
      'cart-12',
      newTestEvent('StonesCarted', {
        customerId: 12,
        line: 'natural',
        parcelNames: ['A1'],
        effectiveAt: NOW,
      }),
    );
    log.add(
      'cart-13',
      newTestEvent('StonesCarted', {
        customerId: 13,
        line: 'natural',
        parcelNames: ['A1'],
        effectiveAt: NOW,
      }),
    );
    await soon(() => expect(jeweller.changes().filter(({ cart }) => cart)).toHaveLength(1));
    await soon(() => expect(other.changes().filter(({ cart }) => cart)).toHaveLength(1));
  });

  test('a desire’s change goes to its own customer only', async () => {
    const [jeweller, other] = [
      await listen('jeweller'),
      await listen('admin', { headers: { customer: '13' } }),
    ];
    const carted = { customerId: 12, spec: ANY_STONE, effectiveAt: NOW };
    log.add('desire-d1', newTestEvent('DesireCarted', carted));
    const { position } = log.add('desire-d2', newTestEvent('DesireCarted', { ...carted, customerId: 13 }));
    await soon(() => expect(jeweller.changes().filter(({ desires }) => desires)).toHaveLength(1));
    await soon(() => expect(other.changes().filter(({ desires }) => desires)).toHaveLength(1));
    expect(other.changes().at(-1)).toEqual({
      position: position.toString(),
      lines: [],
      cart: false,
      customer: false,
      desires: true,
      models: false,
    });
  });

  test('a jewellery model’s change goes to everyone with the pieces that it hides, an order’s to its customer', async () => {
    const [jeweller, other] = [
      await listen('jeweller'),
      await listen('admin', { headers: { customer: '13' } }),
    ];
    log.add('model-rs1', imported('RS1'));
    for (const one of [jeweller, other])
      await soon(() =>
        expect(one.changes().at(-1)).toMatchObject({
          lines: [{ line: 'jewellery', parcels: null }],
          models: true,
        }),
      );
    log.add('customer-13', registered(13));
    await soon(() => expect(other.changes().at(-1)).toMatchObject({ customer: true, models: false }));
    const lines = [{ orderId: 'o1', model: 'RS1', quantity: 2 }];
    log.add('customer-13', newTestEvent('ModelsRequested', { requestId: 'r1', lines, effectiveAt: NOW }));
    await soon(() =>
      expect(other.changes().at(-1)).toMatchObject({ lines: [], customer: false, models: true }),
    );
    expect(jeweller.changes()).toHaveLength(1);
  });

  test("a change of a hidden model's piece goes to staff only", async () => {
    log.add('model-rs9', imported('RS9', { hide: true }));
    await soon(async () =>
      expect((await database.pool.query('select from read.jewellery_model')).rowCount).toBe(1),
    );
    const named = ({ changes }: Listener) =>
      changes().flatMap(({ lines }) => lines.flatMap((one) => one.parcels ?? []));
    const [jeweller, rep] = [await listen('jeweller'), await listen('rep')];
    log.add('stone-J9', listed('J9', 'jewellery', { model: 'rs9 ', components: [] }));
    await soon(() => expect(named(rep)).toContain('J9'));
    log.add('stone-A1', newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }));
    await soon(() => expect(named(jeweller)).toEqual(['A1']));
  });

  test('a feed of very many stones is a line to load again, in a few messages', async () => {
    const jeweller = await listen('jeweller');
    for (let index = 0; index < 1200; index += 1) log.add(`stone-N${index}`, listed(`N${index}`));
    const end = await log.headPosition();
    await soon(() => expect(BigInt(jeweller.changes().at(-1)?.position ?? 0)).toBe(end));
    expect(jeweller.changes().some(({ lines }) => lines.some(({ parcels }) => parcels === null))).toBe(true);
    expect(jeweller.changes().length).toBeLessThan(40);
  });
});

describe('no change is lost', () => {
  const projections = createProjections('America/New_York');
  /** A process that is killed after each commit, before its notice: its changes reach no one. */
  const startKilled = async () =>
    startProjections({
      pool: database.pool,
      leases: openLeases(database.pool),
      events: log,
      projections,
      positions: createPositions(database.db, await logIdOf(log)),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
  const committed = (one: ProjectionsRunner) =>
    vi.waitFor(async () => {
      expect(one.caughtUp()).toBe(true);
      const reached = await createPositions(database.db, await logIdOf(log)).positionOf(
        projections.map(({ name }) => name),
      );
      expect(reached).toBe(await log.headPosition());
    }, 30_000);

  test('when a process stops, what it committed last still goes out', async () => {
    const carts: number[] = [];
    bus.subscribe('changes', (message) => carts.push(...changeNoticeSchema.parse(message).carts));
    const carted = (customerId: number) =>
      newTestEvent('StonesCarted', { customerId, line: 'natural', parcelNames: ['A1'], effectiveAt: NOW });
    log.add('cart-12', carted(12));
    await soon(() => expect(carts).toEqual([12]));
    log.add('cart-13', carted(13));
    await committed(runner);
    await runner.stop();
    await publisher.stop();
    expect(carts).toEqual([12, 13]);
  });

  test('when one was killed before its notice, the process that takes over lets every client look again', async () => {
    await runner.stop();
    runner = await startKilled();
    await committed(runner);
    const jeweller = await listen('jeweller');
    log.add('stone-A1', requested(12));
    await committed(runner);
    expect(jeweller.changes()).toEqual([]);
    await runner.stop();
    runner = startProjections({
      pool: database.pool,
      leases: openLeases(database.pool),
      events: log,
      projections,
      positions: createPositions(database.db, await logIdOf(log)),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onCommitted: publisher.onCommitted,
      onJoined: publisher.onJoined,
    });
    await soon(() =>
      expect(jeweller.changes().at(-1)).toMatchObject({ lines: [{ parcels: null }, {}, {}, {}], cart: true }),
    );
  });

  test('when the broker was away, the publishing process lets every client look again', async () => {
    let gap = (): void => undefined;
    const seen: unknown[] = [];
    const other = publishChanges({
      db: database.db,
      zone: 'America/New_York',
      bus: {
        ...bus,
        publish: (_, message) => void seen.push(message),
        subscribe(_subject, _onMessage, onGap) {
          gap = onGap ?? gap;
          return () => undefined;
        },
      },
      onProblem: (message) => problems.push(message),
    });
    gap();
    await other.stop();
    expect(seen).toMatchObject([{ parcels: null }]);
  });

  test('without notices pages are asked to load again when the read models have moved, and only then', async () => {
    await runner.stop();
    runner = await startKilled();
    await committed(runner);
    const jeweller = await listen('jeweller');
    hears = false;
    await vi.waitFor(() => expect(jeweller.changes()).toHaveLength(1), 15_000);
    log.add('stone-A1', requested(12));
    await committed(runner);
    await vi.waitFor(() => expect(jeweller.changes()).toHaveLength(2), 15_000);
    expect(jeweller.changes()[1]).toMatchObject({
      position: (await log.headPosition()).toString(),
      lines: [{ parcels: null }, {}, {}, {}],
    });
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(jeweller.changes()).toHaveLength(2);
  });
});

describe('a connection', () => {
  test('is a stream that nothing on the way holds back, and begins with the position', async () => {
    const { status, headers, messages } = await listen('jeweller', {
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('content-encoding')).toBe(null);
    expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual([
      'no-store, no-transform',
      'no',
    ]);
    expect(messages[0]).toEqual({ retry: '2000', id: (await log.headPosition()).toString() });
  });

  test.each(['last-event-id', 'since'])(
    'resumed from an old position (%s) it is asked to load everything again, from the newest nothing',
    async (by) => {
      const head = await log.headPosition();
      const from = (position: bigint) =>
        by === 'since'
          ? { query: `?since=${position}` }
          : { headers: { 'last-event-id': position.toString() } };
      const old = await listen('jeweller', from(head - 1n));
      const lines = ['natural', 'labGrown', 'fancyColour', 'jewellery'].map((line) => ({
        line,
        parcels: null,
      }));
      const rest = { cart: true, customer: true, desires: true, models: true, attributes: true };
      await soon(() => expect(old.changes()).toEqual([{ position: head.toString(), lines, ...rest }]));
      const current = await listen('jeweller', from(head));
      log.add('stone-A1', requested(12));
      await soon(() => expect(current.changes()).toHaveLength(1));
      expect(current.changes()[0]?.lines).toEqual([{ line: 'natural', parcels: ['A1'] }]);
    },
  );

  test('after lost notices it is asked to load everything again', async () => {
    const jeweller = await listen('jeweller');
    bus.publish('changes', { ...nothing, position: '9999', parcels: null });
    await soon(() => expect(jeweller.changes()[0]).toMatchObject({ position: '9999', cart: true }));
  });

  test('every client hears of renamed entries of attribute lists', async () => {
    const all = [await listen('jeweller'), await listen('rep')];
    bus.publish('attributes', { list: 'shapes' });
    for (const { changes } of all)
      await soon(() => expect(changes()).toMatchObject([{ attributes: true, cart: false, customer: false }]));
  });

  test('ends when its session expires, with notice of it', async () => {
    clock.set('2026-03-02T09:00:00.500Z');
    const token = server.as('jeweller');
    clock.set('2026-03-02T09:59:59.800Z');
    const jeweller = await listen('jeweller', { headers: token });
    await soon(() => expect(jeweller.messages.at(-1)).toMatchObject({ event: 'session' }));
    await soon(() => expect(jeweller.ended()).toBe(true));
  });

  test('ends immediately when its user is deactivated; other users keep theirs', async () => {
    const [jeweller, rep] = [await listen('jeweller'), await listen('rep')];
    const account = server.accounts.get('jeweller')!;
    server.accounts.set('jeweller', { ...account, user: { ...account.user, active: false } });
    bus.publish(ACCOUNTS_SUBJECT, { username: 'jeweller' });
    bus.publish(ACCOUNTS_SUBJECT, { username: 'rep' });
    await soon(() => expect(jeweller.ended()).toBe(true));
    expect(jeweller.messages.at(-1)).toMatchObject({ event: 'session' });
    expect(rep.ended()).toBe(false);
  });

  test('learns immediately when its customer may browse another line', async () => {
    const jeweller = await listen('jeweller');
    access.set(12, { allowLogin: true, lgAllowed: true, fcAllowed: false, fmAllowed: false });
    bus.publish('changes', { ...nothing, customers: [12] });
    await soon(() => expect(jeweller.changes()).toHaveLength(1));
    log.add('stone-L1', newTestEvent('StoneRepriced', { costCents: 1, totalCents: 2, effectiveAt: NOW }));
    await soon(() =>
      expect(jeweller.changes().at(-1)?.lines).toEqual([{ line: 'labGrown', parcels: ['L1'] }]),
    );
  });

  test('is for signed-in callers, and for their own customer', async () => {
    expect((await fetch(`${address}/changes`)).status).toBe(401);
    expect((await listen('jeweller', { query: '?customer=13' })).status).toBe(403);
    expect((await listen('admin', { query: '?customer=99' })).status).toBe(402);
    expect((await listen('admin', { query: '?since=yesterday' })).status).toBe(402);
  });

  test('is refused beyond twelve of one user, and given again when one is closed', async () => {
    for (let index = 0; index < 12; index += 1) await listen('jeweller');
    expect((await listen('jeweller')).status).toBe(402);
    expect((await listen('rep')).status).toBe(200);
    listening[0]?.abort();
    await soon(async () => expect((await listen('jeweller')).status).toBe(200));
  });

  test('ends when the server closes', async () => {
    const jeweller = await listen('jeweller');
    await server.app.close();
    await soon(() => expect(jeweller.ended()).toBe(true));
  });
});
