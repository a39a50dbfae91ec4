import { startApplication } from '#services/application.ts';
import { readConfig } from '#services/platform/config/index.ts';
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
