// Keeps one program of the server running.
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Supervised
 * @property {() => number | undefined} pid of the running process
 * @property {(until: number) => Promise<void>} stop asks it to end, and makes it at a time of `performance.now()`
 * @property {() => void} kill ends it immediately; `stop` then resolves
 *
 * @typedef {object} Plan
 * @property {string} name
 * @property {string} file the built program
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 * @property {boolean} quiet what it writes to standard output is not shown (what it writes to standard error is)
 * @property {(progress: string) => void} [onProgress] receives the `{ progress }` messages that the program sends to its parent
 * @property {(how: string, signal: NodeJS.Signals | null) => boolean} mayRestart asked when it has ended by itself, or by
 *   that signal: false leaves it ended
 */

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;
const STEADY_MS = 10_000;

/**
 * Starts a program as a child that ends with us, and starts it again when it ends by itself, waiting longer each time.
 * @param {Plan} plan
 * @returns {Supervised}
 */
export function supervise({ name, file, args, env, cwd, quiet, onProgress, mayRestart }) {
  let wanted = true;
  let delay = FIRST_DELAY_MS;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {Promise<void>} */
  let gone = Promise.resolve();

  const start = () => {
    const since = performance.now();
    const mine = fork(file, args, {
      cwd,
      env,
      // Its own process group: Ctrl-C in the terminal reaches the launcher alone, which stops things in order.
      detached: true,
      execArgv: ['--enable-source-maps', '--import', new URL('exit-with-parent.mjs', import.meta.url).href],
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
    });
    child = mine;
    mine.on('message', (message) => {
      if (typeof message === 'object' && 'progress' in message) onProgress?.(String(message.progress));
    });
    gone = new Promise((resolve) => {
      mine.once('exit', (code, signal) => {
        resolve();
        if (wanted) void again(signal ?? `exit code ${code}`, signal, performance.now() - since);
      });
      mine.once('error', (error) => {
        if (mine.pid !== undefined) return;
        resolve();
        if (wanted) void again(error.message, null, 0);
      });
    });
  };

  /** @param {string} how @param {NodeJS.Signals | null} signal @param {number} livedMs */
  const again = async (how, signal, livedMs) => {
    if (!mayRestart(how, signal)) return;
    if (livedMs > STEADY_MS) delay = FIRST_DELAY_MS;
    console.error(`The ${name} ended (${how}); starting it again.`);
    await sleep(delay);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    if (wanted) start();
  };

  start();
  return {
    pid: () => child?.pid,
    async stop(until) {
      wanted = false;
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      ending.kill('SIGTERM');
      const late = setTimeout(() => {
        console.error(`The ${name} did not end in time; it is made to.`);
        ending.kill('SIGKILL');
      }, until - performance.now());
      await gone;
      clearTimeout(late);
    },
    kill() {
      wanted = false;
      child?.kill('SIGKILL');
    },
  };
}
