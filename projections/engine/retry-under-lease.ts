import type pg from 'pg';
import type { EventStore } from '#services/platform/event-store/index.ts';
import type { Lease } from '#services/platform/leases/index.ts';
import type { Build } from './builds.ts';
import type { EngineLog } from './engine-log.ts';
import type { AnyProjection } from './projection.ts';
import { retryParked } from './retry.ts';

/** What is parked is retried when a process begins to follow a projection. */
export type Retries = {
  /**
   * Retries what is parked, once under each lease and in each build: an older release may have followed the projection
   * until now, and have parked streams of events that this one can read. What cannot be applied stays parked. It goes on
   * beside what is followed, which many parked streams would hold up otherwise.
   */
  readonly begin: (projection: AnyProjection, build: Build, lease: Lease) => void;
  /** Resolves when none is under way. */
  readonly ended: () => Promise<void>;
};

/** Retries of one process; aborted, those under way break off. */
export function createRetries({
  pool,
  events,
  log,
  signal,
}: {
  pool: pg.Pool;
  events: EventStore;
  log: EngineLog;
  signal: AbortSignal;
}): Retries {
  /** In which build what others had parked was retried, by the lease under which it was. */
  const retried = new WeakMap<Lease, number>();
  const underWay = new Map<string, Promise<void>>();

  async function retry(projection: AnyProjection): Promise<void> {
    const streams = await retryParked({ pool, events, projection, signal });
    const flowing = streams.filter(({ parkedAgain }) => parkedAgain === null).length;
    if (flowing > 0)
      log.info(
        { projection: projection.name, streams: flowing },
        'parked streams flow again under this process',
      );
  }

  return {
    begin(projection, { build }, lease) {
      const { name } = projection;
      if (underWay.has(name) || retried.get(lease) === build) return;
      retried.set(lease, build);
      const ended = retry(projection)
        .catch((error: unknown) => {
          retried.delete(lease);
          log.warn({ err: error, projection: name }, 'parked streams could not be retried; retry them');
        })
        .finally(() => underWay.delete(name));
      underWay.set(name, ended);
    },
    async ended() {
      await Promise.all(underWay.values());
    },
  };
}
