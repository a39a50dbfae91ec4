import type pg from 'pg';
import type { ProjectionResource } from '#contracts/api/back-office.ts';
import { billRunCounts } from './billing/index.ts';
import { mailFigures } from './mail/index.ts';
import {
  jobFigures,
  natsFigures,
  poolFigures,
  projectionFigures,
  reachableFigures,
  rebuildCounts,
} from './operations/index.ts';
import type { Bus } from './platform/bus/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/index.ts';
import { databaseAnswers, type Db } from './platform/database/index.ts';
import type { EventStore } from './platform/event-store/index.ts';
import type { FigureSource } from './platform/figures/index.ts';
import { reactorFigures, type Reactor } from './platform/reactors/index.ts';
import { suspenseFigures, syncFigures, syncRunCounts } from './trading-system/index.ts';
import { repricingCounts } from './vendors/index.ts';

export type FigureDeps = {
  config: Pick<Config, 'natsUrl' | 'tradingSystemUrl'>;
  db: Db;
  events: EventStore;
  bus: Bus;
  clock: Clock;
  /** By what they are for. */
  pools: Readonly<Record<string, pg.Pool>>;
  projectionNames: readonly string[];
  projectionStatus: () => Promise<readonly Omit<ProjectionResource, 'rebuild'>[]>;
  /** All there are, also where this process does not run them. */
  reactors: readonly Reactor[];
};

/** Everything that GET /metrics measures; each store's own series stay there, and read bad, while it is away. */
export function figureSources(deps: FigureDeps): FigureSource[] {
  const { config, db, events, bus, clock, pools, projectionNames, projectionStatus, reactors } = deps;
  return [
    // First, so that the connections of the questions that follow are not in it.
    poolFigures(pools),
    reachableFigures('postgres', () => databaseAnswers(db)),
    reachableFigures('event_store', () => events.headPosition().then(() => true)),
    ...(config.natsUrl === undefined ? [] : [natsFigures(() => bus.reach() === 'connected')]),
    projectionFigures(projectionNames, projectionStatus),
    reactorFigures({ db, events, clock }, reactors),
    mailFigures({ db, clock }),
    jobFigures(clock, {
      'bill-run': () => billRunCounts(db),
      repricing: (now) => repricingCounts(db, now),
      rebuild: () => rebuildCounts(db),
      sync: () => syncRunCounts(db),
    }),
    ...(config.tradingSystemUrl === undefined ? [] : [syncFigures({ db, clock })]),
    suspenseFigures({ db, clock }),
  ];
}
