import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStale } from '../../deploy/build/build.mjs';
import { freePort } from '#local/postgres.mjs';
import { verifyProjection } from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { openInstructions } from '#projections/instructions/testing/open-instructions.ts';
import { customerCommands } from '#services/customers/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { createUser } from '#services/identity/index.ts';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { reactorStatus } from '#services/platform/reactors/index.ts';
import { startSimulatorForTests, type TestSimulator } from '#services/trading-system/testing/simulator.ts';
import { watchChanges, type ChangeWatch } from '#tests/support/change-watch.ts';
import { root } from '#tests/support/launcher.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProcess, type RunningProcess } from '#tests/support/processes.ts';
import { startRole, type RoleProcess } from '#tests/support/role-processes.ts';
import { listStone, PASSWORD, testContext, ZONE } from '#tests/support/small-world.ts';
import { typesIn } from '#tests/support/types-in.ts';

const installed = spawnSync('nats-server', ['--version']).status === 0;
if (!installed) {
  if (process.env['CI']) throw new Error('nats-server is not installed; .ci/run installs it');
  console.warn(
    'SKIPPED: eight processes by role are not tested, because nats-server is not installed (Debian: apt-get install nats-server).',
  );
}

const ROLES = ['projections', 'projections', 'reactors', 'reactors', 'jobs', 'jobs', 'api', 'api'] as const;
const ROLES_OF_PAIRS = [...new Set(ROLES)];
/** A lease that the leader of each role has. */
const LED_BY = { projections: 'projection parcels', reactors: 'reactors', jobs: 'trading system sync' };
const STONES = 400;
const CUSTOMERS = 4;
/** Milliseconds. */
const BETWEEN_REQUESTS = 250;
const BETWEEN_KILLS = 1_000;
const REPLACED_WITHIN = 10_000;
const HEARD_WITHIN = 20_000;

let store: TestEventStore;
let simulator: TestSimulator;
let nats: RunningProcess;
let database: Database;
let events: EventStore;
let watch: ChangeWatch;
const processes: RoleProcess[] = [];
const tokens: string[] = [];
const data = mkdtempSync(path.join(os.tmpdir(), 'vitrine-eight-'));

const named = (index: number): string => `eight-${index}`;
const api = (): RoleProcess[] => processes.filter(({ role }) => role === 'api');

async function until<T>(
  what: string,
  withinMs: number,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await sleep(50);
  }
}

const isReady = async (one: RoleProcess): Promise<boolean> => (await one.state())?.ready === true;

async function post(address: string, at: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  return { status: response.status, json: await response.json() };
}

async function tokenOf(username: string): Promise<string> {
  const { json } = await post(api()[0]!.address, '/login', { username, password: PASSWORD });
  return z.object({ token: z.string() }).parse(json).token;
}

async function fill(): Promise<void> {
  const context = testContext({ ...database, events });
  const actor = { username: 'admin', role: 'administrator' } as const;
  for (let customerId = 1; customerId <= CUSTOMERS; customerId += 1) {
    await customerCommands.register(context, { commandId: `customer-${customerId}`, actor }, customerId, {
      identity: { name: `Customer ${customerId}` },
      access: { allowLogin: true, allowActions: true },
      terms: { maxInventoryCents: 100_000_000_000 },
    });
    const account = {
      dxInstance: 'VITRINE',
      accountCode: `0${customerId}-01-0001`,
      docTypes: ['MEMO'],
    } as const;
    await customerCommands.assignAccountCode(
      context,
      { commandId: `account-${customerId}`, actor },
      customerId,
      { account: { ...account, docTypes: [...account.docTypes] } },
    );
    await createUser(context, {
      username: `user-${customerId}`,
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      customerId,
      password: PASSWORD,
    });
  }
  await createUser(context, {
    username: 'admin',
    firstName: 'A',
    lastName: 'B',
    email: 'a@example.com',
    administrator: true,
    password: PASSWORD,
  });
  await inParallel(
    Array.from({ length: STONES }, (_, index) => named(index)),
    64,
    (name) => listStone(context, name),
  );
}

beforeAll(async () => {
  if (!installed) return;
  await buildStale(root, { only: 'server' });
  const url = await testDatabase();
  const natsPort = await freePort();
  nats = startProcess('nats-server', ['--addr', '127.0.0.1', '--port', String(natsPort)]);
  [store, simulator] = await Promise.all([startEmbeddedEventStoreForTests(url), startSimulatorForTests(url)]);
  await nats.printed(/Server is ready/);
  const environment = {
    DATABASE_URL: url,
    EVENTSTORE_URL: store.connectionString,
    TRADING_SYSTEM_URL: simulator.url,
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    VITRINE_DATA: data,
    VITRINE_TIME_ZONE: ZONE,
    VITRINE_DATABASE_CONNECTIONS: '8',
    VITRINE_PROJECTION_CONNECTIONS: '8',
    VITRINE_SYNC_SECONDS: '1',
    VITRINE_LOG_LEVEL: 'fatal',
    JWT_SECRET: 'a secret of the tests, long enough',
  };
  for (const role of ROLES) processes.push(await startRole(role, environment));
  await until('all eight are ready', 60_000, async () =>
    (await Promise.all(processes.map(isReady))).every(Boolean),
  );
  database = connectDatabase(url);
  events = connectEventStore({ connectionString: store.connectionString });
  await fill();
  await until('the last stone is shown', 30_000, async () => {
    if (tokens.length === 0) {
      for (let one = 1; one <= CUSTOMERS; one += 1) tokens.push(await tokenOf(`user-${one}`).catch(() => ''));
      if (tokens.includes('')) return void tokens.splice(0);
    }
    const parcelNames = [named(STONES - 1)];
    return (
      (
        await post(
          api()[0]!.address,
          '/inventory/rows',
          { parcelNames },
          { authorization: `Bearer ${tokens[0]}` },
        )
      ).status === 200
    );
  });
  watch = watchChanges(
    api().map(({ address }) => address),
    await tokenOf('admin'),
  );
});

afterAll(async () => {
  await watch?.stop();
  await Promise.all(processes.map((one) => one.stop()));
  await events?.close();
  await database?.close();
  await simulator?.close();
  await store?.close();
  await nats?.destroy();
  rmSync(data, { recursive: true, force: true });
});

/** When it was first asked for and when that was acknowledged (milliseconds, as performance.now). */
type Request = { asked: number; acknowledged: number };

/** Requests one stone after the other, each again under its key until it is acknowledged, as a browser would. */
async function write(
  customer: number,
  next: () => number,
  done: Map<string, Request>,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = customer; !signal.aborted;) {
    const index = next();
    if (index >= STONES) throw new Error('the stones did not suffice');
    const name = named(index);
    const asked = performance.now();
    await until(`${name} is requested`, 60_000, async () => {
      turn += 1;
      const headers = { authorization: `Bearer ${tokens[customer]}`, 'idempotency-key': `request-${name}` };
      try {
        const { status, json } = await post(
          api()[turn % 2]!.address,
          '/inventory/request_stones',
          { parcelNames: [name] },
          headers,
        );
        if (status !== 200) return false;
        expect(json).toMatchObject({ done: [name], declined: [] });
        return true;
      } catch (error) {
        // Killed under the request: whether it was done is not known to the one who asked.
        if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
          return false;
        throw error;
      }
    });
    done.set(name, { asked, acknowledged: performance.now() });
    await sleep(BETWEEN_REQUESTS);
  }
}

async function leaderOf(role: keyof typeof LED_BY): Promise<RoleProcess | undefined> {
  for (const one of processes) if ((await one.state())?.leads.includes(LED_BY[role])) return one;
  return undefined;
}

/** Stops the leader of a role; gives how long it took until another led, in milliseconds, and lets it go on. */
async function hang(role: keyof typeof LED_BY): Promise<number> {
  const leader = await until(`somebody leads ${role}`, 20_000, () => leaderOf(role));
  const others = processes.filter((one) => one.role === role && one !== leader);
  const since = performance.now();
  process.kill(leader.pid(), 'SIGSTOP');
  try {
    await until(`${role} are led by another`, REPLACED_WITHIN * 2, async () =>
      (await Promise.all(others.map((one) => one.state()))).some((state) =>
        state?.leads.includes(LED_BY[role]),
      ),
    );
    return performance.now() - since;
  } finally {
    process.kill(leader.pid(), 'SIGCONT');
    await until(`${role} are ready again`, 30_000, () => isReady(leader));
  }
}

async function end(one: RoleProcess, signal: NodeJS.Signals): Promise<void> {
  const pid = one.pid();
  process.kill(pid, signal);
  await until(
    `the process of ${one.role} is started again`,
    30_000,
    async () => one.pid() !== pid && isReady(one),
  );
}

describe.skipIf(!installed)('eight processes by role, on NATS', () => {
  test('each killed or stopped in turn under writers: everything once, nothing lost', async () => {
    const done = new Map<string, Request>();
    const stop = new AbortController();
    let index = 0;
    const writing = Promise.all(
      tokens.map((_, customer) => write(customer, () => index++, done, stop.signal)),
    );
    const replaced: number[] = [];
    try {
      await until('writing has begun', 20_000, async () => done.size > 10);
      // Leaders of different roles hang at the same time; then one of each role is killed, then the other one ended.
      replaced.push(...(await Promise.all([hang('projections'), hang('reactors'), hang('jobs')])));
      for (const [place, signal] of [
        [0, 'SIGKILL'],
        [1, 'SIGTERM'],
      ] as const) {
        const ended = ROLES_OF_PAIRS.map(async (role, turn) => {
          await sleep(turn * BETWEEN_KILLS);
          await end(processes.filter((one) => one.role === role)[place]!, signal);
        });
        await Promise.all(ended);
      }
    } finally {
      stop.abort();
    }
    await writing;
    console.log(
      `${done.size} acknowledged; hung leaders were replaced after ${replaced.map(Math.round).join(', ')} ms`,
    );
    expect(Math.max(...replaced)).toBeLessThan(REPLACED_WITHIN);

    const names = [...done.keys()];
    const placed = names.length;
    await until('everything is finished and posted', 60_000, async () => {
      const head = await events.headPosition();
      const { rows } = await database.pool.query<{ behind: number }>(
        "select count(*)::int as behind from vitrine.projection_build where state = 'live' and position < $1",
        [head.toString()],
      );
      const reactors = await reactorStatus(database.db);
      return (
        rows[0]?.behind === 0 &&
        (await openInstructions(database.db)).length === 0 &&
        reactors.every(({ waiting }) => waiting === 0) &&
        (await simulator.instructions()).length >= placed
      );
    });

    // What the trading system was given, and what came back of it: one instruction, one memo.
    const posted = (await simulator.instructions()).map(({ parcelName }) => parcelName);
    expect(posted.toSorted()).toEqual(names.toSorted());
    await until('the memos are recorded', 30_000, async () => {
      const types = await Promise.all(names.map((name) => typesIn(events, `stone-${name}`)));
      return types.every((one) => one.length >= 3);
    });
    await inParallel(names, 32, async (name) => {
      const types = await typesIn(events, `stone-${name}`);
      expect(types.toSorted(), name).toEqual(['DocumentReceived', 'StoneListed', 'StoneRequested']);
    });
    const customers = await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, customer) => typesIn(events, `customer-${customer + 1}`)),
    );
    const count = (type: string): number => customers.flat().filter((one) => one === type).length;
    expect([count('InstructionPlaced'), count('InstructionFinished')]).toEqual([placed, placed]);

    const unheard = [...done].filter(
      ([name, { asked, acknowledged }]) => !watch.heard(name, asked, acknowledged + HEARD_WITHIN),
    );
    expect(unheard.map(([name]) => name)).toEqual([]);

    for (const projection of createProjections(ZONE)) {
      const { differences } = await verifyProjection({ pool: database.pool, events, projection });
      expect(differences, projection.name).toEqual([]);
    }
  });
});
