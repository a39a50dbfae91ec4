import type pg from 'pg';
import type { ProjectionStatus } from '#projections/engine/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import {
  sample,
  secondsSince,
  worseWhenMore,
  yesOrNo,
  type Family,
  type MetricSource,
  type Labels,
  type Measured,
} from '#services/platform/metrics/index.ts';
import type { JobCounts } from '#services/platform/jobs/index.ts';

const unknownWhileAway = (name: string, help: string): Family => ({ name, help, unknown: Number.NaN });
const position = unknownWhileAway('vitrine_projection_position', 'Log position reached by the live build.');
const head = unknownWhileAway('vitrine_log_head_position', 'Position of the newest event.');
const lag = worseWhenMore('vitrine_projection_lag_events', 'Events still to be read; an estimate.');
const parked = worseWhenMore(
  'vitrine_projection_parked_streams',
  'Streams with an event that could not be applied.',
);
const live = yesOrNo('vitrine_projection_live', '1 when a process follows the log for it.');

/** How far the projections are. */
export function projectionMetrics(
  names: readonly string[],
  read: () => Promise<readonly ProjectionStatus[]>,
): MetricSource {
  const each = [position, lag, parked, live];
  return {
    families: [...each, head],
    always: [
      ...each.flatMap(({ name }) => names.map((projection) => ({ family: name, labels: { projection } }))),
      { family: head.name, labels: {} },
    ],
    async read() {
      const all = await read();
      return [
        ...all.flatMap((one) => {
          const labels = { projection: one.id };
          return [
            sample(position.name, labels, Number(one.position)),
            sample(lag.name, labels, one.lag),
            sample(parked.name, labels, one.parked.length),
            sample(live.name, labels, one.isFollowed ? 1 : 0),
          ];
        }),
        ...all.slice(0, 1).map((one) => sample(head.name, {}, Number(one.head))),
      ];
    },
  };
}

const reachable = yesOrNo('vitrine_store_reachable', '1 when the store answers.');

/** Whether a store answers; `asks` rejects, gives false or hangs when it does not. */
export function reachableMetrics(store: string, asks: () => Promise<boolean>): MetricSource {
  return {
    families: [reachable],
    always: [{ family: reachable.name, labels: { store } }],
    read: async () => [sample(reachable.name, { store }, (await asks()) ? 1 : 0)],
  };
}

const connected = yesOrNo('vitrine_nats_connected', '1 while connected to NATS.');

/** Whether the change notices reach other processes. */
export function natsMetrics(isConnected: () => boolean): MetricSource {
  return {
    families: [connected],
    always: [],
    read: async () => [sample(connected.name, {}, isConnected() ? 1 : 0)],
  };
}

const inUse = worseWhenMore('vitrine_database_connections_in_use', 'Connections to Postgres that are lent.');
const most = worseWhenMore('vitrine_database_connections_max', 'Most connections of the pool.');
const waiting = worseWhenMore(
  'vitrine_database_connections_waiting',
  'Pieces of work that wait for a connection of the pool.',
);

/** The pools of connections to Postgres of this process, by what they are for. */
export function poolMetrics(pools: Readonly<Record<string, pg.Pool>>): MetricSource {
  return {
    families: [inUse, most, waiting],
    always: [],
    read: async () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount, options }]) => [
        sample(inUse.name, { pool }, totalCount - idleCount),
        sample(most.name, { pool }, options.max),
        sample(waiting.name, { pool }, waitingCount),
      ]),
  };
}

const open = worseWhenMore('vitrine_jobs_open', 'Jobs asked for and not ended.');
const oldest = worseWhenMore(
  'vitrine_jobs_oldest_seconds',
  'Age of the oldest open job; 0 when none is open.',
);
const failed = unknownWhileAway(
  'vitrine_jobs_failed',
  'Jobs that have ended without success and are still kept: it falls when old ones are removed.',
);

/** The jobs by their kind. */
export function jobMetrics(
  clock: Clock,
  kinds: Readonly<Record<string, (now: Date) => Promise<JobCounts>>>,
): MetricSource {
  const families = [open, oldest, failed];
  return {
    families,
    always: families.flatMap(({ name }) =>
      Object.keys(kinds).map((job) => ({ family: name, labels: { job } })),
    ),
    async read() {
      const now = clock();
      const samples = await Promise.all(
        Object.entries(kinds).map(async ([job, count]) => {
          const counts = await count(now);
          return [
            sample(open.name, { job }, counts.open),
            sample(oldest.name, { job }, secondsSince(counts.oldest, now)),
            sample(failed.name, { job }, counts.failed),
          ];
        }),
      );
      return samples.flat();
    },
  };
}

/**
 * What this process knows of itself, without a question.
 * @param degraded what works less well than it should
 * @param leads the leases that the process asks for: whether it holds them
 * @param delaySeconds the 99th percentile of the event loop's delay
 */
export function processMetrics(
  degraded: Readonly<Record<string, string>>,
  leads: ReadonlyMap<string, boolean>,
  delaySeconds: number,
): Measured[] {
  const { rss, heapUsed } = process.memoryUsage();
  const gauge = (name: string, help: string, ...values: [value: number, labels?: Labels][]): Measured => ({
    family: unknownWhileAway(name, help),
    samples: values.map(([value, labels = {}]) => sample(name, labels, value)),
  });
  return [
    gauge('vitrine_degraded', '1: it works less well than it should; /readyz says why.', [
      'liveChanges' in degraded ? 1 : 0,
      { what: 'liveChanges' },
    ]),
    gauge(
      'vitrine_lease_held',
      '1 when this process does what one process at a time does, 0 when it stands by.',
      ...[...leads].map(([lease, held]): [number, Labels] => [held ? 1 : 0, { lease }]),
    ),
    gauge('process_resident_memory_bytes', 'Resident memory.', [rss]),
    gauge('nodejs_heap_size_used_bytes', 'Heap in use.', [heapUsed]),
    gauge('process_uptime_seconds', 'Time since the start.', [process.uptime()]),
    gauge(
      'nodejs_eventloop_delay_p99_seconds',
      "99th percentile of the event loop's delay since the last time it was asked.",
      [delaySeconds],
    ),
  ];
}
