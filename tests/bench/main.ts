// npm run bench: every figure as a ratio to a baseline measured in the same run, on stores of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { startPostgres } from '#local/postgres.mjs';
import { benchAppends } from './appends.bench.ts';
import { benchApplication } from './application.bench.ts';
import { benchAtOnce } from './at-once.bench.ts';
import { benchAudit } from './audit.bench.ts';
import { benchBilling } from './billing.bench.ts';
import { benchFeeds } from './feeds.bench.ts';
import { benchInstructionCost } from './instruction-cost.bench.ts';
import { benchLists } from './lists.bench.ts';
import { benchMatching } from './matching.bench.ts';
import { benchMixedLoad } from './mixed-load.bench.ts';
import { benchProjections } from './projections.bench.ts';
import { benchReassortment } from './reassortment.bench.ts';
import { benchRebuild } from './rebuild.bench.ts';
import { benchReports } from './reports.bench.ts';
import { benchResumed } from './resumed.bench.ts';
import { benchRoles } from './roles.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchStatements } from './statements.bench.ts';
import type { BenchEnvironment, BenchRow } from './bench-row.ts';

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
  reports: benchReports,
  start: benchStart,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0)
  throw new Error(`there is no bench ${unknown.join(', ')}: choose from ${Object.keys(benches).join(', ')}`);

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
const postgres = await startPostgres({ folder });
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n${name}`);
    const startedAt = performance.now();
    for (const row of await onStoresOfItsOwn(name, bench)) console.log(line(row));
    console.log(`  in ${minutesSince(startedAt)} minutes, ${minutesSince(0)} since the beginning`);
  }
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

async function onStoresOfItsOwn(
  name: string,
  bench: (environment: BenchEnvironment) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  await server.query(`create database "bench_${name}"`);
  await server.end();
  const url = new URL(postgres.url);
  url.pathname = `/bench_${name}`;
  const store = await startEmbeddedEventStoreForTests(url.href);
  try {
    return await bench({ databaseUrl: url.href, eventStoreUrl: store.connectionString });
  } finally {
    await store.close();
  }
}

function minutesSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 60_000).toFixed(1);
}

function line({ name, value, unit, baseline, ratio, note }: BenchRow): string {
  const figure = (number: number): string =>
    number.toLocaleString('en-US', { maximumFractionDigits: number < 100 ? 2 : 0 });
  const against = baseline === null || ratio === null ? '' : `${ratio.toFixed(2)} × ${figure(baseline)}`;
  return `  ${name.padEnd(46)} ${figure(value).padStart(12)} ${unit.padEnd(10)} ${against.padStart(18)}   ${note}`;
}
