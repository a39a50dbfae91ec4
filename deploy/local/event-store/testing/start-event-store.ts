import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HARSHNESS } from './harsh-twin/harshness.ts';
import type { Harshness } from './harsh-twin/harshness.ts';

/** An embedded event store in a process of its own, as tests use it. */
export type TestEventStore = {
  readonly port: number;
  readonly connectionString: string;
  readonly pid: number;
  /** What the process has written to standard error. */
  errors(): string;
  /** kill -9 */
  kill(): Promise<void>;
  /** Starts it again on the same port and database, after `kill` or `close`. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type TestEventStoreOptions = {
  /** A free one when left out. */
  readonly port?: number;
  readonly tls?: { readonly certificateFile: string; readonly keyFile: string };
  /**
   * Starts the harsh twin: positions are byte offsets with gaps, a live subscription that more than 32 events wait for
   * ends, an append repeated while it is under way is dropped and says Timeout late, a filtered subscription that
   * finds nothing is at 2^64 − 1; and what is asked for here. Left out: as TEST_EVENT_STORE=harsh says; `false`: never.
   */
  readonly harsh?: Harshness | false;
};

/**
 * Starts the embedded event store for a test, in a process of its own on a free port.
 * @param databaseUrl an empty Postgres database, or one that an earlier event store has left
 */
export async function startEmbeddedEventStoreForTests(
  databaseUrl: string,
  options: TestEventStoreOptions = {},
): Promise<TestEventStore> {
  let child = await start(databaseUrl, options.port ?? 0, options);
  const { port } = child;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const { process: running } = child;
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  return {
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=${options.tls !== undefined}`,
    get pid() {
      return child.process.pid ?? 0;
    },
    errors: () => child.errors(),
    kill: () => stop('SIGKILL'),
    async restart() {
      child = await start(databaseUrl, port, options);
    },
    close: () => stop('SIGTERM'),
  };
}

type Started = { readonly process: ChildProcess; readonly port: number; readonly errors: () => string };

/** Whether tests that do not choose get the harsh twin. */
const byDefault: Harshness | false = process.env['TEST_EVENT_STORE'] === 'harsh' ? {} : false;

async function start(
  databaseUrl: string,
  port: number,
  { tls, harsh = byDefault }: TestEventStoreOptions,
): Promise<Started> {
  const built = process.env[harsh === false ? 'BUILT_EVENT_STORE' : 'BUILT_HARSH_TWIN'];
  const file = harsh === false ? '../main.ts' : './harsh-twin/harsh-twin-program.ts';
  const source = fileURLToPath(new URL(file, import.meta.url));
  const program = built ? [built] : ['--import', import.meta.resolve('tsx'), source];
  const args = ['--port', String(port), '--database-url', databaseUrl];
  if (tls !== undefined) args.push('--tls-cert', tls.certificateFile, '--tls-key', tls.keyFile);
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, [HARSHNESS]: JSON.stringify(harsh === false ? {} : harsh) },
    // The IPC channel ends the store with the test's process, however that one ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(
        new Error(
          `the event store ended (${signal ?? code}) before it listened. Its output:\n${output}${errors}`,
        ),
      );
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const listening = /listening on \S+:(\d+)/.exec(output);
      if (listening) resolve({ process: child, port: Number(listening[1]), errors: () => errors });
    });
  });
}
