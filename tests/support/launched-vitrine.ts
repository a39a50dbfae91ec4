import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { copiedDemo, emptyDataFolder } from './demo-template.ts';
import { root, startLauncher } from './launcher.ts';
import { startProcess } from './processes.ts';

/** The programs of a local run that a test may kill. */
export type Victim = 'application' | 'event-store' | 'postgres' | 'trading-system-simulator';

export type LaunchedVitrine = {
  readonly address: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  /** Runs one of the tools of the command line beside it, such as `feed`; resolves with its output. */
  tool(name: string, ...args: string[]): Promise<string>;
  /** kill -9; the launcher starts it again. */
  kill(victim: Victim): void;
  output(): string;
  /** Stops everything and removes its data. */
  remove(): Promise<void>;
};

/** A local run on data of its own: with the demo, unless the environment has `VITRINE_DEMO: 'false'`. */
export async function launchVitrine(environment: Record<string, string> = {}): Promise<LaunchedVitrine> {
  const withDemo = environment['VITRINE_DEMO'] !== 'false';
  const data = withDemo ? await copiedDemo(inject('demoFolder')) : emptyDataFolder();
  const removeData = () => rmSync(data, { recursive: true, force: true });
  try {
    const launcher = await startLauncher(data, environment);
    return {
      address: launcher.address,
      databaseUrl: launcher.databaseUrl,
      eventStoreUrl: launcher.eventStoreUrl,
      async tool(name, ...args) {
        const tool = startProcess(process.execPath, ['deploy/run.mjs', name, ...args], {
          cwd: root,
          env: { NODE_ENV: '', VITRINE_DATA: data, DATABASE_URL: '', EVENTSTORE_URL: '' },
        });
        const code = await tool.ended(380_000);
        if (code !== 0) throw new Error(`${name} ended with ${code}:\n${tool.output()}`);
        return tool.output();
      },
      kill: (victim) => process.kill(pidOf(victim, launcher.process.pid, data), 'SIGKILL'),
      output: launcher.process.output,
      async remove() {
        try {
          await launcher.stop();
        } finally {
          removeData();
        }
      },
    };
  } catch (error) {
    removeData();
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
