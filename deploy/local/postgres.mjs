// The embedded Postgres: Node builtins only, because it also runs before anything is installed.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder, errorCode, isAlive } from '../build/claim.mjs';
import { readyBinaries, serverUser } from './postgres-binaries.mjs';
import { createCluster, findCluster, readPassword, SUPERUSER } from './postgres-cluster.mjs';
import { Unusable } from '../build/unusable.mjs';

/**
 * @typedef {object} PostgresOptions
 * @property {string} folder the folder that holds the cluster, its password and its log; made when absent
 * @property {boolean} [durable] false: nothing is flushed to disk (for tests that kill no machine); default true
 * @property {Record<string, string>} [settings] further server settings
 *
 * @typedef {object} Postgres
 * @property {string} url connection string of the database `postgres`; the same through every restart
 * @property {number} port
 * @property {() => number | undefined} pid the running postmaster's
 * @property {() => Promise<void>} start resolves when connections are accepted
 * @property {() => Promise<void>} stop a fast shutdown; `start` may follow
 * @property {() => Promise<void>} ended resolves when the running server has gone, for whatever reason
 * @property {(withinMs?: number) => Promise<void>} close stops the server, less gently after a while, and gives up the folder
 */

const STARTED = /^ready/;
const LOG_LIMIT_BYTES = 10_000_000;

/**
 * Opens and starts the embedded Postgres of a folder. `close()` it at the end; when its owner is killed instead, the
 * server shuts down by itself, and the next start waits for that.
 * @param {PostgresOptions} options
 * @returns {Promise<Postgres>}
 * @throws {Unusable} when another living process owns the folder, or the server cannot run here (the message says how to correct it)
 */
export async function startPostgres(options) {
  const postgres = await openPostgres(options);
  try {
    await postgres.start();
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return postgres;
}

/**
 * Claims a folder, makes its cluster if there is none, stops a server left behind by a killed owner, and chooses the
 * port; the server itself is started by `start()`, so that its clients can be started at the same time.
 * @param {PostgresOptions} options
 * @returns {Promise<Postgres>}
 * @throws {Unusable}
 */
export async function openPostgres({ folder: asked, durable = true, settings = {} }) {
  mkdirSync(asked, { recursive: true, mode: 0o711 });
  const folder = realpathSync(asked);
  const claims = [claimFolder(folder)];
  try {
    const found = findCluster(folder);
    const user = serverUser(found);
    const binaries = readyBinaries(user, folder);
    const cluster =
      found ?? createCluster({ folder, user, initdb: path.join(binaries, 'bin/initdb'), durable });
    // Copies of a folder may share a cluster that lies elsewhere: it has one owner too.
    if (path.dirname(cluster) !== folder) claims.push(claimFolder(path.dirname(cluster)));
    await stopOrphan(cluster);
    const held = await holdPort();
    return server({ cluster, held, user, durable, settings, claims, binaries, folder });
  } catch (error) {
    for (const claim of claims) claim.release();
    throw error;
  }
}

/**
 * @param {{ cluster: string, held: HeldPort, user: import('./postgres-binaries.mjs').User | undefined, durable: boolean,
 *   settings: Record<string, string>, claims: { release(): void }[], binaries: string, folder: string }} parts
 * @returns {Postgres}
 */
function server({ cluster, held, user, durable, settings, claims, binaries, folder }) {
  const { port } = held;
  const log = path.join(folder, 'postgres.log');
  const all = { ...baseSettings(port), ...(durable ? {} : CARELESS), ...settings };
  /** @type {{ pid: number, gone: Promise<void>, exited: boolean } | undefined} */
  let running;

  const start = async () => {
    await held.release();
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) rmSync(log);
    const logFile = openSync(log, 'a', 0o600);
    const logFrom = statSync(log).size;
    const child = spawn(
      path.join(binaries, 'bin/postgres'),
      ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: cluster,
        // Its own session: Ctrl-C in the terminal reaches the launcher, which stops things in order.
        detached: true,
        stdio: ['ignore', logFile, logFile],
        env: { TZ: 'UTC' },
        ...(user && { uid: user.uid, gid: user.gid }),
      },
    );
    closeSync(logFile);
    /** @type {Error | undefined} */
    let failure;
    /** @type {{ pid: number, gone: Promise<void>, exited: boolean }} */
    const mine = { pid: child.pid ?? 0, gone: Promise.resolve(), exited: false };
    mine.gone = new Promise((resolve) => {
      const end = () => {
        mine.exited = true;
        if (running === mine) running = undefined;
        resolve();
      };
      child.once('exit', end);
      child.once('error', (error) => {
        failure = error;
        end();
      });
    });
    running = mine;
    if (child.pid !== undefined) endWithOwner(cluster, child.pid, mine.gone);
    while (!STARTED.test(statusOf(cluster, mine.pid))) {
      await Promise.race([mine.gone, sleep(5)]);
      if (mine.exited) {
        throw new Unusable(
          `The embedded Postgres did not start: ${failure?.message ?? lastWords(log, logFrom)}`,
        );
      }
    }
  };

  const stop = async (/** @type {number} */ gentlyMs = GENTLY_MS) => {
    const stopping = running;
    if (!stopping) return;
    await endProcess(stopping.pid, () => stopping.exited, gentlyMs);
  };

  return {
    url: `postgres://${SUPERUSER}:${readPassword(folder)}@127.0.0.1:${port}/postgres`,
    port,
    pid: () => running?.pid,
    start,
    stop,
    ended: () => running?.gone ?? Promise.resolve(),
    async close(withinMs = GENTLY_MS) {
      await stop(withinMs - QUICKLY_MS);
      await held.release();
      for (const claim of claims) claim.release();
    },
  };
}

const RESTARTS = 60;
const RESTART_EVERY_MS = 250;

/**
 * Starts a running server again whenever it ends by itself, until the signal is aborted.
 * @param {Postgres} postgres @param {AbortSignal} ending
 * @throws {Unusable} when it does not start again within a quarter of a minute
 */
export async function keepRunning(postgres, ending) {
  while (!ending.aborted) {
    await postgres.ended();
    if (ending.aborted) return;
    console.error('The embedded Postgres ended; starting it again.');
    await startAgain(postgres, ending);
  }
}

/**
 * Starts a Postgres whose postmaster was killed: its other processes hold on to its memory for a moment longer, and it
 * does not start before they have gone.
 * @param {Postgres} postgres @param {AbortSignal} ending
 */
async function startAgain(postgres, ending) {
  for (let tried = 1; !ending.aborted; tried += 1) {
    try {
      return await postgres.start();
    } catch (error) {
      if (tried >= RESTARTS) throw error;
      await sleep(RESTART_EVERY_MS);
    }
  }
}

// Waits for the end of its input; what is in the pid file by then is the postmaster that it was started for, or nothing.
const WATCH = 'read -r _; [ "$(head -n 1 postmaster.pid)" = "$0" ] && kill -INT "$0"';

/**
 * Shuts a server down when this process has gone, however it went: Postgres does not look after the one that started it,
 * and kill -9 leaves no time to stop it.
 * @param {string} cluster @param {number} pid @param {Promise<void>} gone
 */
function endWithOwner(cluster, pid, gone) {
  const watch = spawn('/bin/sh', ['-c', WATCH, String(pid)], {
    cwd: cluster,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it (Windows has no such shell) the next start stops what was left behind.
  watch.on('error', () => undefined);
  void gone.then(() => watch.kill('SIGKILL'));
}

/** @param {number} port @returns {Record<string, string>} */
const baseSettings = (port) => ({
  listen_addresses: '127.0.0.1',
  port: String(port),
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
});

/** Settings under which a crash of the machine loses data: fast, and right for tests. */
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * What the postmaster with this pid says of itself in its pid file ("starting", "ready", "stopping"), or nothing.
 * @param {string} cluster @param {number} pid
 */
function statusOf(cluster, pid) {
  const lines = pidFile(cluster);
  return Number(lines[0]) === pid ? (lines[7] ?? '') : '';
}

/** @param {string} cluster */
function pidFile(cluster) {
  try {
    return readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Stops the server that a killed owner left behind on this cluster, if there is one.
 * @param {string} cluster
 */
async function stopOrphan(cluster) {
  const pid = Number(pidFile(cluster)[0] ?? 0);
  if (pid > 0 && isPostmasterOf(pid, cluster))
    await endProcess(pid, () => !isPostmasterOf(pid, cluster), GENTLY_MS);
}

/**
 * Stops the server that a killed owner left behind in a folder, without starting one.
 * @param {string} folder
 */
export async function stopLeftBehind(folder) {
  const cluster = findCluster(folder);
  if (cluster) await stopOrphan(cluster);
}

/**
 * Whether a process is the postmaster of a cluster: the pid in a pid file may be another program's by now.
 * @param {number} pid @param {string} cluster @param {NodeJS.Platform} [platform]
 */
export function isPostmasterOf(pid, cluster, platform = process.platform) {
  if (!isAlive(pid)) return false;
  try {
    if (platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    if (platform === 'win32')
      return serves(output('powershell', ['-NoProfile', '-Command', commandLineOf(pid)]), cluster);
    return serves(output('ps', ['-ww', '-o', 'command=', '-p', String(pid)]), cluster);
  } catch {
    // Gone meanwhile, or another user's process that was given the pid: not ours.
    return false;
  }
}

/** Its children are started without the folder. @param {string} command @param {string} cluster */
const serves = (command, cluster) =>
  [` -D ${cluster} `, ` -D "${cluster}" `].some((argument) => `${command.trim()} `.includes(argument));

/** @param {number} pid */
const commandLineOf = (pid) => `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;

/** @param {string} program @param {string[]} args */
const output = (program, args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Asks a postmaster to shut down fast (clients are disconnected, data flushed), then more and more firmly.
 * @param {number} pid @param {() => boolean} hasEnded @param {number} gentlyMs
 */
async function endProcess(pid, hasEnded, gentlyMs) {
  for (const { signal, waitMs } of stopSignals(gentlyMs)) {
    if (hasEnded()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    for (let waited = 0; waited < waitMs && !hasEnded(); waited += 10) await sleep(10);
  }
  if (!hasEnded())
    throw new Unusable(`Postgres (process ${pid}) does not end. End it by hand, then start again.`);
}

/** A fast shutdown writes all that is in memory; an immediate one leaves it to the next start, which replays the log. */
const GENTLY_MS = 15_000;
/** What an immediate shutdown needs. */
const QUICKLY_MS = 300;

/**
 * @param {number} gentlyMs
 * @returns {readonly { signal: NodeJS.Signals, waitMs: number }[]}
 */
const stopSignals = (gentlyMs) => [
  { signal: 'SIGINT', waitMs: gentlyMs },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/** @param {string} log @param {number} from */
function lastWords(log, from) {
  const printed = readFileSync(log).subarray(from).toString('utf8').trim().split('\n').slice(-8).join('\n');
  return `${printed || 'it printed nothing'}\n(${log})`;
}

// Below the ports that systems give to outgoing connections, one of which could take it before it is listened on.
const LOWEST_PORT = 10_240;
const HIGHEST_PORT = 32_767;

/** Ports that this process was given: one of several that start at once may not listen on its own yet. */
const given = /** @type {Set<number>} */ (new Set());

/** @typedef {{ readonly port: number, readonly release: () => Promise<void> }} HeldPort */

/**
 * A port on 127.0.0.1 that nothing listens on now, and another one at each call.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const { port, release } = await holdPort();
  await release();
  return port;
}

/**
 * A free port that no other process is given before `release()`, which the one who listens on it calls just before: what
 * lies between may be a whole build.
 * @returns {Promise<HeldPort>}
 */
function holdPort() {
  return new Promise((resolve, reject) => {
    /** @param {number} triesLeft */
    const tryOne = (triesLeft) => {
      const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
      if (given.has(port)) return tryOne(triesLeft);
      given.add(port);
      const probe = createServer((socket) => socket.destroy());
      probe.unref();
      probe.once('error', (error) => (triesLeft > 0 ? tryOne(triesLeft - 1) : reject(error)));
      probe.listen(port, '127.0.0.1', () =>
        resolve({ port, release: () => new Promise((released) => probe.close(() => released())) }),
      );
    };
    tryOne(100);
  });
}
