import { build } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LOADED_LATER, WITH_REQUIRE } from '../../deploy/build/build.mjs';
import { PROGRAMS } from '#local/programs.mjs';
import { builtName, FOLDER_OF_BUILT } from './programs.ts';
import { sharedByProjects } from './shared-by-projects.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HARSH_TWIN = 'deploy/local/event-store/testing/harsh-twin/harsh-twin-program.ts';
/** Each comes with a file that it looks for beside its own script. */
const WITH_FILES = ['highs'];
const FOLDER = path.join(ROOT, `.cache/tests/programs-${process.pid}`);

/**
 * Vitest's global setup of the projects that start programs: all are built once for the run, as they are for `npm
 * start`. One that is read from its source takes two to three times the processor to start, and one whose packages are not
 * in it twice.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { release } = await sharedByProjects('programs', buildPrograms, () =>
    rmSync(FOLDER, { recursive: true, force: true }),
  );
  return release;
}

async function buildPrograms(): Promise<void> {
  const { application, ...known } = PROGRAMS;
  const others = [...Object.values(known), ...programsIn('services'), ...programsIn('deploy')];
  // The application is one file, as it is served.
  await Promise.all([buildInto(FOLDER, [application]), buildInto(FOLDER, [...new Set(others)])]);
  process.env[FOLDER_OF_BUILT] = FOLDER;
  // The event store stands alone: its tests' start knows no more than these.
  process.env['BUILT_EVENT_STORE'] = path.join(FOLDER, 'event-store.js');
  process.env['BUILT_HARSH_TWIN'] = path.join(FOLDER, `${builtName(HARSH_TWIN)}.js`);
}

/** Programs that are built together share what they have in common. */
async function buildInto(outdir: string, sources: readonly string[]): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(sources.map((source) => [builtName(source), source])),
    outdir,
    bundle: true,
    splitting: sources.length > 1,
    external: [...LOADED_LATER, ...WITH_FILES],
    banner: { js: WITH_REQUIRE },
    keepNames: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
}

function programsIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-program.ts'))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`);
}
