import { build } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROGRAMS } from '#local/programs.mjs';
import { builtName, FOLDER_OF_BUILT } from './programs.ts';
import { sharedByProjects } from './shared-by-projects.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HARSH_TWIN = 'deploy/local/event-store/testing/harsh-twin/harsh-twin-program.ts';
const FOLDER = path.join(ROOT, `.cache/tests/programs-${process.pid}`);

/**
 * Vitest's global setup of the projects that start programs: all are built once for the run, as they are for `npm
 * start`. One that is read from its source takes two to three times the processor to start.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { release } = await sharedByProjects('programs', buildPrograms, () =>
    rmSync(FOLDER, { recursive: true, force: true }),
  );
  return release;
}

async function buildPrograms(): Promise<void> {
  const sources = new Set([...Object.values(PROGRAMS), ...programsIn('services'), ...programsIn('deploy')]);
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries([...sources].map((source) => [builtName(source), source])),
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  process.env[FOLDER_OF_BUILT] = FOLDER;
  // The event store stands alone: its tests' start knows no more than these.
  process.env['BUILT_EVENT_STORE'] = path.join(FOLDER, 'event-store.js');
  process.env['BUILT_HARSH_TWIN'] = path.join(FOLDER, `${builtName(HARSH_TWIN)}.js`);
}

function programsIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-program.ts'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
}
