import { leaseStates } from '#services/platform/leases/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { followingOf } from './lease-names.ts';
import type { AnyProjection } from './projection.ts';
import type { ProjectionsRunner } from './runner.ts';
import { LIVE_WITHIN_EVENTS, projectionStatus } from './status.ts';
import { stoppedSeconds } from './stopped.ts';

export type ReadModelsReadyOptions = {
  readonly db: Db;
  readonly events: EventStore;
  readonly projections: readonly AnyProjection[];
  /** The names of those that calls are answered from; what is made of the others says itself that it is old. */
  readonly needed?: readonly string[];
  /** Follows what it can of them in this process; left out where another process does. */
  readonly runner?: Pick<ProjectionsRunner, 'caughtUpIn'> | undefined;
};

/**
 * How long, in seconds, a read model may stand without a writer, or with one that cannot go on, before its readers stop
 * being ready: a change of hands.
 */
const UNFOLLOWED_S = 30;

/**
 * Asks whether questions can be answered from the read models: each is followed, by this process or another, is not
 * older than this program's version, and has once been seen at the log's end; one that no call is answered from may as
 * well be stopped or of an older version. From then on a longer backlog makes no
 * process unready, nor does a follower's end, or its being stopped by a failure, for half a minute; of those that no
 * call is answered from, however long.
 */
export function readModelsReady({
  db,
  events,
  projections,
  needed = projections.map(({ name }) => name),
  runner,
}: ReadModelsReadyOptions): () => Promise<boolean> {
  let once = false;

  async function forTheFirstTime(): Promise<boolean> {
    const [status, leases] = await Promise.all([projectionStatus(db, events, projections), leaseStates(db)]);
    return projections.every(({ name, version }) => {
      const one = status.find(({ id }) => id === name);
      // It may stand still, or be built anew, for long.
      if (!needed.includes(name) && one && (one.problem !== null || one.version < version)) return true;
      const here = runner?.caughtUpIn(name);
      if (here !== undefined) return here;
      return (
        // Stopped: also where there is no build yet.
        one !== undefined &&
        one.state !== 'stopped' &&
        one.version >= version &&
        one.lag < LIVE_WITHIN_EVENTS &&
        (leases.get(followingOf(name))?.holder ?? null) !== null
      );
    });
  }

  async function stillFollowed(): Promise<boolean> {
    const [leases, stopped] = await Promise.all([leaseStates(db), stoppedSeconds(db)]);
    return needed.every(
      (name) =>
        (leases.get(followingOf(name))?.silentSeconds ?? Infinity) < UNFOLLOWED_S &&
        (stopped.get(name) ?? 0) < UNFOLLOWED_S,
    );
  }

  return async () => {
    if (once) return stillFollowed();
    once = await forTheFirstTime();
    return once;
  };
}
