import { formatCount } from '#contracts/vocabulary/counts.ts';
import { randomUUID } from 'node:crypto';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { namedZone, runningStores } from '#services/platform/config/running-stores.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import {
  AlreadyRebuilding,
  NotOfThisLog,
  OfNewerVersion,
  OfOtherZone,
  projectionMigrations,
  projectionStatus,
  rebuildProjection,
  retryParked,
  verifyProjection,
  zoneToBuildIn,
  type AnyProjection,
  type CopyReport,
} from './engine/index.ts';
import { createProjections } from './index.ts';
import { systemClock } from '#services/platform/clock.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';

const USAGE = `npm run projections -- status
npm run projections -- rebuild NAME    builds a new copy beside the live one, compares, and swaps them
npm run projections -- verify NAME     builds a throwaway copy and compares every row with the live one
npm run projections -- retry [NAME]    applies what parked streams have skipped, after the cause was corrected

Works beside a running Vitrine, which goes on answering, and on DATABASE_URL and EVENTSTORE_URL.`;

const PROGRESS_EVERY_MS = 1_000;

type Stores = {
  readonly database: Database;
  readonly events: EventStore;
  readonly projections: readonly AnyProjection[];
};

function named(projections: readonly AnyProjection[], name: string | undefined): AnyProjection {
  const known = projections.map((projection) => projection.name).join(', ');
  if (name === undefined) throw new BadCall(`Say which projection: ${known}.\n\n${USAGE}`);
  const projection = projections.find((one) => one.name === name);
  if (!projection) throw new BadCall(`There is no projection "${name}". There are: ${known}.`);
  return projection;
}

async function status({ database, events, projections }: Stores): Promise<number> {
  const rows = await projectionStatus(database.db, events, projections);
  const table = rows.map((row) => [
    row.id,
    `v${row.version}`,
    row.progress === null ? row.state : `${row.state} ${Math.floor(row.progress * 100)} %`,
    `at ${row.position} of ${row.head}`,
    row.problem !== null
      ? 'stopped'
      : row.lag === 0
        ? 'no lag'
        : `about ${formatCount(row.lag)} events behind`,
    row.parked.length === 0 ? '' : `${row.parked.length} parked`,
  ]);
  const widths = table.reduce<number[]>(
    (widest, cells) => cells.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  for (const cells of table)
    console.log(
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const { problem } of rows) if (problem !== null) console.log(`  ${problem}`);
  for (const row of rows)
    for (const parked of row.parked)
      console.log(
        `  ${row.id}: ${parked.stream} stopped at ${parked.position} on ${parked.since}: ${parked.reason}`,
      );
  return rows.some(({ problem }) => problem !== null) ? 1 : 0;
}

function progressPrinter(startedAt: number): (position: bigint, until: bigint) => void {
  let printedAt = startedAt;
  return (position, until) => {
    const now = performance.now();
    if (now - printedAt < PROGRESS_EVERY_MS) return;
    printedAt = now;
    console.log(
      `  ${until === 0n ? 100 : Number((position * 100n) / until)} %, at ${position} of ${until} after ${seconds(startedAt)}`,
    );
  };
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The report in lines; true when nothing was found wrong. */
function printReport(report: CopyReport): boolean {
  for (const { table, onlyLive, onlyCopy, examples } of report.differences ?? []) {
    console.log(
      `  ${table}: ${onlyLive} rows only in the live one, ${onlyCopy} only in the copy${examples.length > 0 ? '; for example' : ''}`,
    );
    for (const example of examples) console.log(`    ${example}`);
  }
  for (const stream of report.parked.slice(0, 20))
    console.log(`  ${stream} is parked in the copy: see status after a rebuild`);
  if (report.parked.length > 20) console.log(`  and ${report.parked.length - 20} more parked streams`);
  return (report.differences ?? []).length === 0 && report.parked.length === 0;
}

async function copy(stores: Stores, name: string | undefined, what: 'rebuild' | 'verify'): Promise<number> {
  const projection = named(stores.projections, name);
  const startedAt = performance.now();
  const options = {
    pool: stores.database.pool,
    events: stores.events,
    projection,
    onProgress: progressPrinter(startedAt),
  };
  const report = what === 'rebuild' ? await rebuildProjection(options) : await verifyProjection(options);
  const clean = printReport(report);
  const compared =
    report.differences === null
      ? 'nothing live that it can be compared with'
      : report.differences.length === 0
        ? 'every row the same'
        : 'rows differ';
  console.log(
    what === 'rebuild'
      ? `${projection.name}: build ${report.build} is live at ${report.position}, ${compared}, ${seconds(startedAt)}.`
      : `${projection.name}: compared at ${report.position}, ${compared}, ${seconds(startedAt)}.`,
  );
  return clean || what === 'rebuild' ? 0 : 1;
}

async function retry({ database, events, projections }: Stores, name: string | undefined): Promise<number> {
  const chosen = name === undefined ? projections : [named(projections, name)];
  let standing = 0;
  let streams = 0;
  for (const projection of chosen) {
    for (const one of await retryParked({ pool: database.pool, events, projection })) {
      streams += 1;
      if (one.parkedAgain !== null) standing += 1;
      console.log(
        `  ${one.projection}: ${one.stream}: ${one.applied} events applied${one.parkedAgain === null ? '' : `; still parked: ${one.parkedAgain}`}`,
      );
    }
  }
  console.log(
    streams === 0 ? 'Nothing is parked.' : `${streams - standing} of ${streams} streams flow again.`,
  );
  return standing > 0 ? 1 : 0;
}

async function main(): Promise<number> {
  const { positionals } = readCall(USAGE, {});
  const [verb, name, ...more] = positionals;
  if (verb === undefined || more.length > 0 || !['status', 'rebuild', 'verify', 'retry'].includes(verb))
    throw new BadCall(USAGE);
  const addresses = runningStores(process.env);
  const named = namedZone(process.env);
  const database = connectDatabase(addresses.databaseUrl, { pipeline: true });
  const events = connectEventStore({ connectionString: addresses.eventStoreUrl });
  try {
    await migrate(database.pool, projectionMigrations);
    const projections = createProjections(await zoneToBuildIn(database.pool, named));
    const stores = { database, events, projections };
    if (verb === 'status') return await status(stores);
    await ensureLogIdentity({ events, clock: systemClock, newId: randomUUID });
    if (verb === 'retry') return await retry(stores, name);
    return await copy(stores, name, verb === 'rebuild' ? 'rebuild' : 'verify');
  } finally {
    await events.close();
    await database.close();
  }
}

await runCommandLine(main, [AlreadyRebuilding, NotOfThisLog, OfNewerVersion, OfOtherZone]);
