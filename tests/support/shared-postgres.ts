import { startPostgres, stopLeftBehind, type Postgres } from '#local/postgres.mjs';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ownerOf } from '../../deploy/build/claim.mjs';
import { sharedByProjects } from './shared-by-projects.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the Postgres server that all tests of a run share. */
    postgresUrl: string;
  }
}

const PREFIX = 'vitrine-tests-';

/** Vitest's global setup of the projects that need Postgres: one server for all of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { made, release } = await sharedByProjects('postgres', start, async ({ postgres, folder }) => {
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  });
  project.provide('postgresUrl', made.postgres.url);
  return release;
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
