import pino from 'pino';
import { startApplication, type Application } from './application.ts';
import { explain } from './platform/explain.ts';
import { currentRequestId } from './platform/request-context.ts';
import { BadConfiguration, readConfig, signingSecret } from './platform/config/index.ts';
import { DatabaseOfLaterVersion, UnfinishedRestore } from './platform/database/index.ts';
import { UnusableConnectionString } from './platform/event-store/index.ts';
import { CannotListen } from './platform/http/index.ts';
import { UnfinishedCopy } from './platform/log-identity.ts';
import { StoreUnusable } from './platform/store-unusable.ts';

/**
 * Milliseconds after the drain within which a process must have ended in order. Then it ends as if it were killed,
 * which loses nothing, so that no store that fails to answer and no job that ignores the signal holds up a container.
 */
const END_WITHIN_MS = 3_750;

/** One process of Vitrine (architecture: Processes): configured by its environment, ended by SIGTERM or Ctrl-C. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({
    level: config.logLevel,
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
  });
  const running: Running = {};
  // From the beginning: a container's first process ignores a signal that it has no handler for.
  endOnSignal(running, config.drainSeconds, log);
  running.application = await startApplication(config, signingSecret(config), log);
  const { address, healthAddress } = running.application;
  log.info({ address, healthAddress, roles: [...config.roles] }, 'Vitrine is up');
}

/** The application once it is up. */
type Running = { application?: Application };

/** Ends the process in order on SIGTERM and Ctrl-C; at once while it starts, which is as safe as a kill. */
function endOnSignal(running: Running, drainSeconds: number, log: pino.Logger): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    const { application } = running;
    if (!application) process.exit(0);
    setTimeout(
      () => {
        log.error(`not ended in order within ${END_WITHIN_MS} ms: what is still under way is cut`);
        process.exit(1);
      },
      drainSeconds * 1000 + END_WITHIN_MS,
    );
    application.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not end in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
}

/** Failures whose message tells an operator everything. */
const SAYS_ALL = [
  BadConfiguration,
  CannotListen,
  DatabaseOfLaterVersion,
  StoreUnusable,
  UnusableConnectionString,
  UnfinishedCopy,
  UnfinishedRestore,
];

main().catch((error: unknown) => {
  const expected = error instanceof Error && SAYS_ALL.some((kind) => error instanceof kind);
  console.error(expected ? error.message : explain(error));
  process.exit(1);
});
