// npm run bench:web [table|pages]: the portal's production build over 50,000 made stones in a real browser, beside its budgets.
import { formatCount } from '#contracts/vocabulary/counts.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/support/launch-chromium.ts';
import { startProcess } from '#tests/support/processes.ts';
import { buildStale } from '../../deploy/build/build.mjs';
import { lineOf, type Figure } from './budgets.ts';
import { benchPages } from './pages.bench.ts';
import { benchTable } from './table.bench.ts';

const root = path.resolve(import.meta.dirname, '../..');
const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { ...text, default: '50000' },
    portal: { ...text, default: path.join(root, 'dist/portal') },
  },
});
/** Each can be run alone. */
const AREAS = {
  table: benchTable,
  pages: (browser: Browser, base: string) =>
    benchPages(browser, base, values.portal, path.join(root, 'dist/admin')),
} as const;
const areas = Object.entries(AREAS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
if (positionals.some((name) => !(name in AREAS)))
  throw new Error(`There is ${Object.keys(AREAS).join(' and ')}, not ${positionals.join(' ')}.`);

if (values.portal === path.join(root, 'dist/portal')) await buildStale(root);
const server = startProcess(
  process.execPath,
  ['--import', 'tsx', 'tests/bench-web/fake-server.ts', '0', values.rows, values.portal],
  { cwd: root },
);
try {
  const [base = ''] = await server.printed(/http:\/\/127\.0\.0\.1:\d+/, 60_000);
  const browser = await launchChromium();
  const figures: Figure[] = [];
  for (const [, bench] of areas) figures.push(...(await bench(browser, base)));
  await browser.close();
  console.log(`\n${formatCount(Number(values.rows))} rows; medians; budgets beside them`);
  for (const figure of figures) console.log(lineOf(figure));
  const over = figures.filter(({ value, budget }) => budget !== null && value > budget);
  console.log(over.length === 0 ? '\nAll within their budgets.' : `\n${over.length} over their budgets.`);
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  await server.destroy();
}
