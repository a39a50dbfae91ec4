import { afterEach, beforeEach, expect, vi } from 'vitest';
import { liveChange, type LiveChange } from '#contracts/api/live-changes.ts';
import {
  createPositions,
  projectionMigrations,
  startProjections,
  type ProjectionsRunner,
} from '#projections/engine/index.ts';
import { createMemoryLog, type MemoryLog } from '#projections/engine/testing/test-log.ts';
import { createProjections } from '#projections/index.ts';
import { openBus, type Bus } from '#services/platform/bus/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testServer, type TestServer } from '#services/platform/http/testing/test-server.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { settableClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { publishChanges, registerLiveChangeRoutes, type ChangePublisher } from '../index.ts';
import { listed, NOW } from './stone-events.ts';

const template = {
  name: 'live_changes',
  prepare: async (url: string) => {
    const database = connectDatabase(url, { max: 1, pipeline: true });
    await migrate(database.pool, projectionMigrations);
    await database.close();
  },
};

export const projections = createProjections('America/New_York');

type Access = { allowLogin: boolean; lgAllowed: boolean; fcAllowed: boolean; fmAllowed: boolean };

export type LiveWorld = {
  database: Database;
  /** With one natural stone, A1, and one lab-grown, L1. */
  log: MemoryLog;
  bus: Bus;
  publisher: ChangePublisher;
  /** Publishes what it commits. */
  runner: ProjectionsRunner;
  server: TestServer;
  address: string;
  /** Whether notices come from the bus. */
  hears: boolean;
  /** The price list in force, and the vendors whose feed is old. */
  shownFor: string;
  /** By customer. */
  access: Map<number, Access>;
  clock: ReturnType<typeof settableClock>;
  problems: string[];
  listening: AbortController[];
};

/** Registers the hooks that make the world before each test of a file and end it afterwards. */
export function liveWorld(): LiveWorld {
  const world = { clock: settableClock(NOW) } as LiveWorld;
  beforeEach(async () => {
    const problems: string[] = [];
    const onProblem = (message: string) => void problems.push(message);
    world.clock.set(NOW);
    const database = connectDatabase(await testDatabase(template), { max: 12, pipeline: true });
    const log = createMemoryLog();
    log.add('stone-A1', listed('A1'));
    log.add('stone-L1', listed('L1', 'labGrown'));
    const bus = openBus({ onProblem });
    const publisher = publishChanges({ db: database.db, zone: 'America/New_York', bus, onProblem });
    Object.assign(world, {
      problems,
      database,
      log,
      bus,
      publisher,
      hears: true,
      shownFor: 'March',
      listening: [],
    });
    world.access = new Map([
      [12, { allowLogin: true, lgAllowed: false, fcAllowed: false, fmAllowed: false }],
      [13, { allowLogin: true, lgAllowed: true, fcAllowed: false, fmAllowed: false }],
    ]);
    world.runner = await startRunner(world, { onCommitted: publisher.onCommitted });
    await vi.waitFor(() => expect(world.runner.caughtUp()).toBe(true), 30_000);
    const server = await testServer({ clock: world.clock.now });
    const positions = createPositions(database.db, await logIdOf(log));
    registerLiveChangeRoutes(server.app, {
      bus,
      clock: world.clock.now,
      accounts: {
        account: async (name) => server.accounts.get(name) ?? null,
        customerAccess: async (id) => world.access.get(id) ?? null,
        forgetCustomer: () => undefined,
      },
      lineAccess: async (id) => world.access.get(id) ?? null,
      shownFor: async () => world.shownFor,
      state: () => positions.stateOf(projections.map(({ name }) => name)),
      hears: () => world.hears,
    });
    world.server = server;
    world.address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    for (const one of world.listening.splice(0)) one.abort();
    await world.server.app.close();
    await world.runner.stop();
    await world.publisher.stop();
    await world.database.close();
  });
  return world;
}

/** The projections of a process; without `hooks` it publishes nothing. */
export async function startRunner(
  { database, log }: LiveWorld,
  hooks: Partial<Pick<ChangePublisher, 'onCommitted' | 'onJoined'>> = {},
): Promise<ProjectionsRunner> {
  return startProjections({
    pool: database.pool,
    looking: database.pool,
    leases: openLeases(database.pool),
    events: log,
    projections,
    positions: createPositions(database.db, await logIdOf(log)),
    // More than one message names, whatever the engine's own batches are.
    batchSize: 1_000,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...hooks,
  });
}

type Message = { id?: string; event?: string; data?: string };
export type Listener = {
  status: number;
  headers: Headers;
  messages: Message[];
  changes: () => LiveChange[];
  ended: () => boolean;
};

/** Opens GET /changes and collects its messages. */
export async function listen(
  { server, address, listening }: LiveWorld,
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
export const soon = (check: () => void | Promise<void>) => vi.waitFor(check, 30_000);
