import { sql } from 'kysely';
import type { ProjectionResource } from '#contracts/api/back-office.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { leaseStates } from '#services/platform/leases/index.ts';
import { readLog, checkpointProblem } from '#services/platform/log-identity.ts';
import { BUILDS, REACHED } from './builds.ts';
import { followingOf, rebuildingOf } from './lease-names.ts';
import { NotOfThisLog, OfNewerVersion } from './of-this-log.ts';
import { parkedStreams } from './parked.ts';
import type { AnyProjection } from './projection.ts';
import { standsStill } from './stopped.ts';

// Fewer events behind than this is the ordinary work of a moment.
export const LIVE_WITHIN_EVENTS = 1_000;
// A defect in a projection can park every stream; a page needs the first of them.
const MOST_PARKED = 200;

type BuildRow = {
  name: string;
  version: number;
  state: string;
  position: string;
  log_id: string | null;
  events: string;
  updated_at: Date | null;
  stopped_why: string | null;
};

/** `isFollowed`: some process follows the log for its live build, whatever is rebuilt beside it. */
export type ProjectionStatus = Omit<ProjectionResource, 'rebuild'> & { isFollowed: boolean };

/**
 * How far each projection has come, in the back office's shape (architecture: Projections). Reads the stores
 * only: it works in a process that runs no projections. The lag in events is estimated from how densely
 * events lie in the log so far; of the parked streams the first 200 are named.
 */
export async function projectionStatus(
  db: Db,
  events: EventStore,
  projections: readonly AnyProjection[],
): Promise<ProjectionStatus[]> {
  const [{ rows }, parked, leases] = await Promise.all([readBuilds(db), parkedStreams(db), leaseStates(db)]);
  const isHeld = (lease: string): boolean => (leases.get(lease)?.holder ?? null) !== null;
  // After the checkpoints: one that moves on meanwhile would seem to lie beyond the end.
  const [log, head] = await Promise.all([readLog(events), events.headPosition()]);
  return projections.map((projection) => {
    const { name, version } = projection;
    const live = rows.find((row) => row.name === name && row.state === 'live');
    const copy = rows.find(
      (row) => row.name === name && row.state === 'building' && isHeld(rebuildingOf(name)),
    );
    const position = BigInt(live?.position ?? 0);
    const lag = lagOf(position, head, BigInt(live?.events ?? 0));
    const why = live ? checkpointProblem({ logId: live.log_id, position }, log) : null;
    // While a newer program follows it, as in an upgrade, nothing is wrong.
    const isLeft = live !== undefined && live.version > version && !isHeld(followingOf(name));
    const problem =
      why !== null
        ? new NotOfThisLog(name, why).message
        : isLeft
          ? new OfNewerVersion(projection, live.version).message
          : (live?.stopped_why ?? null);
    const isFollowed = live !== undefined && problem === null && isHeld(followingOf(name));
    return {
      id: name,
      version: live?.version ?? version,
      position: position.toString(),
      head: head.toString(),
      lag,
      updatedAt: live?.updated_at?.toISOString() ?? null,
      state: copy
        ? 'rebuilding'
        : !isFollowed
          ? 'stopped'
          : lag < LIVE_WITHIN_EVENTS
            ? 'live'
            : 'catching up',
      isFollowed,
      problem,
      progress: copy ? shareOf(BigInt(copy.position), head) : null,
      parked: parked
        .filter((one) => one.projection === name)
        .slice(0, MOST_PARKED)
        .map((one) => ({
          stream: one.stream,
          position: one.position.toString(),
          reason: one.reason,
          since: one.since.toISOString(),
        })),
    };
  });
}

async function readBuilds(db: Db): Promise<{ rows: BuildRow[] }> {
  return sql<BuildRow>`
    select b.name, b.version, b.state, ${sql.raw(REACHED)}::text as position, b.log_id, b.events::text as events,
      greatest(b.updated_at, p.updated_at) as updated_at,
      case when ${sql.raw(standsStill('b'))} then b.stopped_why end as stopped_why
    from ${sql.raw(BUILDS)}`.execute(db);
}

function lagOf(position: bigint, head: bigint, eventsRead: bigint): number {
  if (position >= head) return 0;
  const distance = head - position;
  if (position === 0n || eventsRead === 0n) return Number(distance);
  return Math.max(1, Number((distance * eventsRead) / position));
}

function shareOf(position: bigint, head: bigint): number {
  if (head === 0n) return 1;
  return Math.min(1, Number((position * 1000n) / head) / 1000);
}
