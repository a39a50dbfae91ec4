// npm run bench: every figure as a ratio to a baseline measured in the same run, on stores of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { startPostgres } from '#local/postgres.mjs';
import { benchPagesInBrowser, benchTableInBrowser } from '#tests/bench-web/in-browser.ts';
import { benchAppends } from './appends.bench.ts';
import { benchApplication } from './application.bench.ts';
import { benchAtOnce } from './at-once.bench.ts';
import { benchAudit } from './audit.bench.ts';
import { benchBillRun } from './bill-run.bench.ts';
import { benchBilling } from './billing.bench.ts';
import { benchFeeds } from './feeds.bench.ts';
import { benchInstructionCost } from './instruction-cost.bench.ts';
import { fillLargeHouse } from './large-house.ts';
import { benchLists } from './lists.bench.ts';
import { benchMatching } from './matching.bench.ts';
import { benchMixedLoad } from './mixed-load.bench.ts';
import { benchProjections } from './projections.bench.ts';
import { benchReassortment } from './reassortment.bench.ts';
import { benchRebuild } from './rebuild.bench.ts';
import { benchReports } from './reports.bench.ts';
import { benchResumed } from './resumed.bench.ts';
import { benchRoles } from './roles.bench.ts';
import { benchFirstStart } from './first-start.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchStatements } from './statements.bench.ts';
import { isMissed, lineOf, type BenchEnvironment, type BenchRow } from './bench-row.ts';

const benches: Readonly<Record<string, (environment: BenchEnvironment) => Promise<BenchRow[]>>> = {
  appends: benchAppends,
  projections: benchProjections,
  rebuild: benchRebuild,
  application: benchApplication,
  cost: benchInstructionCost,
  'at-once': benchAtOnce,
  statements: benchStatements,
  matching: benchMatching,
  feeds: benchFeeds,
  lists: benchLists,
  resumed: benchResumed,
  mixed: benchMixedLoad,
  roles: benchRoles,
  reassortment: benchReassortment,
  audit: benchAudit,
  billing: benchBilling,
  'bill-run': benchBillRun,
  reports: benchReports,
  start: benchStart,
  'first-start': benchFirstStart,
  table: benchTableInBrowser,
  pages: benchPagesInBrowser,
};

/** These begin with the large house. */
const LARGE: readonly string[] = ['lists', 'mixed', 'start'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0)
  throw new Error(`there is no bench ${unknown.join(', ')}: choose from ${Object.keys(benches).join(', ')}`);

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
const postgres = await startPostgres({ folder });
const aimed: BenchRow[] = [];
let large: Promise<string> | undefined;
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n${name}`);
    const startedAt = performance.now();
    const rows = await onStoresOfItsOwn(name, bench);
    for (const row of rows) console.log(lineOf(row));
    aimed.push(...rows.filter(({ aim }) => aim));
    console.log(`  in ${minutesSince(startedAt)} minutes, ${minutesSince(0)} since the beginning`);
  }
  console.log(`\n${aimed.filter((row) => !isMissed(row)).length} of ${aimed.length} aims reached`);
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

async function onStoresOfItsOwn(
  name: string,
  bench: (environment: BenchEnvironment) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  const template = LARGE.includes(name) ? await largeHouse() : 'template0';
  return onStores(await newDatabase(`bench_${name}`, template), bench);
}

/** The name of the database with the large house, filled when it is asked for first. */
function largeHouse(): Promise<string> {
  large ??= (async () => {
    const name = 'large_house';
    await onStores(await newDatabase(name, 'template0'), fillLargeHouse);
    return name;
  })();
  return large;
}

/** Its connection string. */
async function newDatabase(name: string, template: string): Promise<string> {
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  await server.query(`create database "${name}" template "${template}"`);
  await server.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function onStores<Result>(
  databaseUrl: string,
  work: (environment: BenchEnvironment) => Promise<Result>,
): Promise<Result> {
  const store = await startEmbeddedEventStoreForTests(databaseUrl);
  try {
    return await work({ databaseUrl, eventStoreUrl: store.connectionString });
  } finally {
    await store.close();
  }
}

function minutesSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 60_000).toFixed(1);
}
