import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UNSET } from '#tests/support/launched-copy.ts';
import { root } from '#tests/support/launcher.ts';
import { startProcess } from '#tests/support/processes.ts';
import { ownerOf } from '../../deploy/build/claim.mjs';
import { atMost, type BenchRow } from './bench-row.ts';
import { until } from './measure.ts';

/** What a clone does not have. */
const MADE_LATER = ['.git', '.data', '.cache', 'node_modules', 'dist', 'coverage', 'screenshots'];
const WITHIN_MS = 300_000;

/**
 * `npm start` in a fresh copy of the repository until it serves the demo, beside installing the packages alone, which are in
 * npm's cache when this bench has run before; and the second start, beside npm itself.
 */
export async function benchFirstStart(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-first-start-'));
  try {
    // Started by root, Postgres runs as another user, who shall be able to enter here.
    chmodSync(folder, 0o755);
    cpSync(root, folder, {
      recursive: true,
      filter: (from) => !MADE_LATER.includes(path.relative(root, from)),
    });
    const first = await started(folder, /Building the/);
    const again = await started(folder, /> node .*start\.mjs/);
    return [
      row('npm start, fresh clone', first, 23, 'installed, built, demo loaded; against installing alone'),
      row('npm start, again', again, 1.2, 'against npm itself until it starts our program'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until something else was done, and until it served. */
type Start = { readonly noted: number; readonly ready: number };

/** @param most seconds */
const row = (name: string, { noted, ready }: Start, most: number, note: string): BenchRow => ({
  name,
  value: ready / 1000,
  unit: 's',
  baseline: noted / 1000,
  ratio: ready / noted,
  note,
  aim: atMost(most),
});

/** Starts it until it serves, and stops it then; `noted` is what it prints when the other thing is done. */
async function started(cwd: string, noted: RegExp): Promise<Start> {
  const startedAt = performance.now();
  const since = (): number => performance.now() - startedAt;
  const running = startProcess('npm', ['start'], {
    cwd,
    env: { ...UNSET, PORT: '0' },
  });
  try {
    await running.printed(noted, WITHIN_MS);
    const notedAfter = since();
    await running.printed(/ready at http/, WITHIN_MS);
    const ready = since();
    running.signal('SIGTERM');
    await running.ended(60_000);
    // npm may end before what it started.
    await until(async () => ownerOf(path.join(cwd, '.data')) === undefined);
    return { noted: notedAfter, ready };
  } finally {
    await running.destroy();
  }
}
