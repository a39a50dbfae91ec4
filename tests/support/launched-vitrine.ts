import { mkdtempSync, readdirSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startProcess } from './processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The programs of a local run that a test may kill. */
export type Victim = 'application' | 'event-store' | 'postgres' | 'trading-system-simulator';

export type LaunchedVitrine = {
  readonly address: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** Runs one of the tools of the command line beside it, such as `feed`; resolves with what it said. */
  tool(name: string, ...args: string[]): Promise<string>;
  /** kill -9; the launcher starts it again. */
  kill(victim: Victim): void;
  output(): string;
  /** Stops everything and removes its data. */
  remove(): Promise<void>;
};

/**
 * The local run as `npm start` makes it, from this very tree, on data of its own and any free port. Builds what is
 * stale first.
 */
export async function launchVitrine(environment: Record<string, string> = {}): Promise<LaunchedVitrine> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'vitrine-launched-'));
  // Started by root, Postgres runs as another user, who shall be able to enter here.
  chmodSync(data, 0o755);
  const running = startProcess(process.execPath, ['deploy/local/start.mjs'], {
    cwd: root,
    env: {
      NODE_ENV: '',
      PORT: '0',
      VITRINE_DATA: data,
      DATABASE_URL: '',
      EVENTSTORE_URL: '',
      TRADING_SYSTEM_URL: '',
      ...environment,
    },
  });
  const remove = async (): Promise<void> => {
    running.signal('SIGTERM');
    try {
      await running.ended(30_000);
    } finally {
      await running.destroy();
      rmSync(data, { recursive: true, force: true });
    }
  };
  try {
    const [, address = ''] = await running.said(/ready at (http:\/\/[^/]+)\//, 170_000);
    const stores = JSON.parse(readFileSync(path.join(data, 'running.json'), 'utf8')) as Record<
      string,
      string
    >;
    return {
      address,
      databaseUrl: stores['DATABASE_URL']!,
      eventStoreUrl: stores['EVENTSTORE_URL']!,
      async tool(name, ...args) {
        const tool = startProcess(process.execPath, ['deploy/local/run.mjs', name, ...args], {
          cwd: root,
          env: { NODE_ENV: '', VITRINE_DATA: data, DATABASE_URL: '', EVENTSTORE_URL: '' },
        });
        const code = await tool.ended(170_000);
        if (code !== 0) throw new Error(`${name} ended with ${code}:\n${tool.output()}`);
        return tool.output();
      },
      kill: (victim) => process.kill(pidOf(victim, running.pid, data), 'SIGKILL'),
      output: running.output,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function pidOf(victim: Victim, launcher: number, data: string): number {
  if (victim === 'postgres') {
    const file = path.join(data, 'postgres/cluster/postmaster.pid');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }
  const pid = readdirSync('/proc')
    .map(Number)
    .find((one) => one > 0 && isChild(one, launcher, `dist/server/${victim}.js`));
  if (pid === undefined) throw new Error(`${victim} does not run`);
  return pid;
}

function isChild(pid: number, parent: number, word: string): boolean {
  try {
    const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
  } catch {
    // It ended while we looked.
    return false;
  }
}
