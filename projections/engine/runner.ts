import type pg from 'pg';
import { createBell } from '#services/platform/bell.ts';
import { EventStoreRefused, type EventStore } from '#services/platform/event-store/index.ts';
import type { Lease, Leases } from '#services/platform/leases/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { repeatedFailures } from '#services/platform/repeated-failures.ts';
import { givingWayTo, type Traffic } from '#services/platform/traffic.ts';
import { bringTo } from './bring-to.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { createBuild, liveBuild, liveBuilds, type Build } from './builds.ts';
import { openWriter, type BuildWriter } from './build-writer.ts';
import type { EngineLog } from './engine-log.ts';
import { causeOf, Fenced } from './failures.ts';
import { followingOf } from './lease-names.ts';
import { leftToNewer } from './left-to-newer.ts';
import { createLiveGroup, type Committed } from './live-group.ts';
import type { Unfinished } from './log-reader.ts';
import { canGoOn, withZone } from './of-this-log.ts';
import type { Positions } from './positions.ts';
import type { AnyProjection } from './projection.ts';
import { createRetries } from './retry-under-lease.ts';
import { AlreadyRebuilding, BATCH_BESIDE_REQUESTS, rebuildProjection } from './rebuild.ts';
import { noteFollowed, noteStopped } from './stopped.ts';
import { inTransaction } from './transactions.ts';
import { whoseTurn } from './whose-turn.ts';

export type ProjectionsOptions = {
  /**
   * Pipelined. Best of its own, of eight connections or more: a rebuild holds two and needs a third to go on (one of this engine's
   * and one that somebody asked for may run at a time), the projections share the rest.
   */
  readonly pool: pg.Pool;
  /** With a limit of time, for what is asked twice a second: a standby must not wait for a server that is gone. */
  readonly looking: pg.Pool;
  /** Each projection is followed by the one process that has its lease. */
  readonly leases: Leases;
  /** Opens those of a copy; leases on `pool` when left out. */
  readonly copyLeases?: () => Leases;
  readonly events: EventStore;
  readonly projections: readonly AnyProjection[];
  readonly positions: Positions;
  /** After each commit into a live read model, never in a rebuild: for live changes. What it throws is logged. */
  readonly onCommitted?: (committed: Committed) => void;
  /** This process follows the projection from here on: what others committed before may not have been announced. */
  readonly onJoined?: (projection: string, position: bigint) => void;
  readonly log: EngineLog;
  /**
   * The commands under way in this process: their events wait for each other, some milliseconds at most, to be written in
   * one batch.
   */
  readonly unfinished?: Unfinished;
  /** The requests to this process, to which a rebuild gives way. */
  readonly traffic?: Traffic;
  /** Events in one transaction while catching up. */
  readonly batchSize?: number;
};

export type ProjectionsRunner = {
  /** True when every projection follows the log here and had reached its end; false on a standby. */
  readonly caughtUp: () => boolean;
  /** Whether this process had reached the log's end for a projection; undefined while it has not its lease. */
  readonly caughtUpIn: (projection: string) => boolean | undefined;
  /** Resolves after the batches under way; the leases are then free. */
  readonly stop: () => Promise<void>;
};

const DEFAULT_BATCH = 500;
const LOOK_AGAIN_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
// Passes in which one that is far behind comes near the others by itself before they wait for it.
const PASSES_BEFORE_JOINING = 3;

/**
 * Runs the projections until stopped (architecture: Projections). Each is followed by one process at a time,
 * by a lease; a standby takes over when the lease is free, also from a process whose follower had to stop. A projection
 * whose code is newer than its live build is rebuilt first.
 */
export function startProjections({
  pool,
  looking,
  leases,
  copyLeases,
  events,
  projections,
  positions,
  onCommitted,
  onJoined,
  log,
  unfinished,
  traffic,
  batchSize = DEFAULT_BATCH,
}: ProjectionsOptions): ProjectionsRunner {
  const stopping = new AbortController();
  const following = new Set<string>();
  const busy = new Map<string, Promise<void>>();
  /** Leases that are being given back. */
  const leaving = new Map<string, Promise<void>>();
  const backoff = new Map<string, { readonly until: number; readonly ms: number }>();
  // One rebuild after the other: each holds connections while it waits for more.
  const inTurn = oneAtATime<'rebuild'>();
  const held = new Map<string, Lease>();
  const retries = createRetries({ pool, events, log, signal: stopping.signal });
  const left = leftToNewer(log);
  let atEnd = false;
  /** Since when something is free that this process leaves to the one that has the foremost. */
  let standingBySince: number | undefined;
  /** Followers have come to the log's end, and their builds may still be noted as stopped. */
  let unnoted = false;
  /** Rings when there may be something to take up. */
  const bell = createBell();

  const group = createLiveGroup({
    pool,
    events,
    streams: [...new Set(projections.flatMap((projection) => projection.streams))],
    batchSize,
    onCommitted(committed) {
      positions.advanced(committed.projection, committed.position);
      backoff.delete(committed.projection);
      try {
        onCommitted?.(committed);
      } catch (error) {
        log.error(
          { err: error, projection: committed.projection },
          'a listener to committed projections failed',
        );
      }
    },
    onJoined(name, position) {
      following.add(name);
      onJoined?.(name, position);
    },
    onLeft(name, error) {
      following.delete(name);
      if (error instanceof Fenced)
        log.info({ projection: name }, 'the projection was moved on by another worker; looking again');
      else if (error !== null) holdOff(name, error);
      bell.ring();
    },
    onCaughtUp() {
      atEnd = true;
      unnoted = true;
      bell.ring();
    },
    onTrouble: (error, retryInMs) => log.warn({ err: error, retryInMs }, 'projections wait for a store'),
    unfinished,
  });

  /**
   * Tries it again later; meanwhile another process may, unless it only waits for a store. One that refuses this process
   * may not refuse another: their passwords can differ while one is changed.
   */
  function holdOff(name: string, error: unknown): void {
    const ms = Math.min((backoff.get(name)?.ms ?? LOOK_AGAIN_MS / 2) * 2, LONGEST_BACKOFF_MS);
    backoff.set(name, { until: performance.now() + ms, ms });
    log.error({ err: error, projection: name, retryInMs: ms }, 'the projection stopped');
    const lease = held.get(name);
    if (!lease || (causeOf(error) === 'passing' && !(error instanceof EventStoreRefused))) return;
    held.delete(name);
    const given = noteStopped(pool, name, lease, error)
      .catch((failed: unknown) =>
        log.warn({ err: failed, projection: name }, 'the projection is not shown as stopped'),
      )
      .then(lease.give)
      .finally(() => leaving.delete(name));
    leaving.set(name, given);
  }

  /** Takes the lease; false when another process has it. */
  async function takeLease(name: string): Promise<boolean> {
    const lease = await leases.take(followingOf(name));
    if (lease && lease !== held.get(name)) {
      held.set(name, lease);
      lease.lost.addEventListener('abort', () => leave(name), { once: true });
    }
    return lease !== null;
  }

  function leave(name: string): void {
    held.delete(name);
    following.delete(name);
    group.leave(name);
    bell.ring();
  }

  /**
   * Takes the projection's lease and its live build, making the first; null when another process has it or must, or
   * 'REPLACED' when an older build had to be replaced first. Throws NotOfThisLog, OfOtherZone.
   * @param seen the live build a moment ago
   */
  async function claim(
    projection: AnyProjection,
    seen: Build | undefined,
  ): Promise<Build | 'REPLACED' | null> {
    const { name, version } = projection;
    if (seen && seen.version > version) {
      await held.get(name)?.give();
      held.delete(name);
      return null;
    }
    if (seen && seen.version < version) {
      await canGoOn(pool, events, projection, seen);
      return (await replaceOlder(projection, seen)) ? 'REPLACED' : null;
    }
    if (!(await takeLease(name))) return null;
    const live = await liveBuild(pool, name);
    if (live) return withZone(pool, projection, await canGoOn(pool, events, projection, live));
    const logId = await logIdOf(events);
    return inTransaction(pool, 'begin', (client) => createBuild(client, projection, 'live', logId));
  }

  /** False when another process does it. */
  async function replaceOlder(projection: AnyProjection, older: Build): Promise<boolean> {
    try {
      const report = await inTurn('rebuild', async () => {
        stopping.signal.throwIfAborted();
        return rebuildProjection({
          pool,
          events,
          projection,
          batchSize: BATCH_BESIDE_REQUESTS,
          ...(copyLeases && { copyLeases }),
          ...(traffic && { giveWay: givingWayTo(traffic, stopping.signal) }),
          onBegun: () =>
            log.info(
              { projection: projection.name, from: older.version, to: projection.version },
              'rebuilding a projection whose version was raised',
            ),
          signal: stopping.signal,
          resume: true,
        });
      });
      log.info(
        { projection: projection.name, ...report, position: report.position.toString() },
        'the rebuilt projection is live',
      );
      return true;
    } catch (error) {
      if (!(error instanceof AlreadyRebuilding)) throw error;
      return false;
    }
  }

  /** Reads by itself what the group has already behind it. */
  async function comeNear(writer: BuildWriter): Promise<void> {
    for (let pass = 0; pass < PASSES_BEFORE_JOINING; pass += 1) {
      const until = group.position();
      if (until === null || writer.position() >= until) return;
      await bringTo(writer, until, {
        events,
        batchSize,
        signal: stopping.signal,
        onWritten: () => positions.advanced(writer.projection.name, writer.position()),
      });
    }
  }

  /** Whether to look again at once: false where another process has the projection, or it is tried again later. */
  async function attach(projection: AnyProjection, seen: Build | undefined): Promise<boolean> {
    try {
      const build = await claim(projection, seen);
      if (build === null || stopping.signal.aborted) return false;
      if (build === 'REPLACED') return true;
      const writer = await openWriter(pool, projection, build, ({ entry, reason }) =>
        log.error(
          {
            projection: projection.name,
            stream: entry.stream,
            eventType: entry.type,
            position: entry.position.toString(),
            reason,
          },
          'a stream is parked: an event of it could not be applied; correct the cause, then retry it',
        ),
      );
      positions.advanced(projection.name, writer.position());
      await comeNear(writer);
      await group.join(writer);
      const lease = held.get(projection.name);
      if (lease) retries.begin(projection, build, lease);
      else leave(projection.name);
      return true;
    } catch (error) {
      if (!stopping.signal.aborted) holdOff(projection.name, error);
      return false;
    }
  }

  /** Begins to attach a projection; `busy` holds what is under way. Never rejects. */
  function beginAttaching(projection: AnyProjection, seen: Build | undefined): Promise<void> {
    const attached = attach(projection, seen).then((lookAtOnce) => {
      busy.delete(projection.name);
      if (lookAtOnce) bell.ring();
    });
    busy.set(projection.name, attached);
    return attached;
  }

  async function look(): Promise<void> {
    if (unnoted) {
      unnoted = false;
      const leases = [...held].filter(([name]) => following.has(name));
      await noteFollowed(pool, looking, new Map(leases)).catch((error: unknown) => {
        unnoted = true;
        throw error;
      });
    }
    const missing = projections.filter(
      ({ name }) =>
        !following.has(name) &&
        !busy.has(name) &&
        !leaving.has(name) &&
        (backoff.get(name)?.until ?? 0) <= performance.now(),
    );
    if (missing.length === 0) return;
    const names = missing.map(({ name }) => name);
    const [builds, free] = await Promise.all([
      liveBuilds(looking, names),
      leases.free(names.map(followingOf)),
    ]);
    const isFree = ({ name }: AnyProjection): boolean => free.has(followingOf(name));
    for (const projection of missing) left.note(projection, builds.get(projection.name), isFree(projection));
    const turn = whoseTurn({
      missing,
      builds,
      isFree,
      follows: following.size > 0,
      standingBySince,
      now: performance.now(),
    });
    standingBySince = turn.standingBySince;
    for (const projection of turn.others) void beginAttaching(projection, builds.get(projection.name));
    for (const projection of turn.next) {
      const { name } = projection;
      const isFirst = following.size === 0;
      const attached = beginAttaching(projection, builds.get(name));
      // The foremost first: where it is, the group begins.
      if (isFirst) await attached;
      // Another process was quicker, and takes the others too.
      if (isFirst && following.size === 0 && !backoff.has(name)) return;
    }
  }

  async function run(): Promise<void> {
    // Once for as long as it is the same: it is tried again twice a second.
    const failures = repeatedFailures((message) =>
      log.warn({ retryInMs: LOOK_AGAIN_MS }, `projections wait for the database: ${message}`),
    );
    while (!stopping.signal.aborted) {
      try {
        await look();
        failures.over();
      } catch (error) {
        failures.note(error);
      }
      await bell.wait(LOOK_AGAIN_MS, stopping.signal);
    }
  }

  const running = run();

  return {
    caughtUpIn: (name) => (held.has(name) ? atEnd && following.has(name) : undefined),
    caughtUp: () => atEnd && projections.every(({ name }) => following.has(name)),
    async stop() {
      stopping.abort();
      bell.ring();
      await running;
      await Promise.all(busy.values());
      await retries.ended();
      await group.stop();
      await Promise.all(leaving.values());
      await Promise.all([...held.values()].map((lease) => lease.give()));
      held.clear();
      following.clear();
    },
  };
}
