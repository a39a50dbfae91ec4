import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProcess {
  readonly pid: number;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  /** Resolves with the match of a pattern in the output so far or to come; rejects when the process ends without it or the time is up. */
  printed(pattern: RegExp, withinMs?: number): Promise<RegExpMatchArray>;
  /** Sends a signal to this process alone, unless it has ended. */
  signal(signal: NodeJS.Signals): void;
  /** Reads its standard output no longer, as `| head` does: what it writes there from now on fails. */
  closeOutput(): void;
  /** Resolves with the exit code, or the signal's name, once the process has ended. */
  ended(withinMs?: number): Promise<number | NodeJS.Signals>;
  /** kill -9 of the process and of everything in its process group; for the end of a test. */
  destroy(): Promise<void>;
}

/**
 * Starts a program as its own process group and collects its output. Call `destroy()` at the end of the test.
 * @param env is added to this process' environment, less what vitest puts there
 */
export function startProcess(
  command: string,
  args: readonly string[],
  { env = {}, ...options }: { env?: Record<string, string>; cwd?: string; uid?: number; gid?: number } = {},
): RunningProcess {
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...outsideEnvironment(), ...env },
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  return {
    pid,
    output: () => text,
    printed: (pattern, withinMs = 120_000) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) =>
          done(() => reject(new Error(`${command}: ${why} ${String(pattern)}. Output:\n${text}`)));
        const look = () => {
          const match = pattern.exec(text);
          if (match) done(() => resolve(match));
        };
        const closed = () => fail('ended without printing');
        const timer = setTimeout(() => fail(`did not print within ${withinMs} ms:`), withinMs);
        const done = (settle: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          child.off('close', closed);
          settle();
        };
        listeners.add(look);
        child.once('close', closed);
        look();
      }),
    signal: (signal) => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
    ended: (withinMs = 60_000) => endOf(child, withinMs, () => text),
    async destroy() {
      signalGroup(pid, 'SIGKILL');
      await endOf(child, 10_000, () => text);
    },
  };
}

/** This process' environment without vitest's own marks, which would change how a program under test behaves. */
function outsideEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('VITEST') && name !== 'NODE_ENV' && name !== 'TEST',
  );
  return Object.fromEntries(kept);
}

async function endOf(
  child: ChildProcess,
  withinMs: number,
  output: () => string,
): Promise<number | NodeJS.Signals> {
  if (child.exitCode === null && child.signalCode === null) {
    try {
      await once(child, 'exit', { signal: AbortSignal.timeout(withinMs) });
    } catch (cause) {
      throw new Error(`process ${child.pid} did not end within ${withinMs} ms. Output:\n${output()}`, {
        cause,
      });
    }
  }
  return child.exitCode ?? child.signalCode ?? 0;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
