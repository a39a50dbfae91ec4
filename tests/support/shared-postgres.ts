import { startPostgres, stopLeftBehind, type Postgres } from '#local/postgres.mjs';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ownerOf } from '../../deploy/build/claim.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the Postgres server that all tests of a run share. */
    postgresUrl: string;
  }
}

const PREFIX = 'vitrine-tests-';

interface Shared {
  users: number;
  server: Promise<{ postgres: Postgres; folder: string }>;
}

// Every project loads this file again in the same process: what they share stands on the global object.
const shelf = globalThis as typeof globalThis & { vitrineTestPostgres?: Shared };

/** Vitest's global setup of the projects that need Postgres: the first starts the server, the last stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (shelf.vitrineTestPostgres ??= { users: 0, server: start() });
  shared.users += 1;
  const { postgres, folder } = await shared.server;
  project.provide('postgresUrl', postgres.url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shelf.vitrineTestPostgres;
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function start(): Promise<{ postgres: Postgres; folder: string }> {
  await removeLeftovers();
  const folder = mkdtempSync(path.join(os.tmpdir(), PREFIX));
  const postgres = await startPostgres({ folder, durable: false });
  return { postgres, folder };
}

/** Ends the servers of test runs that were killed, and removes their folders. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    if (!existsSync(path.join(folder, 'owner.json')) || ownerOf(folder)) continue;
    await stopLeftBehind(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
