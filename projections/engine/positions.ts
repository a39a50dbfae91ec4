import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db } from '#services/platform/database/index.ts';
import { repeatedFailures } from '#services/platform/repeated-failures.ts';
import { sharedRefresh } from '#services/platform/shared-refresh.ts';
import { BUILDS, REACHED } from './builds.ts';
import type { EngineLog } from './engine-log.ts';

// How often the checkpoints are looked up while somebody waits for one that another process moves (milliseconds).
const LOOK_UP_EVERY_MS = 20;
// How often the event store is asked for its log while read models are of another one (milliseconds).
const ASK_FOR_LOG_EVERY_MS = 1_000;
// How long a reader waits for that answer: where the event store is away, reads go on without it.
const WAIT_FOR_LOG_MS = 100;

/** Knows how far the live projections have come, in this process immediately and in others by polling. */
export type Positions = {
  /** The engine of this process has committed. */
  readonly advanced: (projection: string, position: bigint) => void;
  /**
   * True as soon as all named live projections are at or after the log position, false when they are not
   * after `timeoutMs` milliseconds (rule: Read your own writes). An unknown name never gets there.
   */
  readonly waitForPosition: (
    projections: readonly string[],
    position: bigint,
    timeoutMs: number,
  ) => Promise<boolean>;
  /**
   * Changes when rows may have changed though the log did not go on: after a rebuild or a retry. Belongs in the version
   * of every answer that is made of these projections.
   */
  readonly markOf: (projections: readonly string[]) => Promise<string>;
  /** The lowest checkpoint of the named live projections; 0n when one has none. */
  readonly positionOf: (projections: readonly string[]) => Promise<bigint>;
  /**
   * The same, with a word that changes with every checkpoint and mark of these read models (while it stays the same, so
   * do their answers), their marks, and the checkpoint of each.
   */
  readonly stateOf: (projections: readonly string[]) => Promise<{
    readonly position: bigint;
    readonly state: string;
    readonly mark: string;
    readonly places: ReadonlyMap<string, bigint>;
  }>;
};

/** `markOf` as a part of a larger question. */
export const markNow = (projections: readonly string[]): RawBuilder<string> => sql<string>`(
  select coalesce(string_agg(name || ' ' || build || ' ' || generation, ', ' order by name), '')
  from vitrine.projection_build where state = 'live' and name = any(${[...projections]}))`;

type LiveBuild = { name: string; build: number; position: string; mark: string };

type Waiter = {
  readonly projections: readonly string[];
  readonly position: bigint;
  readonly settle: (reached: boolean) => void;
  readonly fail: (error: unknown) => void;
};

/** How a process learns that the log was changed beside it. */
type LogAsked = {
  /** The log that the event store holds now; may reject, and may take its time. */
  readonly readLogId: () => Promise<string>;
  readonly log: Pick<EngineLog, 'warn'>;
};

/**
 * One for a process; the engine, when it runs in it, and all readers share it.
 * @param logIdAtStart the log that positions are places in: a read model made from another one counts as never there
 * @param pools the process' connections to Postgres, where it lives on when Postgres is killed
 * @param asking asked when a read model that somebody reads is of another log, as the log may have been changed beside a
 *   process that goes on; without it the log stays the same
 */
export function createPositions(
  db: Db,
  logIdAtStart: string,
  pools: readonly pg.Pool[] = [],
  asking?: LogAsked,
): Positions {
  let logId = logIdAtStart;
  let askedForLogAt = -Infinity;
  let isAskingForLog = false;
  const unanswered = repeatedFailures((message) =>
    asking?.log.warn(
      {},
      `read models of another log count as never there; the event store was asked: ${message}`,
    ),
  );
  /** What was read here: other read models may be of another log for good, as those that no program has now. */
  const readHere = new Set<string>();
  const known = new Map<string, bigint>();
  // The build that a position was looked up of: one made from a restored, older log is behind the one before it.
  const builds = new Map<string, number>();
  const waiters = new Set<Waiter>();
  /** Moved on by the engine of this process, which will say so when it moves them on again. */
  const movedHere = new Set<string>();
  let looking = false;
  // A Postgres that was killed may have lost its last commits: positions known before are looked up again.
  for (const pool of pools)
    pool.on('remove', () => {
      known.clear();
      movedHere.clear();
    });

  /** Where the event store holds another log than before, its places are the ones that count from now on. */
  async function takeOverLog({ readLogId }: LogAsked): Promise<void> {
    isAskingForLog = true;
    askedForLogAt = performance.now();
    try {
      const now = await readLogId();
      unanswered.over();
      if (now === logId) return;
      logId = now;
      known.clear();
      builds.clear();
      movedHere.clear();
    } catch (error) {
      unanswered.note(error);
    } finally {
      isAskingForLog = false;
    }
  }

  /** Resolves when the event store has answered, or soon; its answer counts whenever it comes. */
  async function askForLog(): Promise<void> {
    if (!asking || isAskingForLog || performance.now() - askedForLogAt < ASK_FOR_LOG_EVERY_MS) return;
    await Promise.race([takeOverLog(asking), sleep(WAIT_FOR_LOG_MS, undefined, { ref: false })]);
  }

  const reached = (projections: readonly string[], position: bigint): boolean =>
    projections.every((name) => (known.get(name) ?? -1n) >= position);

  function wakeWaiters(): void {
    for (const waiter of waiters) if (reached(waiter.projections, waiter.position)) waiter.settle(true);
  }

  async function lookUp(): Promise<readonly LiveBuild[]> {
    const { rows: live } = await sql<LiveBuild & { logId: string | null }>`
      select b.name, b.build, ${sql.raw(REACHED)}::text as position, b.build || ' ' || b.generation as mark,
        b.log_id as "logId"
      from ${sql.raw(BUILDS)} where b.state = 'live'`.execute(db);
    const isOfLog = (row: { logId: string | null }): boolean => row.logId === null || row.logId === logId;
    if (live.some((row) => readHere.has(row.name) && !isOfLog(row))) await askForLog();
    const rows = live.filter(isOfLog);
    for (const row of rows) {
      const position = BigInt(row.position);
      // An older snapshot may be looked at after a newer one; a build's checkpoint itself never goes back.
      const isNew = row.build > (builds.get(row.name) ?? 0);
      if (isNew || position > (known.get(row.name) ?? -1n)) known.set(row.name, position);
      if (isNew) builds.set(row.name, row.build);
    }
    wakeWaiters();
    return rows;
  }

  const lookedUp = sharedRefresh(lookUp);

  const noteRead = (projections: readonly string[]): void =>
    projections.forEach((name) => readHere.add(name));

  const lowest = (projections: readonly string[]): bigint =>
    projections
      .map((name) => known.get(name) ?? 0n)
      .reduce((least, position) => (position < least ? position : least));

  async function lookWhileAwaited(): Promise<void> {
    if (looking) return;
    looking = true;
    const heardOf = [...waiters].every((waiter) => waiter.projections.every((name) => movedHere.has(name)));
    try {
      if (heardOf) await nextLook();
      while (waiters.size > 0) {
        await lookUp();
        if (waiters.size > 0) await nextLook();
      }
    } catch (error) {
      for (const waiter of waiters) waiter.fail(error);
    } finally {
      looking = false;
    }
  }

  return {
    advanced(projection, position) {
      known.set(projection, position);
      movedHere.add(projection);
      if (waiters.size > 0) wakeWaiters();
    },
    async waitForPosition(projections, position, timeoutMs) {
      if (reached(projections, position)) return true;
      noteRead(projections);
      return new Promise<boolean>((resolve, reject) => {
        const ended = (settle: () => void): void => {
          waiters.delete(waiter);
          clearTimeout(timer);
          settle();
        };
        const waiter: Waiter = {
          projections,
          position,
          settle: (result) => ended(() => resolve(result)),
          fail: (error) => ended(() => reject(error)),
        };
        const timer = setTimeout(() => waiter.settle(false), timeoutMs);
        waiters.add(waiter);
        void lookWhileAwaited();
      });
    },
    async markOf(projections) {
      const { mark } = await db.selectNoFrom(markNow(projections).as('mark')).executeTakeFirstOrThrow();
      return mark;
    },
    async positionOf(projections) {
      noteRead(projections);
      await lookUp();
      return lowest(projections);
    },
    async stateOf(projections) {
      noteRead(projections);
      const builds = await lookedUp();
      const mark = projections.map((name) => builds.find((build) => build.name === name)?.mark).join(', ');
      const places = new Map(projections.map((name) => [name, known.get(name) ?? 0n]));
      return {
        position: lowest(projections),
        state: `${[...places.values()].join(' ')}, ${mark}`,
        mark,
        places,
      };
    },
  };
}

const nextLook = (): Promise<void> => sleep(LOOK_UP_EVERY_MS);
