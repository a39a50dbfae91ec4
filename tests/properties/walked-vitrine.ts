import { OPEN_ACCESS } from '#contracts/customer/testing/plain-customer.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import type { Actor, Frozen, StoneEvent } from '#contracts/events/index.ts';
import { customerStream, isEventType, parseEvent, stoneStream } from '#contracts/events/index.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import {
  createPositions,
  projectionMigrations,
  rebuildProjection,
  startProjections,
  verifyProjection,
  parkedStreams,
  type CopyReport,
} from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import { instructionById } from '#projections/instructions/index.ts';
import { holdingNow, parcelsProjection } from '#projections/parcels/index.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { NEW_CUSTOMER_TERMS } from '#services/customers/index.ts';
import {
  appendEvents,
  createSnapshots,
  createUnderWay,
  carryOut,
  loadStream,
  onFreshStream,
  commandMigrations,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { type StonesContext } from '#services/stones/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { settableClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import type { ModelEvent } from './plain-life-cycle-model.ts';
import { openLeases } from '#services/platform/leases/index.ts';

/** A Vitrine as the walk uses it: real handlers on the real event store, real projections in Postgres. */

export const ZONE = 'America/New_York';
export const WALKER: Actor = { username: 'walker', role: 'customer' };
export const ADMINISTRATOR: Actor = { username: 'demo-admin', role: 'administrator' };
const ATTRIBUTES: Frozen['attributes'] = {
  weight: 1000,
  lab: 'GIA',
  shapeCode: 'RD',
  colour: 'F',
  clarity: 'VS1',
};

/** An event of the parcel's stream with its place in the log. */
export type PlacedEvent = ModelEvent & { position: bigint };

const quiet = { info: () => undefined, warn: () => undefined };

export async function startVitrine() {
  const url = await testDatabase();
  const store = await startEmbeddedEventStoreForTests(url);
  const events = await identified(connectEventStore({ connectionString: store.connectionString }));
  const { db, pool, close } = connectDatabase(url, { max: 16, pipeline: true });
  await migrate(pool, [...commandMigrations, ...projectionMigrations]);
  const clock = settableClock();
  const positions = createPositions(db, await logIdOf(events));
  const failures: unknown[] = [];
  const runner = startProjections({
    pool,
    looking: pool,
    leases: openLeases(pool),
    events,
    projections: createProjections(ZONE),
    positions,
    log: { ...quiet, error: (details) => failures.push(details) },
  });

  // The read models' views stand from their first build on.
  while (!runner.caughtUp()) await new Promise((resolve) => setTimeout(resolve, 20));

  const readAt = async (position: bigint, ...names: string[]): Promise<boolean> =>
    positions.waitForPosition(names, position, 10_000);
  const context: StonesContext = {
    events,
    db,
    snapshots: createSnapshots(pool),
    clock: clock.now,
    zone: ZONE,
    perCustomer: oneAtATime<number>(),
    underWay: createUnderWay(),
    exposureAt: async (customerId, position) =>
      (await readAt(position, 'parcels')) ? (await holdingNow(db, customerId)).exposure : null,
    async findInstruction(instructionId) {
      const record = await instructionById(db, instructionId);
      if (!record?.finished || record.reached === null) return undefined;
      return { ...record.finished, bodyHash: record.bodyHash ?? undefined, reached: record.reached };
    },
  };

  return {
    context,
    clock,
    db,
    failures,
    parked: () => parkedStreams(db),
    /** Waits until the parcels' read model shows everything in the log. */
    async readModelsAtHead(): Promise<void> {
      if (!(await readAt(await events.headPosition(), 'parcels')))
        throw new Error('the read models stayed behind the log');
    },
    /** A second build of the parcels' read model compared with the live one, row by row. */
    verify: (): Promise<CopyReport> =>
      verifyProjection({ pool, events, projection: parcelsProjection(ZONE) }),
    rebuild: (): Promise<CopyReport> =>
      rebuildProjection({ pool, events, projection: parcelsProjection(ZONE) }),
    async stop(): Promise<void> {
      await runner.stop();
      await events.close();
      await close();
      await store.close();
    },
  };
}
export type Vitrine = Awaited<ReturnType<typeof startVitrine>>;

export async function registerCustomer(
  { context }: Vitrine,
  customerId: number,
  maxInventoryCents: number,
): Promise<void> {
  const identity = {
    name: `Customer ${customerId}`,
    legalName: '',
    email: '',
    salesRepEmail: '',
    bigName: '',
  };
  const terms = { ...NEW_CUSTOMER_TERMS, giaRoundDiscountPpm: 20_000, maxInventoryCents };
  const fold = { name: 'registration', initial: () => null, evolve: () => null };
  await carryOut(
    context,
    { stream: customerStream(customerId), fold },
    { commandId: `register-${customerId}`, actor: ADMINISTRATOR },
    () => [
      {
        type: 'CustomerRegistered',
        data: {
          customerId,
          identity,
          access: OPEN_ACCESS,
          terms,
          effectiveAt: context.clock().toISOString(),
        },
      },
    ],
  );
}

/** An event of the vendor's, now. */
export async function recordNow(
  { context }: Vitrine,
  parcelName: string,
  id: string,
  eventOf: (now: string) => StoneEvent,
): Promise<void> {
  await onFreshStream(context, stoneStream(parcelName), parcelFold, async (loaded) => {
    await appendEvents(context, loaded, [{ ...eventOf(context.clock().toISOString()), id }], {
      commandId: id,
      actor: { username: 'feed', role: 'system' },
    });
  });
}

export const listing =
  (parcelName: string) =>
  (effectiveAt: string): StoneEvent => ({
    type: 'StoneListed',
    data: {
      parcelName,
      line: 'natural',
      vendorId: 1,
      attributes: ATTRIBUTES,
      costCents: 900_000,
      totalCents: 1_000_000,
      vendorAvailability: 'IN_STOCK',
      effectiveAt,
    },
  });

/** Everything in the parcel's stream, for the model. */
export async function eventsOf({ context }: Vitrine, parcelName: string): Promise<PlacedEvent[]> {
  const placed: PlacedEvent[] = [];
  for await (const { id, type, data, metadata, position } of context.events.readStream(
    stoneStream(parcelName),
  )) {
    if (!isEventType(type)) throw new Error(`unexpected ${type}`);
    placed.push({
      ...(parseEvent(type, data, 1) as StoneEvent),
      id,
      position,
      recordedAt: String(metadata['recordedAt']),
    });
  }
  return placed;
}

/** The whole stream is read. */
const NO_SNAPSHOTS: CommandContext['snapshots'] = {
  remembered: () => undefined,
  guess: () => undefined,
  suppose: () => undefined,
  stored: async () => undefined,
  keep: async () => undefined,
  reached: () => undefined,
  forget: async () => undefined,
};

/** Ids of the instructions that stand open on the customer's stream. */
export async function openInstructionsOf({ context }: Vitrine, customerId: number): Promise<string[]> {
  const open = new Set<string>();
  const fold = {
    name: 'open-instructions-of-the-walk',
    initial: () => null,
    evolve: (_: null, fact: { type: string; data: unknown }) => (note(fact), null),
  };
  const note = ({ type, data }: { type: string; data: unknown }): void => {
    const { instructionId } = data as { instructionId?: string };
    if (instructionId === undefined) return;
    if (type === 'InstructionPlaced') open.add(instructionId);
    if (type === 'InstructionFinished') open.delete(instructionId);
  };
  await loadStream({ ...context, snapshots: NO_SNAPSHOTS }, customerStream(customerId), fold);
  return [...open];
}

export const INTENT_OF: Readonly<Record<string, Intent>> = {
  StoneRequested: 'REQUEST',
  StoneReturned: 'RETURN',
  StoneSold: 'SOLD',
};
