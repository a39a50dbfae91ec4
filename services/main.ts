import pino from 'pino';
import { startApplication } from './application.ts';
import { BadConfiguration, readConfig, sessionSecret } from './platform/config/index.ts';

/** One process of Vitrine (design, section 4): configured by its environment, ended by SIGTERM or Ctrl-C. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const application = await startApplication(
    config,
    config.jwtSecret ?? sessionSecret(config.dataFolder),
    log,
  );
  log.info({ address: application.address, roles: [...config.roles] }, 'Vitrine is up');

  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
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

main().catch((error: unknown) => {
  console.error(error instanceof BadConfiguration ? error.message : error);
  process.exit(1);
});
