import type { ProjectionsRunner, AnyProjection } from '#projections/engine/index.ts';
import { readModelsReady } from '#projections/engine/index.ts';
import { ANSWERING_READ_MODELS } from '#services/freshness/index.ts';
import type { Reach } from '#services/platform/bus/index.ts';
import type { Config } from '#services/platform/config/index.ts';
import { databaseAnswers } from '#services/platform/database/index.ts';
import { waitingReactors } from '#services/platform/reactors/index.ts';
import type { Stores } from '#services/platform/stores/index.ts';
import type { Health } from './health-routes.ts';
import type { ReadinessChecks } from './readiness.ts';

/** Why other processes' notices do not arrive. */
const REACH = {
  connected: '',
  alone: 'NATS_URL is not set, and the read models are followed in another process.',
  away: 'NATS cannot be reached.',
} as const satisfies Record<Reach, string>;
export const PAGES_LOOK = 'Pages look every few seconds for what others do, and load everything again.';

export type ProcessHealth = Pick<Health, 'checks' | 'collect'> & {
  config: Config;
  stores: Stores;
  /** True while what the read models commit is announced in every process that this one's pages or others' need. */
  announced: () => boolean;
};

/** What a process reports of itself, from its very start. */
export const processHealth = ({ config, stores, announced, checks, collect }: ProcessHealth): Health => ({
  roles: [...config.roles],
  checks,
  collect,
  leads: stores.leases.held,
  degraded: () => (announced() ? {} : { liveChanges: `${REACH[stores.bus.reach()]} ${PAGES_LOOK}` }),
  waiting: async () =>
    Object.fromEntries(
      (await waitingReactors(stores.database.db)).map(({ reactor, reason }) => [
        `reactor ${reactor}`,
        reason,
      ]),
    ),
});

/** The checks that must pass before a process that has started is ready. */
export function readinessChecks(
  { roles }: Pick<Config, 'roles'>,
  { database: { db }, events }: Stores,
  projections: readonly AnyProjection[],
  runner: ProjectionsRunner | undefined,
  signal: AbortSignal,
): ReadinessChecks {
  const stores = {
    notStopping: async () => !signal.aborted,
    database: () => databaseAnswers(db),
    eventStore: () => events.headPosition().then(() => true),
  };
  return roles.has('api') || roles.has('projections')
    ? {
        ...stores,
        projections: readModelsReady({ db, events, projections, needed: ANSWERING_READ_MODELS, runner }),
      }
    : stores;
}
