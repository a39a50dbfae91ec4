import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { sample, secondsSince, worseWhenMore, type MetricSource } from '#services/platform/metrics/index.ts';
import { stuckCount } from './outgoing/stuck-instructions.ts';
import { instanceStatus, suspenseCount } from './sync/suspense-list.ts';

const age = worseWhenMore(
  'vitrine_sync_age_seconds',
  "Time since an instance's documents were last read to their end; +Inf before the first time.",
);
const failingFor = worseWhenMore(
  'vitrine_sync_failing_seconds',
  'Time since when the sync of an instance has been failing; 0 when the last one went well.',
);
const suspense = worseWhenMore(
  'vitrine_suspense_documents',
  'Documents of the trading system that cannot be recorded yet.',
);
const oldestSuspense = worseWhenMore(
  'vitrine_suspense_oldest_seconds',
  'Age of the oldest document in suspense; 0 when there is none.',
);

const stuck = worseWhenMore(
  'vitrine_stuck_instructions',
  "Instructions' effects that the trading system has not taken, posted at least once.",
);
const oldestStuck = worseWhenMore(
  'vitrine_stuck_instructions_oldest_seconds',
  'Age of the oldest stuck instruction; 0 when there is none.',
);

/** How the sync with each instance of the trading system stands. */
export function syncMetrics({ db, clock }: { db: Db; clock: Clock }): MetricSource {
  return {
    families: [age, failingFor],
    always: [age, failingFor].flatMap(({ name }) =>
      DX_INSTANCES.map((instance) => ({ family: name, labels: { instance } })),
    ),
    async read() {
      const known = await instanceStatus(db);
      return DX_INSTANCES.flatMap((instance) => {
        const status = known.find((one) => one.instance === instance);
        return [
          sample(
            age.name,
            { instance },
            status?.readAt ? secondsSince(status.readAt, clock()) : Number.POSITIVE_INFINITY,
          ),
          sample(failingFor.name, { instance }, secondsSince(status?.failingSince, clock())),
        ];
      });
    },
  };
}

/** How many documents wait in suspense, and for how long. */
export function suspenseMetrics({ db, clock }: { db: Db; clock: Clock }): MetricSource {
  return {
    families: [suspense, oldestSuspense],
    always: [suspense, oldestSuspense].map(({ name }) => ({ family: name, labels: {} })),
    async read() {
      const { count, since } = await suspenseCount(db);
      return [
        sample(suspense.name, {}, count),
        sample(oldestSuspense.name, {}, secondsSince(since, clock())),
      ];
    },
  };
}

/** How many instructions' effects the trading system has not taken, and for how long (rule: Stuck instructions). */
export function stuckMetrics({ db, clock }: { db: Db; clock: Clock }): MetricSource {
  return {
    families: [stuck, oldestStuck],
    always: [stuck, oldestStuck].map(({ name }) => ({ family: name, labels: {} })),
    async read() {
      const { count, since } = await stuckCount(db);
      return [sample(stuck.name, {}, count), sample(oldestStuck.name, {}, secondsSince(since, clock()))];
    },
  };
}
