import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startProcess, type RunningProcess } from './processes.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export type Launcher = {
  readonly process: RunningProcess;
  readonly address: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** SIGTERM, as Ctrl-C does it; resolves when everything has ended. */
  stop(): Promise<void>;
};

/**
 * The local run as `npm start` makes it, from this very tree, on a data folder and any free port. Builds what is stale
 * first; resolves when it serves.
 */
export async function startLauncher(
  dataFolder: string,
  environment: Record<string, string>,
  withinMs = 170_000,
): Promise<Launcher> {
  const running = startProcess(process.execPath, ['deploy/local/start.mjs'], {
    cwd: root,
    env: {
      NODE_ENV: '',
      PORT: '0',
      VITRINE_DATA: dataFolder,
      DATABASE_URL: '',
      EVENTSTORE_URL: '',
      TRADING_SYSTEM_URL: '',
      // Writers of a test go as fast as they can.
      VITRINE_CALLS_PER_MINUTE: '0',
      ...environment,
    },
  });
  const stop = async (): Promise<void> => {
    running.signal('SIGTERM');
    try {
      await running.ended(30_000);
    } finally {
      await running.destroy();
    }
  };
  try {
    const [, address = ''] = await running.printed(/ready at (http:\/\/[^/]+)\//, withinMs);
    const stores = JSON.parse(readFileSync(path.join(dataFolder, 'running.json'), 'utf8')) as Record<
      string,
      string
    >;
    return {
      process: running,
      address,
      databaseUrl: stores['DATABASE_URL']!,
      eventStoreUrl: stores['EVENTSTORE_URL']!,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
