import { startApplication } from '#services/application.ts';
import { readConfig } from '#services/platform/config/index.ts';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { testContext } from '#tests/support/small-world.ts';
import type { BenchEnvironment } from './bench-row.ts';

/**
 * The whole application in this process over the bench's stores, on a free port; only errors are logged.
 * @param more further environment variables
 */
export function startedApplication(
  { databaseUrl, eventStoreUrl }: BenchEnvironment,
  more: Readonly<Record<string, string>> = {},
): ReturnType<typeof startApplication> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    PORT: '0',
    VITRINE_LOG_LEVEL: 'silent',
    // Tests and benches ask for more than people do.
    VITRINE_CALLS_PER_MINUTE: '0',
    ...more,
  });
  return startApplication(config, 'a secret of the bench, long enough', {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object, message: string) => console.error(message, details),
  });
}

type Application = Awaited<ReturnType<typeof startApplication>>;

/** What a bench measures: the application, and the stores below it by connections of its own. */
export type BenchedApplication = {
  readonly application: Application;
  readonly database: Database;
  readonly events: EventStore;
  readonly context: ReturnType<typeof testContext>;
};

/**
 * Measures over a started application, which is closed with its connections whatever comes of it.
 * @param more further environment variables
 */
export async function withApplication<Result>(
  environment: BenchEnvironment,
  measure: (world: BenchedApplication) => Promise<Result>,
  more: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const application = await startedApplication(environment, more);
  const database = connectDatabase(environment.databaseUrl);
  const events = connectEventStore({ connectionString: environment.eventStoreUrl });
  try {
    return await measure({ application, database, events, context: testContext({ ...database, events }) });
  } finally {
    await events.close();
    await database.close();
    await application.close();
  }
}
