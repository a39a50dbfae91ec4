import { HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import type { Clock } from '#services/platform/clock.ts';
import { forgetOldKeys, forgetOldSnapshots } from '#services/platform/commands/index.ts';
import { isDiskFull, type Db } from '#services/platform/database/index.ts';
import type { JobTools } from '#services/platform/jobs/index.ts';
import { alwaysUnderLease } from '#services/platform/leases/index.ts';
import { pause } from '#services/platform/pause.ts';
import { noteEnd, noteStart, openRebuilds, type OpenRebuild } from './rebuild-jobs.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';

export type UpkeepOptions = JobTools & {
  db: Db;
  clock: Clock;
  /**
   * Rebuilds a projection, going on with the copy that an earlier attempt left when `resumed`; rejects when it
   * fails or the signal is aborted.
   */
  rebuild: (projection: string, how: { resumed: boolean; signal: AbortSignal }) => Promise<unknown>;
  /**
   * True when the failure only means that it is not its turn: a rebuild from the command line is under way, or a newer
   * program has the projection, which carries the request out once the upkeep is its own.
   */
  isBusy: (error: unknown, projection: string) => Promise<boolean>;
  /** The names of all folds whose snapshots are kept; those of others are forgotten. */
  folds: readonly string[];
  /** Finishes what killed processes have left half done of commands on several streams; throws what it could not. */
  finishLeft?: () => Promise<void>;
  /** Each forgets some more of what is too old; gives how much, 0 when nothing is left. */
  forgetOld?: readonly (() => Promise<number>)[];
  /** What the tests shorten, in milliseconds. */
  pace?: { lookEveryMs: number; againAfterMs: number };
};

const PACE = { lookEveryMs: 30_000, againAfterMs: 5_000 };
const TRIM_EVERY_MS = HOUR_MS;
/** A rebuild that fails as often, though no process ended and no store was away, is given up. */
const MOST_FAILURES = 3;

/**
 * The house-keeping of the stores until the signal is aborted, in one process at a time: carries out the
 * rebuilds that administrators asked for, one after the other, finishes what killed processes left, and
 * forgets old idempotency keys and what else is too old every hour, and at its start the snapshots of folds that there
 * are no longer. A rebuild whose process was killed or stopped is taken up by the next one where its copy stands
 * (architecture: Projections).
 */
export async function runUpkeep(options: UpkeepOptions): Promise<void> {
  const { leases, log, signal } = options;
  await alwaysUnderLease({ leases, name: 'upkeep', log, signal }, (held) => whileHeld(options, held));
}

async function whileHeld(options: UpkeepOptions, signal: AbortSignal): Promise<void> {
  const { db, clock, work, pace = PACE, finishLeft, forgetOld = [] } = options;
  const failures = new Map<number, number>();
  let trimAt = clock().getTime();
  await forgetOldSnapshots(db, options.folds);
  while (!signal.aborted) {
    if (clock().getTime() >= trimAt) {
      for (const forget of [() => forgetOldKeys({ db, clock }), ...forgetOld])
        await besides(options, signal, async () => {
          while ((await forget()) > 0) signal.throwIfAborted();
        });
      trimAt = clock().getTime() + TRIM_EVERY_MS;
    }
    if (finishLeft) await besides(options, signal, finishLeft);
    let wellDone = true;
    for (const job of await openRebuilds(db)) {
      if (signal.aborted) return;
      wellDone = (await workOff(options, job, signal, failures)) && wellDone;
    }
    if (wellDone) await work.until('rebuilds', pace.lookEveryMs, signal);
    else await pause(pace.againAfterMs, signal);
  }
}

/** A chore that fails, also because the files are away, holds up none of the others; it is done again at its next time. */
async function besides(
  { log }: UpkeepOptions,
  signal: AbortSignal,
  chore: () => Promise<void>,
): Promise<void> {
  try {
    await chore();
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(`the upkeep failed at one of its chores: ${messageOf(error)}`);
  }
}

/** One rebuild; true when it needs no further attempt. */
async function workOff(
  { db, clock, log, rebuild, isBusy }: UpkeepOptions,
  { id, projection, started, attempts }: OpenRebuild,
  signal: AbortSignal,
  failures: Map<number, number>,
): Promise<boolean> {
  if (!(await noteStart(db, id, clock()))) return true;
  log.info(
    started
      ? `the rebuild of ${projection} is taken up again (attempt ${attempts + 1})`
      : `${projection} is being rebuilt`,
  );
  try {
    await rebuild(projection, { resumed: started, signal });
  } catch (error) {
    // Broken off: it stays open for the next process.
    if (signal.aborted) return false;
    // A full disk may be the copy's own doing: it is not tried for ever.
    const isOwn = !(await isBusy(error, projection)) && (!isStoreAway(error) || isDiskFull(error));
    const failed = (failures.get(id) ?? 0) + (isOwn ? 1 : 0);
    failures.set(id, failed);
    const givenUp = failed >= MOST_FAILURES;
    await noteEnd(db, id, { now: clock(), failure: messageOf(error), givenUp });
    log.warn(
      `the rebuild of ${projection} failed${givenUp ? '' : ' and is tried again'}: ${messageOf(error)}`,
    );
    return givenUp;
  }
  await noteEnd(db, id, { now: clock(), failure: null, givenUp: false });
  log.info(`${projection} was rebuilt`);
  return true;
}
