// Stores for tools that work with or without a running Vitrine: backup, restore, the copy of a log.
import { fork } from 'node:child_process';
import path from 'node:path';
import { claimFolder, ownerOf } from '../build/claim.mjs';
import { builtProgram } from '../build/programs.mjs';
import { makeDataFolder } from './data-folder.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { Unusable } from '../build/unusable.mjs';

/** @typedef {{ env: Record<string, string>, close: () => Promise<void> }} ToolStores */

/**
 * Starts the embedded stores of the data folder for a tool, those that the environment does not name. Where Vitrine runs
 * in that folder nothing is started: the tool finds its stores by `running.json`.
 * @param {string} root @param {string} dataFolder
 * @returns {Promise<ToolStores>} what to add to the environment
 * @throws {Unusable} when the stores cannot be started
 */
export async function openToolStores(root, dataFolder) {
  const { DATABASE_URL, EVENTSTORE_URL } = process.env;
  if ((DATABASE_URL && EVENTSTORE_URL) || ownerOf(dataFolder)) return { env: {}, close: async () => {} };
  makeDataFolder(dataFolder);
  /** @type {(() => Promise<void> | void)[]} */
  const closing = [claimFolder(dataFolder).release];
  const close = async () => {
    for (const step of closing.splice(0)) await step();
  };
  try {
    let databaseUrl = DATABASE_URL;
    if (!databaseUrl) {
      const postgres = await startPostgres({ folder: path.join(dataFolder, 'postgres') });
      closing.unshift(postgres.close);
      databaseUrl = postgres.url;
    }
    let eventStoreUrl = EVENTSTORE_URL;
    if (!eventStoreUrl) {
      const eventStore = await startEventStore(root, databaseUrl);
      closing.unshift(eventStore.close);
      eventStoreUrl = eventStore.url;
    }
    return { env: { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {string} root @param {string} databaseUrl */
async function startEventStore(root, databaseUrl) {
  const port = await freePort();
  const child = fork(builtProgram(root, 'event-store'), ['--port', String(port)], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    // Ctrl-C reaches the tool, which ends first.
    detached: true,
    execArgv: ['--enable-source-maps', '--import', new URL('exit-with-parent.mjs', import.meta.url).href],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('listening on') && resolve(undefined));
    child.once('error', reject);
    child.once('exit', () =>
      reject(new Unusable('The embedded event store did not start; it says why above.')),
    );
  });
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    close: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
