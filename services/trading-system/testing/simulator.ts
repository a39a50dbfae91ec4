import { PLAIN_TERMS } from '#contracts/customer/testing/plain-customer.ts';
import { randomUUID } from 'node:crypto';
import { customerStream, stoneStream, type DomainEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelView } from '#contracts/lifecycle/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { systemClock } from '#services/platform/clock.ts';
import {
  appendEvents,
  createSnapshots,
  loadStream,
  commandMigrations,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { reactorMigrations, runReactors } from '#services/platform/reactors/index.ts';
import { recordDocument } from '#services/stones/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { startProgram } from '#tests/support/programs.ts';
import { typesIn } from '#tests/support/types-in.ts';
import { connectTradingSystem, instructionReactor, runSync } from '../index.ts';
import type { AccountCode } from '../outgoing/instruction.ts';
import type { Ledgers } from '../sync/settle-document.ts';
import { inboxMigrations } from '#services/inboxes/index.ts';
import { tradingSystemMigrations } from '../migrations.ts';
import type { Instruction } from '#contracts/trading-system/wire.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

/** The simulated trading system in a process of its own, with test hooks. */
export type TestSimulator = {
  url: string;
  /** Asks for bad behaviour, emits documents, sets the delay. */
  hook(name: 'behaviour' | 'documents' | 'delay', body: unknown): Promise<void>;
  /** What was accepted so far at one instance, in order. */
  instructions(instance?: string): Promise<(Instruction & { state: string })[]>;
  /** kill -9 */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export async function startSimulatorForTests(databaseUrl: string, delayS = 0): Promise<TestSimulator> {
  const start = async (port: string) => {
    const program = startProgram(
      'deploy/local/trading-system-simulator/main.ts',
      ['--test-hooks', '--port', port],
      {
        DATABASE_URL: databaseUrl,
        VITRINE_SIMULATOR_DELAY_S: String(delayS),
      },
    );
    const [, url = ''] = await program.printed(/listening on (\S+)/);
    return { program, url };
  };
  let { program, url } = await start('0');
  return {
    url,
    async hook(name, body) {
      const response = await fetch(`${url}/test-hooks/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async instructions(instance = 'VITRINE') {
      const all = (await (await fetch(`${url}/test-hooks/instructions`)).json()) as Record<
        string,
        (Instruction & { state: string })[]
      >;
      return all[instance] ?? [];
    },
    kill: () => program.destroy(),
    async restart() {
      ({ program, url } = await start(new URL(url).port));
    },
    close: () => program.destroy(),
  };
}

const ZONE = 'America/New_York';
const attributes = { weight: 1010 };
const actor = { username: 'test', role: 'system' } as const;
const terms = {
  ...PLAIN_TERMS,
  paymentDays: 30,
  feeRatePpm: 10_000,
  lgFeeRatePpm: 10_000,
  fcFeeRatePpm: 10_000,
};

/** A real log and a real database, with what a test of the trading system records in them. */
export type TestLedger = {
  url: string;
  store: TestEventStore;
  database: Database;
  context: CommandContext;
  /** Account codes by customer, in place of the customers' read model. */
  accounts: Map<number, AccountCode[]>;
  /** Accounts that customers had once. */
  formerAccounts: Map<number, AccountCode[]>;
  customerByAccountCode(instance: string, accountCode: string): Promise<number | null>;
  record(stream: string, ...events: DomainEvent[]): Promise<string>;
  register(customerId: number): Promise<void>;
  /** Lists a stone of $9,800 and gives its name. */
  list(): Promise<string>;
  /** Records an intent of customer 12, or of another, and gives its event's id. */
  intend(action: 'Requested' | 'Returned' | 'Sold', parcelName: string, customerId?: number): Promise<string>;
  view(parcelName: string): Promise<ParcelView>;
  /** How many documents are recorded of the parcel, whether they count or not. */
  recordedIn(parcelName: string): Promise<number>;
  /** The documents that count for the parcel. */
  documents(parcelName: string): Promise<string[]>;
  close(): Promise<void>;
};

export async function openTestLedger(url: string): Promise<TestLedger> {
  const database = connectDatabase(url);
  await migrate(database.pool, [
    ...commandMigrations,
    ...reactorMigrations,
    ...inboxMigrations,
    ...tradingSystemMigrations,
  ]);
  const store = await startEmbeddedEventStoreForTests(url);
  const events = await identified(connectEventStore({ connectionString: store.connectionString }));
  const context: CommandContext = {
    events,
    db: database.db,
    snapshots: createSnapshots(database.pool),
    clock: systemClock,
    zone: ZONE,
  };
  const accounts = new Map<number, AccountCode[]>();
  const formerAccounts = new Map<number, AccountCode[]>();
  let listed = 0;

  async function record(stream: string, ...written: DomainEvent[]): Promise<string> {
    const loaded = await loadStream(context, stream, {
      name: 'revision',
      initial: () => null,
      evolve: () => null,
    });
    const identified = written.map((event) => ({ ...event, id: randomUUID() }));
    await appendEvents(context, loaded, identified, { commandId: randomUUID(), actor });
    return identified.at(-1)?.id ?? '';
  }
  const view = async (parcelName: string) =>
    foldParcel((await loadStream(context, stoneStream(parcelName), parcelFold)).state, ZONE);
  const now = (): string => new Date().toISOString();

  return {
    url,
    store,
    database,
    context,
    accounts,
    formerAccounts,
    record,
    view,
    async customerByAccountCode(instance, accountCode) {
      for (const [customerId, codes] of accounts) {
        if (codes.some((code) => code.dxInstance === instance && code.accountCode === accountCode))
          return customerId;
      }
      return null;
    },
    async recordedIn(parcelName) {
      const types = await typesIn(context.events, stoneStream(parcelName));
      return types.filter((type) => type === 'DocumentReceived').length;
    },
    async register(customerId) {
      const identity = {
        name: `Jeweller ${customerId}`,
        legalName: '',
        email: '',
        salesRepEmail: '',
        bigName: '',
      };
      const access = {
        allowLogin: true,
        allowActions: true,
        fmAllowed: false,
        lgAllowed: false,
        fcAllowed: false,
        legend: false,
      };
      await record(customerStream(customerId), {
        type: 'CustomerRegistered',
        data: { customerId, identity, access, terms, effectiveAt: '2020-01-01T00:00:00.000Z' },
      });
    },
    async list() {
      const parcelName = `N-${++listed}`;
      await record(stoneStream(parcelName), {
        type: 'StoneListed',
        data: {
          parcelName,
          line: 'natural',
          vendorId: 1,
          attributes,
          costCents: 900_000,
          totalCents: 980_000,
          vendorAvailability: 'IN_STOCK',
          effectiveAt: '2020-01-01T00:00:00.000Z',
        },
      });
      return parcelName;
    },
    intend(action, parcelName, customerId = 12) {
      const data = { customerId, instructionId: randomUUID(), effectiveAt: now() };
      const frozen = {
        customerPriceCents: 980_000,
        listPriceCents: 980_000,
        costCents: 900_000,
        giaRoundDiscountPpm: 0,
        attributes,
      };
      return record(
        stoneStream(parcelName),
        action === 'Requested'
          ? { type: 'StoneRequested', data: { ...data, frozen } }
          : { type: `Stone${action}`, data },
      );
    },
    async documents(parcelName) {
      return (await view(parcelName)).entries.flatMap((entry) =>
        'identity' in entry ? [`${entry.type} v${entry.version}`] : [],
      );
    },
    async close() {
      await events.close();
      await store.close();
      await database.close();
    },
  };
}

/** Runs the reactor and the sync as an application does, until the function that it gives is called. */
export function runTrading(ledger: TestLedger, simulator: TestSimulator): () => Promise<void> {
  const stop = new AbortController();
  const { context, database, accounts, formerAccounts, customerByAccountCode } = ledger;
  const peer = connectTradingSystem({ baseUrl: simulator.url, timeoutMs: 1500 });
  const log = { info: () => undefined, warn: () => undefined };
  const leases = openLeases(database.pool);
  const { signal } = stop;
  const common = { db: database.db, leases, work: polledWork(), clock: context.clock, log, signal };
  const accountsOf = async (customerId: number): Promise<AccountCode[]> => accounts.get(customerId) ?? [];
  const everyAccountOf = async (customerId: number): Promise<AccountCode[]> => [
    ...(accounts.get(customerId) ?? []),
    ...(formerAccounts.get(customerId) ?? []),
  ];
  const reactors = [instructionReactor({ context, peer, startAt: 'head', accountsOf, everyAccountOf })];
  const backoff = { firstMs: 50, longestMs: 200 };
  const reacting = runReactors({ ...common, events: context.events, reactors, backoff, withoutOrders: true });
  const record: Ledgers['recordDocument'] = (document) => recordDocument(context, document);
  const syncing = runSync({
    ...common,
    events: context.events,
    peer,
    everySeconds: 0.05,
    customerByAccountCode,
    customersCaughtUp: async () => true,
    recordDocument: record,
  });
  return async () => {
    stop.abort();
    await Promise.all([reacting, syncing]);
  };
}
