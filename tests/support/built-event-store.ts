import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { PROGRAMS } from '#local/programs.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, `.cache/tests/event-store-${process.pid}`);

/**
 * Vitest's global setup of the projects that start event stores: built once for the run, as it is for `npm start`. One
 * that is read from its source takes nearly twice as long to start, and every test file starts one.
 */
export default async function setup(): Promise<() => void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: {
      'event-store': PROGRAMS['event-store'],
      'harsh-twin': 'deploy/local/event-store/harsh-twin/harsh-twin-program.ts',
    },
    outdir: FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  process.env['BUILT_EVENT_STORE'] = path.join(FOLDER, 'event-store.mjs');
  process.env['BUILT_HARSH_TWIN'] = path.join(FOLDER, 'harsh-twin.mjs');
  return () => rmSync(FOLDER, { recursive: true, force: true });
}
