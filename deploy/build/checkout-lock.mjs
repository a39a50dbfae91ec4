// Several processes may be started from one checkout at the same time: one of them installs or builds, the others wait.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder, FolderInUse } from './claim.mjs';

const LOOK_AGAIN_MS = 100;

/**
 * Does a piece of work on the checkout that one process may do at a time; a killed owner's claim is taken over.
 * @template T
 * @param {string} root the repository @param {AbortSignal | undefined} signal ends the waiting
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {import('./unusable.mjs').Unusable} when the checkout cannot be written to
 */
export async function inCheckout(root, signal, work) {
  const folder = path.join(root, 'dist');
  mkdirSync(folder, { recursive: true });
  const claim = await claimWhenFree(folder, signal);
  try {
    return await work();
  } finally {
    claim.release();
  }
}

/** @param {string} folder @param {AbortSignal | undefined} signal */
async function claimWhenFree(folder, signal) {
  for (;;) {
    try {
      return claimFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
    await sleep(LOOK_AGAIN_MS, undefined, signal && { signal });
  }
}
