import { randomUUID } from 'node:crypto';
import { LOG_STREAM } from '#contracts/events/index.ts';
import { currentShape } from '#contracts/events/upcast.ts';
import type {
  Appended,
  EventFilter,
  EventStore,
  NewEvent,
  ReadAllOptions,
  RecordedEvent,
} from '#services/platform/event-store/index.ts';
import type pg from 'pg';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { bringTo } from '../bring-to.ts';
import { createBuild, indexBuild, liveBuild } from '../builds.ts';
import { openWriter } from '../build-writer.ts';
import type { AnyProjection } from '../projection.ts';
import { inTransaction } from '../transactions.ts';

const AT = '2024-05-01T12:00:00.000Z';

/** Metadata as a test's events carry it. */
const testMetadata = (type: string): Record<string, unknown> => ({
  recordedAt: AT,
  shape: currentShape(type),
  actor: { username: 'test', role: 'system' },
  commandId: 'test',
});

/** An event to append in a test. */
export function newTestEvent(type: string, data: unknown): NewEvent {
  return { id: randomUUID(), type, data, metadata: testMetadata(type) };
}

/** An event of a stone that changes a row of both test projections. */
export const repriced = (totalCents: number): NewEvent =>
  newTestEvent('StoneRepriced', { costCents: 1, totalCents, effectiveAt: AT });

/** An event of a stone whose reason the test projections can be made to fail on. */
export const withdrawn = (reason: string): NewEvent =>
  newTestEvent('StoneWithdrawn', { reason, effectiveAt: AT });

/** An event of a cart, which no test projection reads. */
export const uncarted = (): NewEvent =>
  newTestEvent('StonesUncarted', { customerId: 1, parcelNames: ['A'], effectiveAt: AT });

/** An event store in memory for tests of projections: appending is immediate, positions have gaps as a real log's do. */
export type MemoryLog = EventStore & {
  /** Appends at the stream's end. */
  readonly add: (stream: string, ...events: readonly NewEvent[]) => Appended;
  /** Everything appended, in the order of the log. */
  readonly recorded: readonly RecordedEvent[];
};

const GAP = 7n;

/**
 * An empty log in memory, with an identity that takes no place in it. Of the event store's port it has what projections
 * use; the rest refuses.
 */
export function createMemoryLog(): MemoryLog {
  const identity: RecordedEvent = {
    ...newTestEvent('LogCreated', { logId: randomUUID() }),
    stream: LOG_STREAM,
    revision: 0n,
    position: 0n,
    storedAt: new Date(0),
  };
  const log: RecordedEvent[] = [];
  const listeners = new Set<() => void>();
  const revisions = new Map<string, bigint>();
  const recordedAfter = (position: bigint, count?: number): RecordedEvent[] => {
    const first = Number(position / GAP);
    return log.slice(first, count === undefined ? undefined : first + count);
  };

  const add = (stream: string, ...events: readonly NewEvent[]): Appended => {
    let revision = revisions.get(stream) ?? -1n;
    for (const event of events) {
      revision += 1n;
      // As a store would give it back: through JSON.
      log.push({
        ...event,
        data: JSON.parse(JSON.stringify(event.data)),
        stream,
        revision,
        position: BigInt(log.length + 1) * GAP,
        storedAt: new Date(0),
      });
    }
    revisions.set(stream, revision);
    for (const listener of listeners) listener();
    return { revision, position: BigInt(log.length) * GAP };
  };

  const wanted = (filter: EventFilter | undefined) => (event: RecordedEvent) =>
    !filter ||
    ('streamPrefixes' in filter
      ? filter.streamPrefixes.some((prefix) => event.stream.startsWith(prefix))
      : filter.typePrefixes.some((prefix) => event.type.startsWith(prefix)));

  async function* readAll({
    after = 0n,
    filter,
    maxCount = Number.POSITIVE_INFINITY,
  }: ReadAllOptions = {}): AsyncGenerator<RecordedEvent> {
    yield* recordedAfter(after).filter(wanted(filter)).slice(0, maxCount);
  }

  return {
    add,
    recorded: log,
    append: async (stream, _expected, events) => add(stream, ...events),
    async *readStream(stream, { from = 0n } = {}) {
      if (stream === LOG_STREAM) yield identity;
      yield* log.filter((event) => event.stream === stream && event.revision >= from);
    },
    readAll,
    headPosition: async () => BigInt(log.length) * GAP,
    endPosition: async () => BigInt(log.length) * GAP,
    async subscribeToAll({ after, filter, onEvents, onCaughtUp, maxBatch = 500, signal }) {
      let position = after;
      let caughtUp = false;
      while (!signal.aborted) {
        const next = recordedAfter(position, maxBatch);
        const batch = next.filter(wanted(filter));
        if (batch.length > 0) await onEvents(batch);
        if (next.length > 0) {
          position = next[next.length - 1]!.position;
          continue;
        }
        if (!caughtUp) {
          caughtUp = true;
          await onCaughtUp?.();
          continue;
        }
        await new Promise<void>((resolve) => {
          const go = (): void => {
            listeners.delete(go);
            signal.removeEventListener('abort', go);
            resolve();
          };
          listeners.add(go);
          signal.addEventListener('abort', go);
          // What came or was aborted between the look above and now must not be slept over.
          if (signal.aborted || (log[log.length - 1]?.position ?? 0n) > position) go();
        });
      }
    },
    close: async () => undefined,
  };
}

/** Freezes what `apply` is given, all the way down, so that a projection that changes its former state fails its tests. */
export function withFrozenStates(projection: AnyProjection): AnyProjection {
  return {
    ...projection,
    apply: (state, event, key) => projection.apply(deepFreeze(state), event, key),
    save: (tx, changed) => projection.save(tx, changed),
  };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/**
 * Brings projections to the end of the log without running the engine; makes their first builds. `projectionMigrations`
 * must have run.
 */
export async function projectForTests(
  pool: pg.Pool,
  events: EventStore,
  projections: readonly AnyProjection[],
  batchSize = 1_000,
): Promise<void> {
  const logId = await ensureLogIdentity({ events, clock: () => new Date(), newId: randomUUID });
  for (const projection of projections) {
    const build =
      (await liveBuild(pool, projection.name)) ??
      (await inTransaction(pool, 'begin', (client) => createBuild(client, projection, 'live', logId)));
    const writer = await openWriter(pool, withFrozenStates(projection), build);
    await bringTo(writer, await events.headPosition(), { events, batchSize });
    await inTransaction(pool, 'begin', (client) => indexBuild(client, projection, build));
  }
}
