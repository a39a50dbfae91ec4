import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { BenchRow } from '#tests/bench/bench-row.ts';
import { launchChromium } from '#tests/support/launch-chromium.ts';
import { startProcess } from '#tests/support/processes.ts';
import { buildStale } from '../../deploy/build/build.mjs';
import { benchPages } from './pages.bench.ts';
import { benchTable } from './table.bench.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PORTAL = path.join(root, 'dist/portal');
const OFFICE = path.join(root, 'dist/admin');
const STONES = process.env['STONES'] ?? '50000';

/** The table of 50,000 stones in the portal's production build, in a real browser: each from the event to its frame. */
export const benchTableInBrowser = (): Promise<BenchRow[]> => inBrowser(benchTable);

/** Weights and paint of the portal's pages and of the back office, in a real browser. */
export const benchPagesInBrowser = (): Promise<BenchRow[]> =>
  inBrowser((browser, base) => benchPages(browser, base, PORTAL, OFFICE));

async function inBrowser(
  measure: (browser: Browser, base: string) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  await buildStale(root);
  const server = startProcess(
    process.execPath,
    ['--import', 'tsx', 'tests/bench-web/fake-server.ts', '0', STONES, PORTAL],
    { cwd: root },
  );
  try {
    const [base = ''] = await server.printed(/http:\/\/127\.0\.0\.1:\d+/, 60_000);
    const browser = await launchChromium();
    try {
      return await measure(browser, base);
    } finally {
      await browser.close();
    }
  } finally {
    await server.destroy();
  }
}
