import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import { stateIn } from '#services/platform/jobs/index.ts';
import { sample, worseWhenMore, type MetricSource } from '#services/platform/metrics/index.ts';
import { AWAITING_DECISION } from '../feed-runs/run-store.ts';
import { isFailing } from './source-store.ts';

const failing = worseWhenMore(
  'vitrine_feed_sources_failing',
  'Vendors whose scheduled feed could not be fetched when it was tried last.',
);
const waiting = worseWhenMore('vitrine_feed_runs_waiting', 'Scheduled feeds that wait for a person.');

/** Feeds that are fetched by themselves: failing ones, and waiting ones. */
export function feedSourceMetrics(db: Db): MetricSource {
  const families = [failing, waiting];
  return {
    families,
    always: families.map(({ name }) => ({ family: name, labels: {} })),
    async read() {
      const { rows } = await sql<{ failing: number; waiting: number }>`
        select (select count(*) from vitrine.feed_source where ${isFailing})::int as failing,
          (select count(*) from vitrine.feed_run
           where source = 'SCHEDULE' and ${stateIn(AWAITING_DECISION)})::int as waiting`.execute(db);
      const [counts] = rows;
      return [sample(failing.name, {}, counts?.failing ?? 0), sample(waiting.name, {}, counts?.waiting ?? 0)];
    },
  };
}
