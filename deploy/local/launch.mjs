// The local run: everything that Vitrine needs, started in order and stopped in order.
import { rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildStale } from '../build/build.mjs';
import { claimFolder, errorCode } from '../build/claim.mjs';
import { builtProgram } from '../build/programs.mjs';
import { installStale } from './install.mjs';
import { watchNpm } from './parent.mjs';
import { freePort, keepRunning, openPostgres } from './postgres.mjs';
import { portToServe, requireReachable } from './preflight.mjs';
import { supervise } from './supervise.mjs';
import { makeDataFolder } from './data-folder.mjs';
import { Unusable } from '../build/unusable.mjs';

/** @typedef {import('./programs.mjs').Program} Program */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} step */
function trace(step) {
  if (process.env.VITRINE_TRACE === '1')
    console.log(`${performance.now().toFixed(0).padStart(6)} ms  ${step}`);
}

/** Everything ends within so many milliseconds, beside a drain that was asked for; of these Postgres keeps the last. */
const END_WITHIN_MS = 5_000;
const FOR_POSTGRES_MS = 1_000;

/**
 * @typedef {object} Started
 * @property {(until: number) => Promise<void> | void} stop is given the time of `performance.now()` at which it is to have ended
 * @property {() => void} [kill] ends it immediately
 *
 * @typedef {object} Run
 * @property {AbortSignal} ending aborted when everything shall stop
 * @property {(started: Started) => void} onEnd what to stop, last first
 * @property {(error: unknown) => void} fail says why, and lets everything stop
 */

/**
 * Starts everything, waits until it is asked to stop, and stops everything.
 * @returns {Promise<number>} the exit code
 */
export async function launch() {
  const end = new AbortController();
  /** @type {Started[]} */
  const started = [];
  let exitCode = 0;
  const fail = (/** @type {unknown} */ error) => {
    if (end.signal.aborted) return;
    exitCode = 1;
    console.error(explain(error));
    end.abort();
  };
  watchForEnd(end, () => started.forEach(({ kill }) => kill?.()));
  try {
    await bringUp({ ending: end.signal, onEnd: (one) => started.unshift(one), fail });
    await new Promise((resolve) => {
      if (end.signal.aborted) resolve(undefined);
      end.signal.addEventListener('abort', resolve);
    });
  } catch (error) {
    fail(error);
  }
  const until = performance.now() + drainSeconds() * 1000 + END_WITHIN_MS;
  for (const { stop } of started) await stop(until);
  trace('stopped');
  return exitCode;
}

/**
 * Ends the run on Ctrl-C, SIGTERM, a closed terminal or output (`npm start | head`), and when npm has gone (a SIGTERM
 * to npm does not reach us); a second signal ends it the hard way.
 * @param {AbortController} end @param {() => void} kill
 */
function watchForEnd(end, kill) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (end.signal.aborted) kill();
      else end.abort();
    });
  }
  for (const output of [process.stdout, process.stderr]) output.on('error', () => end.abort());
  watchNpm(() => end.abort());
}

/**
 * @param {unknown} error
 * @returns {string} the message alone where a person can correct it, else with the stack
 */
function explain(error) {
  if (error instanceof Unusable) return error.message;
  const code = errorCode(error);
  if (
    error instanceof Error &&
    'path' in error &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code ?? '')
  ) {
    return `${error.path} cannot be written to (${code}). Correct that, or start Vitrine from a copy elsewhere.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param {Run} run */
async function bringUp(run) {
  trace('launcher loaded');
  const dataFolder = path.resolve(root, process.env.VITRINE_DATA || '.data');
  const leftBehind = claimData(run, dataFolder);
  const host = process.env.HOST?.trim() || '127.0.0.1';
  const serves = servesPages();
  // Without the role `api` nothing listens but health and metrics.
  const variable = serves ? 'PORT' : 'VITRINE_HEALTH_PORT';
  const asked = process.env[variable] || (serves ? '8080' : '0');
  const port = await portToServe(host, variable, asked, leftBehind ? 5000 : 0);
  await installStale(root, run.ending, () => console.log('Installing the packages: about half a minute.'));
  trace('packages there');
  const [stores] = await Promise.all([
    openStores(run, dataFolder),
    buildStale(root, {
      ...(!serves && { only: 'server' }),
      signal: run.ending,
      onBuild: (name) => console.log(`Building the ${name}.`),
    }),
  ]);
  trace('built, stores opened');
  run.ending.throwIfAborted();
  stores.startPostgres();
  await startPrograms(run, stores, { dataFolder, host, port, serves });
}

/**
 * Makes the data folder ours. True when an owner before us was killed, whose children may be just ending.
 * @param {Run} run @param {string} dataFolder
 */
function claimData(run, dataFolder) {
  makeDataFolder(dataFolder);
  const claim = claimFolder(dataFolder);
  run.onEnd({ stop: claim.release });
  return claim.tookOver;
}

/**
 * @typedef {object} Stores
 * @property {string} databaseUrl
 * @property {string | undefined} eventStoreUrl undefined: the embedded one is to be started
 * @property {() => void} startPostgres begins it, or does nothing where DATABASE_URL names another
 */

/**
 * @param {Run} run @param {string} dataFolder
 * @returns {Promise<Stores>}
 */
async function openStores(run, dataFolder) {
  const { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl } = process.env;
  await Promise.all([
    databaseUrl && requireReachable('DATABASE_URL', databaseUrl, 5432),
    eventStoreUrl && requireReachable('EVENTSTORE_URL', eventStoreUrl, 2113),
  ]);
  if (databaseUrl) return { databaseUrl, eventStoreUrl: eventStoreUrl || undefined, startPostgres() {} };
  const postgres = await openPostgres({ folder: path.join(dataFolder, 'postgres') });
  run.onEnd({ stop: (until) => postgres.close(until - performance.now()) });
  const keep = async () => {
    await postgres.start();
    trace('Postgres ready');
    await keepRunning(postgres, run.ending);
  };
  return {
    databaseUrl: postgres.url,
    eventStoreUrl: eventStoreUrl || undefined,
    startPostgres: () => void keep().catch(run.fail),
  };
}

/**
 * What others end a process with: that says nothing of the application, while what ends it by itself before it serves, a
 * crash too, would end it again. Memory that never suffices ends it with one of these each time, so they are counted.
 * @type {readonly NodeJS.Signals[]}
 */
const FROM_OUTSIDE = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
const MOST_KILLS = 5;

/**
 * Starts the programs of the server side by side (each waits for what it needs) and resolves when the application is ready.
 * @param {Run} run @param {Stores} stores
 * @param {{ dataFolder: string, host: string, port: number, serves: boolean }} place
 */
async function startPrograms(run, stores, { dataFolder, host, port, serves }) {
  const embedded = !process.env.DATABASE_URL && !stores.eventStoreUrl;
  const demo = process.env.VITRINE_DEMO || String(embedded && process.env.NODE_ENV !== 'production');
  const isDemo = demo === 'true' || demo === '1';
  const [eventStorePort, simulatorPort] = await Promise.all([freePort(), freePort()]);
  const simulated = isDemo && !process.env.TRADING_SYSTEM_URL;
  const env = {
    VITRINE_LOG_LEVEL: 'warn',
    // An embedded store that was killed first replays its log.
    VITRINE_STORES_WAIT_SECONDS: '60',
    ...process.env,
    HOST: host,
    [serves ? 'PORT' : 'VITRINE_HEALTH_PORT']: String(port),
    VITRINE_DATA: dataFolder,
    VITRINE_DEMO: demo,
    // Also one that cannot be used: the application refuses it with the fix.
    VITRINE_DRAIN_SECONDS: process.env.VITRINE_DRAIN_SECONDS || '0',
    DATABASE_URL: stores.databaseUrl,
    EVENTSTORE_URL: stores.eventStoreUrl ?? `esdb://127.0.0.1:${eventStorePort}?tls=false`,
    ...(simulated && { TRADING_SYSTEM_URL: `http://127.0.0.1:${simulatorPort}` }),
  };
  let serving = false;
  let killed = 0;
  /** @param {Program} name @param {string[]} args @param {Partial<import('./supervise.mjs').Plan>} [more] */
  const start = (name, args, more = {}) => {
    const file = builtProgram(root, name);
    const quiet = process.env.VITRINE_TRACE !== '1';
    const program = supervise({ name, file, args, env, cwd: root, quiet, mayRestart: () => true, ...more });
    run.onEnd({ ...program, stop: (until) => program.stop(until - FOR_POSTGRES_MS) });
  };
  if (!stores.eventStoreUrl) start('event-store', ['--port', String(eventStorePort)]);
  if (simulated) start('trading-system-simulator', ['--port', String(simulatorPort)]);
  start('application', [], {
    quiet: false,
    onProgress: (progress) => console.log(progress),
    mayRestart: (how, signal) => {
      if (serving) return true;
      const isFromOutside = signal !== null && FROM_OUTSIDE.includes(signal);
      if (isFromOutside && (killed += 1) <= MOST_KILLS) return true;
      const why = isFromOutside
        ? `something ended it ${killed} times before it served, as a lack of memory does: see the log of the system`
        : 'it says why above';
      run.fail(new Unusable(`The application did not start (${how}); ${why}.`));
      return false;
    },
  });
  noteWhatRuns(run, dataFolder, env);
  trace('programs started');
  // Without the role `api` it answers so even before its start is done.
  if (serves) await untilAnswered(run.ending, host, port, '/healthz');
  serving = serves;
  await untilAnswered(run.ending, host, port, '/readyz');
  serving = true;
  trace('application ready');
  const address = `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? 'localhost' : host}:${port}`;
  if (serves) await announce(address, isDemo);
  else console.log(`\nVitrine is ready without pages (VITRINE_ROLES): ${address}/readyz\n\nCtrl-C stops it.`);
}

/** Seconds for which the application goes on serving when it is stopped: a local run has no balancer unless it is set. */
function drainSeconds() {
  return Number(process.env.VITRINE_DRAIN_SECONDS) || 0;
}

/** Whether the application has the role `api`. */
function servesPages() {
  const roles = (process.env.VITRINE_ROLES || 'api').split(',');
  return roles.some((role) => role.trim() === 'api');
}

/**
 * Leaves a note for the tools of the command line (`npm run feed` and others), readable to its owner alone.
 * @param {Run} run @param {string} dataFolder @param {Record<string, string | undefined>} env
 */
function noteWhatRuns(run, dataFolder, env) {
  const file = path.join(dataFolder, 'running.json');
  const { DATABASE_URL, EVENTSTORE_URL, TRADING_SYSTEM_URL, VITRINE_DEMO } = env;
  const stores = { DATABASE_URL, EVENTSTORE_URL, TRADING_SYSTEM_URL, VITRINE_DEMO };
  // What tools have to have as the application has it; left out where it has the default.
  const asSet = {
    VITRINE_FILES_URL: env.VITRINE_FILES_URL || undefined,
    VITRINE_TIME_ZONE: env.VITRINE_TIME_ZONE || undefined,
    VITRINE_FEED_WITHDRAWALS: env.VITRINE_FEED_WITHDRAWALS || undefined,
    VITRINE_FEED_PRICES: env.VITRINE_FEED_PRICES || undefined,
  };
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify({ ...stores, ...asSet }), { mode: 0o600 });
  run.onEnd({ stop: () => rmSync(file, { force: true }) });
}

/**
 * Waits until a path is answered with 200. Asks often at first, because a warm start takes a second, and then less and less.
 * @param {AbortSignal} ending @param {string} host @param {number} port @param {string} at
 */
async function untilAnswered(ending, host, port, at) {
  const near = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  for (let waitMs = 20; !(await answers(near, port, at)); waitMs = Math.min(waitMs * 1.02, 500)) {
    await sleep(waitMs, undefined, { signal: ending });
  }
}

/**
 * Whether a path is answered with 200.
 * @param {string} host @param {number} port @param {string} at
 * @returns {Promise<boolean>}
 */
function answers(host, port, at) {
  return new Promise((resolve) => {
    const request = get({ host, port, path: at, agent: false, timeout: 5000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

const DEMO_PASSWORD = 'Demo-pass-1';
const DEMO_ACCOUNTS = [
  ['demo-customer', 'a jeweller'],
  ['demo-rep', 'a sales rep'],
  ['demo-admin', 'an administrator'],
];

/**
 * Whether somebody can sign in with the demo's password; the session is ended again.
 * @param {string} address @param {string} username
 */
async function canSignIn(address, username) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password: DEMO_PASSWORD });
  const login = await fetch(`${address}/login`, { method: 'POST', headers, body });
  if (!login.ok) return false;
  const { token } = /** @type {{ token: string }} */ (await login.json());
  await fetch(`${address}/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  return true;
}

/**
 * Only accounts that can sign in are announced: a password may have been changed.
 * @param {string} address @param {boolean} isDemo
 */
async function announce(address, isDemo) {
  const asked = isDemo ? DEMO_ACCOUNTS.map(async ([name = '']) => canSignIn(address, name)) : [];
  const can = await Promise.all(asked.map((one) => one.catch(() => false)));
  console.log(`\nVitrine is ready at ${address}/ and its back office at ${address}/admin/`);
  if (isDemo) {
    const accounts = DEMO_ACCOUNTS.filter((_, index) => can[index]);
    console.log(
      accounts.length > 0
        ? `\n${accounts.map(([name = '', who]) => `  ${name.padEnd(15)} ${who}`).join('\n')}\n  The password of each is ${DEMO_PASSWORD}`
        : '\n  None of the demo accounts can sign in with its first password. For new ones start with an empty data folder\n' +
            '  (VITRINE_DATA).',
    );
  }
  console.log('\nCtrl-C stops it.');
}
