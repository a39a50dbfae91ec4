import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PROGRAMS } from '#local/programs.mjs';
import { startProcess, type RunningProcess } from '#tests/support/processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A developer's own environment shall not change what is tested. An empty variable counts as absent. */
export const UNSET = {
  NODE_ENV: '',
  HOST: '',
  VITRINE_DATA: '',
  VITRINE_DEMO: '',
  DATABASE_URL: '',
  EVENTSTORE_URL: '',
  TRADING_SYSTEM_URL: '',
  VITRINE_ROLES: '',
  VITRINE_HEALTH_PORT: '',
};

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface LaunchedCopy {
  readonly folder: string;
  /** Starts the copy as `node deploy/local/start.mjs`, on any free port where `env` names none. */
  start(env?: Record<string, string>): RunningProcess;
  /** Starts the copy as `npm start`. */
  npmStart(env?: Record<string, string>): RunningProcess;
  /** Pids of the running processes that were started from this copy, by a word of their command line. */
  processes(): { pid: number; command: string }[];
  /** Kills what still runs, and removes the copy. */
  remove(): Promise<void>;
}

/**
 * A copy of the launcher in a temporary folder, with the installed packages linked and stand-ins for the programs it
 * starts, so that what is tested is how they are started, watched and stopped.
 */
export function launchedCopy(user?: User): LaunchedCopy {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-copy-'));
  // Started by root, Postgres runs as another user, who shall be able to enter here.
  chmodSync(folder, 0o755);
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'deploy']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  const standIn = (from: string, to: string) => {
    mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
    cpSync(path.join(root, 'tests/faults/stand-ins', from), path.join(folder, to));
  };
  mkdirSync(path.join(folder, 'contracts'));
  for (const [program, source] of Object.entries(PROGRAMS)) {
    standIn(program === 'application' ? 'application.ts' : 'idle-server.ts', source);
  }
  if (user) giveTo(folder, user);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));

  const started: RunningProcess[] = [];
  const start = (args: string[], env: Record<string, string>) => {
    const running = startProcess(process.execPath, args, {
      cwd: folder,
      env: { ...UNSET, PORT: '0', ...env },
      ...user,
    });
    started.push(running);
    return running;
  };
  return {
    folder,
    start: (env = {}) => start(['deploy/local/start.mjs'], env),
    npmStart: (env = {}) => start([npmProgram(), 'start'], env),
    processes: () => processesOf(folder),
    async remove() {
      for (const running of started) await running.destroy();
      for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** npm's own program, run by this very Node. */
function npmProgram(): string {
  const given = process.env.npm_execpath ?? '';
  return given.endsWith('.js')
    ? given
    : path.join(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
}

function giveTo(folder: string, { uid, gid }: User): void {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(path.join(folder, name), uid, gid);
  }
}

/** By /proc, where the launcher's tests run. */
function processesOf(folder: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.includes(`${folder}/`));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended while we looked.
    return '';
  }
}
