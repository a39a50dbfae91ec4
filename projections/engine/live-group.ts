import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { pause } from '#services/platform/pause.ts';
import { bringTo } from './bring-to.ts';
import type { BuildWriter } from './build-writer.ts';
import { indexBuild } from './builds.ts';
import { causeOf, Fenced } from './failures.ts';
import type { LogBatch } from './log-entries.ts';
import { followLog, type Unfinished } from './log-reader.ts';
import { problemOf } from './of-this-log.ts';
import { follow, isPlaceAt, makePlace, placeLost } from './places.ts';
import type { ProjectedEvent } from './projection.ts';
import { inTransaction } from './transactions.ts';
import { keepCheckpoints, writeTogether } from './write-together.ts';

/** What was committed into a live read model; `events` are those it applied, none when the batch did not concern it. */
export type Committed = {
  readonly projection: string;
  readonly position: bigint;
  readonly events: readonly ProjectedEvent[];
};

/** The live projections that follow the log together: one reader, each batch parsed once. */
export type LiveGroup = {
  /**
   * Takes a writer in. The group is where its foremost member is: one that is behind is brought there first; when one
   * is ahead, reading restarts at its place and the others are put out, to catch up by themselves and come back.
   */
  readonly join: (writer: BuildWriter) => Promise<void>;
  /** Where the group is; null while it is empty. */
  readonly position: () => bigint | null;
  readonly leave: (name: string) => void;
  /** Ends when the batch under way is written. */
  readonly stop: () => Promise<void>;
};

export type GroupOptions = {
  readonly pool: pg.Pool;
  readonly events: EventStore;
  /** Prefixes of the streams that any possible member reads. */
  readonly streams: readonly string[];
  readonly batchSize: number;
  readonly onCommitted: (committed: Committed) => void;
  /** The writer is a member from now on. */
  readonly onJoined: (name: string, position: bigint) => void;
  /** The writer was put out of the group: fenced, defective, the log cannot be read; null: to catch up and come back. */
  readonly onLeft: (name: string, error: unknown) => void;
  /** The members have come to the log's end; again when one more has. */
  readonly onCaughtUp: () => void;
  readonly onTrouble: (error: unknown, retryInMs: number) => void;
  readonly unfinished?: Unfinished | undefined;
};

/** Entries up to which all members write in one transaction; more are quicker written side by side. */
const AT_ONCE = 128;
/** How long checkpoints stay at most behind the place that their builds follow. */
const KEEP_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Makes an empty group. */
export function createLiveGroup({
  pool,
  events,
  streams,
  batchSize,
  onCommitted,
  onJoined,
  onLeft,
  onCaughtUp,
  onTrouble,
  unfinished,
}: GroupOptions): LiveGroup {
  const members = new Map<string, BuildWriter>();
  let reading: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  /** What ended the last reading; null while it goes on, and when it was stopped. */
  let whyEnded: unknown = null;
  let position = 0n;
  // Each reading has a place of its own.
  let placeId = '';
  let keeping: NodeJS.Timeout | undefined;
  let checkingPlace: Promise<unknown> | undefined;
  /** A batch is written, or a writer is taken in. */
  const inTurn = oneAtATime<'group'>();
  let caughtUp = false;
  // The connection was lost: the store that answers next may hold another log.
  let unsure = false;
  const indexed = new WeakSet<BuildWriter>();
  const stopping = new AbortController();
  pool.on('error', onConnectionLost);

  function putOut(name: string, error: unknown): void {
    if (!members.delete(name)) return;
    if (members.size === 0) reading?.stop.abort();
    onLeft(name, error);
  }

  /** False when the group was stopped before. One that has left since writes it again where it follows next. */
  async function writeOne(writer: BuildWriter, batch: LogBatch): Promise<boolean> {
    const { name } = writer.projection;
    return untilItPasses(name, async () => {
      if (members.get(name) !== writer) return;
      const applied = await writer.write(batch);
      onCommitted({ projection: name, position: writer.position(), events: applied });
    });
  }

  async function writeAll(writers: readonly BuildWriter[], batch: LogBatch): Promise<void> {
    const behind = new Set(writers.filter((writer) => writer.position() < batch.position));
    const written = await writeTogether(pool, writers, batch, { id: placeId, position });
    for (const writer of writers) {
      const { name } = writer.projection;
      const applied = written.get(writer);
      if (!applied) putOut(name, new Fenced(name, writer.position()));
      else if (behind.has(writer))
        onCommitted({ projection: name, position: writer.position(), events: applied });
    }
  }

  /**
   * False when something of it was refused, or Postgres was lost: each writer by itself then finds out what and whose.
   * Throws Fenced when the place is not where this group left it: then all begin again where their rows are.
   */
  async function writtenAtOnce(writers: readonly BuildWriter[], batch: LogBatch): Promise<boolean> {
    try {
      await writeAll(writers, batch);
      return true;
    } catch (error) {
      if (error instanceof Fenced) throw error;
      if (causeOf(error) === 'passing') onTrouble(error, 0);
      return false;
    }
  }

  /**
   * Repeats what a lost connection or a full disk stopped; puts a projection out for anything else. False when the group
   * was stopped first: then it was not done.
   */
  async function untilItPasses(name: string | null, work: () => Promise<void>): Promise<boolean> {
    for (
      let retryInMs = FIRST_RETRY_MS;
      !stopping.signal.aborted;
      retryInMs = Math.min(retryInMs * 2, LAST_RETRY_MS)
    ) {
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof Fenced || causeOf(error) !== 'passing') {
          if (name === null) throw error;
          putOut(name, error);
          return true;
        }
        onTrouble(error, retryInMs);
        await pause(retryInMs, stopping.signal);
      }
    }
    return false;
  }

  /** Makes what questions need in a build that has caught up for the first time. */
  async function index(writer: BuildWriter): Promise<void> {
    const { build, projection } = writer;
    if (build.indexed || indexed.has(writer)) return;
    await inTransaction(pool, 'begin', (client) => indexBuild(client, projection, build));
    indexed.add(writer);
  }

  /**
   * Throws NotOfThisLog when the store, reached again, holds another log than the one that is followed; false when the
   * group was stopped before that was known.
   */
  async function makeSure(): Promise<boolean> {
    if (!unsure) return true;
    return untilItPasses(null, async () => {
      const [member] = members.values();
      const problem = member && (await problemOf(events, { ...member.build, position }));
      if (problem) throw problem;
      unsure = false;
    });
  }

  async function atTheEnd(): Promise<void> {
    if (!(await makeSure())) return;
    for (const [name, writer] of members) await untilItPasses(name, () => index(writer));
    caughtUp = true;
  }

  async function writeBatch(batch: LogBatch): Promise<void> {
    if (stopping.signal.aborted || !(await makeSure())) return;
    const all = [...members.values()];
    const concerned = all.filter((writer) => writer.concernedBy(batch));
    if (batch.entries.length > AT_ONCE || !(await writtenAtOnce(all, batch))) {
      const written = await Promise.all(concerned.map((writer) => writeOne(writer, batch)));
      // The place comes last: each build that follows it must have got the batch. Stopped before that, all stays where
      // the rows are.
      if (!written.every(Boolean)) return;
      if (!(await untilItPasses(null, () => writeAll([...members.values()], batch)))) return;
    }
    position = batch.position;
    keepLater();
  }

  function keepLater(): void {
    keeping ??= setTimeout(() => {
      void inTurn('group', keep).catch((error: unknown) => {
        onTrouble(error, KEEP_MS);
        if (!stopping.signal.aborted) keepLater();
      });
    }, KEEP_MS).unref();
  }

  /** Moves the checkpoints of the projections that the new events did not concern. */
  async function keep(): Promise<void> {
    clearTimeout(keeping);
    keeping = undefined;
    const behind = [...members.values()].filter((writer) => writer.checkpoint() < position);
    if (behind.length === 0) return;
    const kept = await keepCheckpoints(pool, behind, position);
    for (const writer of behind)
      if (!kept.has(writer)) putOut(writer.projection.name, new Fenced(writer.projection.name, position));
  }

  /**
   * A Postgres that was killed comes back without the commits that were not on disk yet. Where no further event comes,
   * only its place shows that the last ones are gone.
   */
  function onConnectionLost(): void {
    checkingPlace ??= inTurn('group', () => untilItPasses(null, checkPlace))
      .catch((error: unknown) => putAllOut(error))
      .finally(() => {
        checkingPlace = undefined;
      });
  }

  async function checkPlace(): Promise<void> {
    if (members.size > 0 && !(await isPlaceAt(pool, { id: placeId, position }))) throw placeLost(position);
  }

  function putAllOut(error: unknown): void {
    for (const name of [...members.keys()]) putOut(name, error);
  }

  async function startReading(from: bigint): Promise<void> {
    const id = randomUUID();
    await makePlace(pool, { id, position: from });
    placeId = id;
    position = from;
    caughtUp = false;
    unsure = false;
    whyEnded = null;
    const stop = new AbortController();
    const ended = followLog({
      events,
      after: from,
      streams,
      batchSize,
      write: (batch) => inTurn('group', async () => (stop.signal.aborted ? undefined : writeBatch(batch))),
      async onCaughtUp() {
        await inTurn('group', atTheEnd);
        if (!stop.signal.aborted) onCaughtUp();
      },
      onDropped(error, retryInMs) {
        unsure = true;
        onTrouble(error, retryInMs);
      },
      unfinished,
      signal: AbortSignal.any([stop.signal, stopping.signal]),
    })
      .catch((error: unknown) => {
        if (!reading || reading.stop === stop) whyEnded = error;
        putAllOut(error);
      })
      .finally(() => {
        if (reading?.stop === stop) reading = undefined;
      });
    reading = { stop, ended };
  }

  return {
    position: () => (members.size > 0 ? position : null),
    join: (writer) =>
      inTurn('group', async () => {
        if (members.size === 0 || writer.position() > position) {
          putAllOut(null);
          reading?.stop.abort();
          await startReading(writer.position());
        } else {
          await bringTo(writer, position, { events, batchSize, signal: stopping.signal });
          if (caughtUp) await index(writer);
        }
        const { name } = writer.projection;
        const follows = await follow(pool, { id: placeId, position }, writer);
        members.set(name, writer);
        onJoined(name, writer.position());
        if (!follows) putOut(name, new Fenced(name, writer.checkpoint()));
        // It ended while the writer was still being taken in.
        else if (whyEnded !== null) putOut(name, whyEnded);
        else if (caughtUp) onCaughtUp();
      }),
    leave(name) {
      members.delete(name);
      if (members.size === 0) reading?.stop.abort();
    },
    async stop() {
      stopping.abort();
      pool.off('error', onConnectionLost);
      await reading?.ended;
      await inTurn('group', async () => undefined);
      // Without it they would only be read again from where they are.
      await keep().catch((error: unknown) => onTrouble(error, 0));
    },
  };
}
