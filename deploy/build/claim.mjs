// One living owner for a folder: the launcher's data folder and each Postgres folder are claimed with this.
import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Unusable } from './unusable.mjs';

/**
 * @typedef {{ pid: number, started: string, since: string }} Owner
 * `started` tells a process from a later one that was given the same pid.
 */

/** A folder that another living process owns. The message names the process and the way out. */
export class FolderInUse extends Unusable {
  /** @param {string} folder @param {Owner} owner */
  constructor(folder, owner) {
    super(
      `${folder} is in use by process ${owner.pid} (since ${owner.since}). ` +
        'Stop that one first, or choose another folder with VITRINE_DATA.',
    );
    this.name = 'FolderInUse';
    this.owner = owner;
  }
}

/**
 * True while a process with this pid runs (also one that belongs to another user).
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * The code of a system error (`ENOENT`, `EACCES`…), or undefined for any other error.
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * When a process started, in a form that only has to be compared: clock ticks since boot on Linux,
 * what `ps` says elsewhere, empty where neither can be asked.
 * @param {number} pid
 */
export function startOf(pid) {
  if (process.platform === 'win32') return '';
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name (second field) may hold spaces and parentheses: count from the last ')'.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'latin1' }).trim();
  } catch {
    // It ended meanwhile, and '' differs from each start that was noted. Where `ps` is missing, '' was noted too, and
    // the pid decides.
    return '';
  }
}

/** @param {Owner} owner */
function lives(owner) {
  return isAlive(owner.pid) && startOf(owner.pid) === owner.started;
}

/** @param {string} file @returns {Owner | undefined} */
function readOwner(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Half-written by a process that died in the middle: no claim.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The living process that owns a folder, or undefined.
 * @param {string} folder
 */
export function ownerOf(folder) {
  const owner = readOwner(path.join(folder, 'owner.json'));
  return owner && lives(owner) ? owner : undefined;
}

/**
 * Makes this process the owner of an existing folder until `release()` or its end; a dead owner's claim is taken over.
 * @param {string} folder
 * @returns {{ release(): void, tookOver: boolean }}
 * @throws {FolderInUse} when another living process owns it.
 * @throws {Unusable} when the folder cannot be written to.
 */
export function claimFolder(folder) {
  const file = path.join(folder, 'owner.json');
  const mine = { pid: process.pid, started: startOf(process.pid), since: new Date().toISOString() };
  const written = `${file}.${randomUUID()}`;
  try {
    writeFileSync(written, JSON.stringify(mine), { mode: 0o600 });
  } catch (error) {
    throw new Unusable(
      `${folder} cannot be written to (${errorCode(error) ?? error}). Correct its permissions, or choose another folder with VITRINE_DATA.`,
      { cause: error },
    );
  }
  let tookOver = false;
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        // A link appears whole or not at all, and fails when the name is taken.
        linkSync(written, file);
        break;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const owner = readOwner(file);
      if (owner && lives(owner)) throw new FolderInUse(folder, owner);
      if (attempt > 100)
        throw new Error(`${file} cannot be claimed; remove it when no Vitrine runs in this folder.`);
      moveAside(file, owner);
      tookOver = true;
    }
  } finally {
    rmSync(written, { force: true });
  }
  return {
    tookOver,
    release() {
      if (readOwner(file)?.pid === mine.pid) rmSync(file, { force: true });
    },
  };
}

/**
 * Removes a dead owner's claim, and puts it back when somebody else's was caught instead.
 * @param {string} file @param {Owner | undefined} dead
 */
function moveAside(file, dead) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const caught = readOwner(aside);
  if (caught && (caught.pid !== dead?.pid || caught.started !== dead.started)) linkSync(aside, file);
  rmSync(aside, { force: true });
}
