// Installs what package-lock.json says, when that differs from what is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Unusable } from '../build/unusable.mjs';
import { inCheckout } from '../build/checkout-lock.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */

/**
 * True when what is installed is not what the lock file says (packages for other platforms aside).
 * @param {string} root the repository
 */
export function isInstallStale(root) {
  const installedLock = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return true;
  const installed = packagesOf(installedLock);
  return Object.entries(packagesOf(path.join(root, 'package-lock.json'))).some(([name, wanted]) => {
    if (name === '') return false;
    const has = installed[name];
    if (has === undefined) return !wanted.optional || isForThisPlatform(wanted);
    return has.version !== wanted.version || has.integrity !== wanted.integrity;
  });
}

/** @param {string} lockFile @returns {Record<string, Entry>} */
const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/** @param {Entry} entry */
function isForThisPlatform({ os, cpu, libc }) {
  return (
    libc === undefined && Boolean(os?.includes(process.platform)) && Boolean(cpu?.includes(process.arch))
  );
}

/**
 * Installs the packages where they are not those of the lock file. One process of a checkout installs; others wait for it.
 * @param {string} root @param {AbortSignal} signal ends it @param {() => void} onInstall called before it begins
 * @throws {Unusable} when npm fails; it has printed why
 */
export async function installStale(root, signal, onInstall) {
  if (!isInstallStale(root)) return;
  await inCheckout(root, signal, async () => {
    if (!isInstallStale(root)) return;
    onInstall();
    await install(root, signal);
  });
}

/**
 * Runs `npm ci` with the npm that started us, or the one on the path.
 * @param {string} root @param {AbortSignal} signal
 */
async function install(root, signal) {
  const calledBy = process.env.npm_execpath ?? '';
  const [command, ...args] = /npm-cli\.c?js$/.test(calledBy) ? [process.execPath, calledBy] : ['npm'];
  const npm = spawn(
    command,
    [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
      signal,
      // npm may outlive a softer one; half an install is recognised by the next start.
      killSignal: 'SIGKILL',
    },
  );
  const [code] = await once(npm, 'exit');
  signal.throwIfAborted();
  if (code !== 0)
    throw new Unusable('The packages could not be installed; npm says why above. Then run npm start again.');
}
