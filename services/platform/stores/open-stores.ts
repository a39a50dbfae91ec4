import { openBus, type Bus, type OnProblem } from '../bus/index.ts';
import type { Config } from '../config/index.ts';
import { connectDatabase, connectionName, oncePerLoss, type Database } from '../database/index.ts';
import { connectEventStore, type EventStore } from '../event-store/index.ts';
import { openLeases, type Leases } from '../leases/index.ts';
import type { ProcessLog } from '../process-log.ts';
import { listenForWork, type WorkNotices } from '../work-notices/index.ts';

/**
 * How long, in milliseconds, a request, a reaction or a job waits for one statement of Postgres or a free connection.
 */
const ANSWER_WITHIN_MS = 10_000;

/** One for the heartbeat, one for taking leases. */
const LEASE_CONNECTIONS = 2;
const LEASE_PATIENCE_MS = 3_000;

/** What a process keeps its data in, and what connects it to other processes. */
export type Stores = {
  /** For requests, reactors and jobs. */
  database: Database;
  /** Connections of their own, so that a rebuild or a long catch-up takes none away from requests. */
  projecting: Database;
  /** So that no heartbeat waits for a free connection or a slow answer. */
  leasing: Database;
  leases: Leases;
  /** Opens those of a copy of a read model, which excludes another copy in the same process too. */
  copyLeases: () => Leases;
  work: WorkNotices;
  events: EventStore;
  bus: Bus;
  close(): Promise<void>;
};

/** Opens the stores without waiting for a connection. */
export function openStores(config: Config, log: ProcessLog, onProblem: OnProblem): Stores {
  const name = connectionName();
  const onError = oncePerLoss(({ message }) =>
    log.warn(`Postgres was lost (${message}); what needs it fails until it is back.`),
  );
  const database = connectDatabase(config.databaseUrl, {
    name,
    max: config.databaseConnections,
    answerWithinMs: ANSWER_WITHIN_MS,
    onError,
  });
  const projecting = connectDatabase(config.databaseUrl, {
    name,
    max: config.projectionConnections,
    pipeline: true,
    onError,
  });
  const leasing = connectDatabase(config.databaseUrl, {
    name,
    max: LEASE_CONNECTIONS,
    answerWithinMs: LEASE_PATIENCE_MS,
  });
  // What the projections wait for has no limit, and would hold the next leases' work up.
  const leaseOptions = { log, onSilence: projecting.cut };
  const leases = openLeases(leasing.pool, leaseOptions);
  const work = listenForWork(config.databaseUrl, { name, onLost: onError });
  const events = connectEventStore({ connectionString: config.eventStoreUrl });
  const bus = openBus({ natsUrl: config.natsUrl, onProblem, onBack: log.info });
  return {
    database,
    projecting,
    leasing,
    leases,
    copyLeases: () => openLeases(leasing.pool, leaseOptions),
    work,
    events,
    bus,
    async close() {
      await bus.close();
      await events.close();
      await work.close();
      await leases.close();
      await leasing.close();
      await projecting.close();
      await database.close();
    },
  };
}
