import type pg from 'pg';
import { isDiskFull } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { openLeases, type Leases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import type { GiveWay } from '#services/platform/traffic.ts';
import {
  buildsOf,
  createBuild,
  dropBuild,
  indexBuild,
  liveBuild,
  schemaOf,
  tableNames,
  tablesOf,
  type Build,
} from './builds.ts';
import { bringTo } from './bring-to.ts';
import { openWriter, type BuildWriter } from './build-writer.ts';
import { compareWithLive, type Difference } from './compare.ts';
import { causeOf } from './failures.ts';
import { followingOf, rebuildingOf } from './lease-names.ts';
import { canGoOn, isOfZone, OfNewerVersion, problemOf } from './of-this-log.ts';
import type { AnyProjection } from './projection.ts';
import { inTransaction } from './transactions.ts';
import { dropViewsBefore, replaceViews } from './views.ts';

export type CopyOptions = {
  readonly pool: pg.Pool;
  readonly events: EventStore;
  readonly projection: AnyProjection;
  /** Opens leases of its own, so that two copies exclude each other in one process too; on `pool` when left out. */
  readonly copyLeases?: () => Leases;
  readonly batchSize?: number;
  /** Called once it is certain that no other process makes a copy. */
  readonly onBegun?: () => void;
  /** Called after each batch: the copy's position and the one it is heading for. */
  readonly onProgress?: (position: bigint, until: bigint) => void;
  /** Rests after a batch while the copy catches up, holding nothing; not when left out. */
  readonly giveWay?: GiveWay;
  /** Breaks it off; its copy is left where it stands, for one that resumes. */
  readonly signal?: AbortSignal;
  /**
   * Goes on with the copy of this version that a killed or broken-off rebuild left, or one that lost a store. Without it what was left is cleared
   * away, and the copy begins at the log's beginning.
   */
  readonly resume?: boolean;
};

/** `differences` is null when nothing comparable was live; `position` is where both were compared, or the flip was made. */
export type CopyReport = {
  readonly build: number;
  readonly position: bigint;
  readonly differences: readonly Difference[] | null;
  readonly parked: readonly string[];
};

/** Another rebuild or verification of the projection is under way. */
export class AlreadyRebuilding extends Error {
  override readonly name = 'AlreadyRebuilding';
  constructor(projection: string) {
    super(`a rebuild or verification of ${projection} is already running; wait for its end`);
  }
}

/**
 * Whether a rebuild failed only because the projection is another process' for now: one that rebuilds it, or a newer
 * program that follows it, as in an upgrade. Throws the database's errors.
 */
export async function isOthersTurn(
  error: unknown,
  projection: string,
  leases: Pick<Leases, 'free'>,
): Promise<boolean> {
  const following = followingOf(projection);
  return (
    error instanceof AlreadyRebuilding ||
    (error instanceof OfNewerVersion && !(await leases.free([following])).has(following))
  );
}

const DEFAULT_BATCH = 1_000;
/** Events a batch where requests are answered by the same process: each batch is folded without a pause. */
export const BATCH_BESIDE_REQUESTS = 200;
// A copy that came this near in its last pass (milliseconds) will not come nearer by another pass.
const SHORT_PASS_MS = 200;
const MOST_PASSES = 20;

/**
 * Rebuilds a projection beside the live one: the new build catches up in its own schema while the
 * live one goes on, and is indexed; where version and time zone are the same, all rows are compared at one log position; one transaction then
 * flips the views. The build before stays until the next rebuild. Where the live one was made from another log, neither
 * its rows nor its position count. Throws AlreadyRebuilding, and OfNewerVersion before anything is read.
 */
export async function rebuildProjection(asked: CopyOptions): Promise<CopyReport> {
  requireNotNewer(asked, await liveBuild(asked.pool, asked.projection.name));
  return withCopy(asked, 'keep', async (copy, options) => {
    await inTransaction(options.pool, 'begin', (client) =>
      indexBuild(client, options.projection, copy.build),
    );
    const live = await liveOfThisLog(options);
    const differences =
      live && isOfZone(options.projection, live)
        ? await compareWithLive(options.pool, copy.build, (position) => readTo(options, copy, position))
        : null;
    await inTransaction(options.pool, 'begin', async (client) => {
      await client.query(
        `update vitrine.projection_build set differences = $3 where name = $1 and build = $2`,
        [copy.build.name, copy.build.build, JSON.stringify(differences)],
      );
    });
    await flip(options, copy);
    return {
      build: copy.build.build,
      position: copy.position(),
      differences,
      parked: await parkedOf(options.pool, copy.build),
    };
  });
}

/**
 * Builds a throwaway copy and compares it row by row with the live build at the same log position; the live one is
 * not held up. Throws AlreadyRebuilding, NotOfThisLog, OfOtherZone, and Error when there is no live build of this version.
 */
export async function verifyProjection(asked: CopyOptions): Promise<CopyReport> {
  const { pool, projection } = asked;
  const live = await liveBuild(pool, projection.name);
  if (!live) throw new Error(`${projection.name} was never built: start the application first`);
  if (live.version !== projection.version)
    throw new Error(
      `${projection.name} is live in version ${live.version} and this program has ${projection.version}: rebuild it`,
    );
  await canGoOn(pool, asked.events, projection, live);
  return withCopy(asked, 'drop', async (copy, options) => {
    const differences = await compareWithLive(options.pool, copy.build, (position) =>
      readTo(options, copy, position),
    );
    const parked = await parkedOf(pool, copy.build);
    await inTransaction(pool, 'begin', (client) => dropBuild(client, copy.build));
    return { build: live.build, position: copy.position(), differences, parked };
  });
}

/**
 * Makes a copy under the rebuild's lease, after clearing what a killed rebuild left behind, or going on with it.
 * @param whenAway what becomes of the copy when a store was away: it can be gone on with
 */
async function withCopy<Result>(
  asked: CopyOptions,
  whenAway: 'keep' | 'drop',
  work: (copy: BuildWriter, options: CopyOptions) => Promise<Result>,
): Promise<Result> {
  const { pool, events, projection, resume = false, copyLeases = () => openLeases(pool) } = asked;
  const logId = await logIdOf(events);
  const lease = await copyLeases().take(rebuildingOf(projection.name));
  if (!lease) throw new AlreadyRebuilding(projection.name);
  const signal = asked.signal ? AbortSignal.any([asked.signal, lease.lost]) : lease.lost;
  const options = { ...asked, signal };
  try {
    asked.onBegun?.();
    await dropViewsBefore(pool);
    const build = await inTransaction(pool, 'begin', async (client) => {
      const left = (await buildsOf(client, projection.name)).filter(({ state }) => state === 'building');
      const fits = left.findLast((one) => one.version === projection.version && isOfZone(projection, one));
      const kept = resume && fits && (await problemOf(events, fits)) === null ? fits : undefined;
      for (const one of left) if (one !== kept) await dropBuild(client, one);
      return kept ?? createBuild(client, projection, 'building', logId);
    });
    const copy = await openWriter(pool, projection, build);
    try {
      await catchUp(options, copy);
      return await work(copy, options);
    } catch (error) {
      // A store that is away for a moment says nothing about the copy. On a full disk it is in the way of all others.
      const isAway = causeOf(error) === 'passing' && !isDiskFull(error);
      if (signal.aborted || (isAway && whenAway === 'keep')) throw error;
      await inTransaction(pool, 'begin', async (client) => {
        // The process that has taken the rebuild over goes on with this copy.
        if (!(await lease.holdsIn(client))) return;
        const left = (await buildsOf(client, projection.name)).find(
          (one) => one.build === build.build && one.state === 'building',
        );
        if (left) await dropBuild(client, left);
      });
      throw error;
    }
  } finally {
    await lease.give();
  }
}

/** Reads to where the live build is (the log's end when it is of another version), in passes that grow shorter. */
async function catchUp(options: CopyOptions, copy: BuildWriter): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const until = await targetOf(options);
    if (copy.position() >= until) break;
    const startedAt = performance.now();
    await readTo(options, copy, until, options.giveWay);
    if (performance.now() - startedAt < SHORT_PASS_MS) break;
  }
  // Questions come right after the flip; the planner should know the new tables by then.
  await inTransaction(options.pool, 'begin', async (client) => {
    for (const table of await tableNames(client, copy.build))
      await client.query(`analyze ${tablesOf(copy.build)(table)}`);
  });
}

function requireNotNewer({ projection }: Pick<CopyOptions, 'projection'>, live: Build | null): void {
  if (live && live.version > projection.version) throw new OfNewerVersion(projection, live.version);
}

async function targetOf(options: CopyOptions): Promise<bigint> {
  const live = await liveOfThisLog(options);
  if (live && live.version === options.projection.version) return live.position;
  const head = await options.events.headPosition();
  return newestPosition(head, live && live.position);
}

/** The live build; null when there is none, or its rows were made from another log. */
async function liveOfThisLog({ pool, events, projection }: CopyOptions): Promise<Build | null> {
  const live = await liveBuild(pool, projection.name);
  return live && (await problemOf(events, live)) === null ? live : null;
}

async function readTo(
  { events, batchSize, signal, onProgress }: CopyOptions,
  copy: BuildWriter,
  until: bigint,
  giveWay?: GiveWay,
): Promise<void> {
  await bringTo(copy, until, {
    events,
    batchSize: batchSize ?? DEFAULT_BATCH,
    signal,
    giveWay,
    onWritten: () => onProgress?.(copy.position(), until),
  });
}

/** Makes the copy live, at or after the position of the build of this log that it replaces: answers never go back. */
async function flip(options: CopyOptions, copy: BuildWriter): Promise<void> {
  const { pool, projection } = options;
  const { name, build } = copy.build;
  await inTransaction(pool, 'begin', async (client) => {
    await client.query(`set local lock_timeout = '10s'`);
    const live = await liveBuild(client, name, { lock: true });
    requireNotNewer(options, live);
    if (live && (await problemOf(options.events, live)) === null) await readTo(options, copy, live.position);
    for (const older of await buildsOf(client, name))
      if (older.state === 'superseded') await dropBuild(client, older);
    if (live)
      await client.query(
        `update vitrine.projection_build set state = 'superseded' where name = $1 and build = $2`,
        [name, live.build],
      );
    const flipped = await client.query(
      `update vitrine.projection_build set state = 'live'
       where name = $1 and build = $2 and state = 'building' and position = $3`,
      [name, build, copy.checkpoint()],
    );
    if (flipped.rowCount !== 1)
      throw new Error(
        `${schemaOf(copy.build)} was removed or lost rows while it was being built; rebuild again`,
      );
    await replaceViews(client, projection, tablesOf(copy.build), `${name}_${build}`);
  });
}

async function parkedOf(pool: pg.Pool, build: Build): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from vitrine.projection_parked where name = $1 and build = $2 order by stream',
    [build.name, build.build],
  );
  return rows.map((row) => row.stream);
}
