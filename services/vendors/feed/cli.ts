import { formatCount } from '#contracts/vocabulary/counts.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { priceListOn, rapPerCarat } from '#services/prices/index.ts';
import { systemClock } from '#services/platform/clock.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { createSnapshots } from '#services/platform/commands/index.ts';
import { runningStores } from '#services/platform/config/running-stores.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { UnreadableFeed, type FeedProblem } from './feed-attributes.ts';
import { readFeed, type FeedReport } from './read-feed.ts';
import { messageOf } from '#services/platform/message-of.ts';

const USAGE = `npm run feed -- --vendor ID --map mapping.json FILE.csv

  --vendor  the vendor's id
  --map     JSON: the vendor's heading → the attribute (see services/vendors/feed/example-mapping.json)

Reads a vendor's full feed beside a running Vitrine (or DATABASE_URL and EVENTSTORE_URL): lists the good rows,
reports the others by row and column, withdraws what is missing. May be repeated, and be finished after a kill.`;

const OPTIONS = { vendor: { type: 'string' }, map: { type: 'string' }, help: { type: 'boolean' } } as const;

function readArguments(): { vendorId: number; mapping: unknown; file: string } | null {
  const { values, positionals } = readCall(USAGE, OPTIONS);
  if (values.help) return null;
  const [file, ...more] = positionals;
  if (values.vendor === undefined || values.map === undefined || file === undefined || more.length > 0)
    throw new BadCall(USAGE);
  if (!/^[1-9]\d{0,8}$/.test(values.vendor))
    throw new BadCall(`--vendor must be a vendor's id, for example 2, not "${values.vendor}".`);
  if (/\.xlsx?$/i.test(file))
    throw new BadCall('The feed must be CSV: save the workbook as "CSV UTF-8" first.');
  return { vendorId: Number(values.vendor), mapping: readJson(values.map), file };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadCall(`The mapping ${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Quoted and cut: a hostile cell can neither fill the terminal nor steer it. */
function printed(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value).replace(
    /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    '?',
  );
}

function problemLine({ row, column, value, message }: FeedProblem): string {
  return column === ''
    ? `row ${row}: ${message}`
    : `row ${row}, column ${printed(column)}: ${printed(value)} ${message}`;
}

const counted = (count: number): string => formatCount(count);

function summary(report: FeedReport, seconds: number): string {
  const { rows, reportedRows, listed, changed, unchanged, withdrawn, held, whole } = report;
  const lines = [
    `${counted(rows)} rows: ${counted(rows - reportedRows)} good, ${counted(reportedRows)} reported.`,
    `${counted(listed)} listed, ${counted(changed)} changed, ${counted(unchanged)} as they were; ${counted(withdrawn)} withdrawn, ${counted(held)} missing but held by a customer.`,
  ];
  if (!whole)
    lines.push(
      'Some rows could not be identified, so nothing was withdrawn: correct them and read the file again.',
    );
  lines.push(`${seconds.toFixed(1)} s`);
  return lines.join('\n');
}

async function main(): Promise<number> {
  const input = readArguments();
  if (!input) {
    console.log(USAGE);
    return 0;
  }
  const stores = runningStores(process.env);
  // Read before anything else, so that a missing file is reported immediately.
  const file = await readFile(input.file);
  const { db, pool, close } = connectDatabase(stores.databaseUrl);
  const events = connectEventStore({ connectionString: stores.eventStoreUrl });
  const started = performance.now();
  const live = process.stderr.isTTY;
  try {
    const zone = process.env['VITRINE_TIME_ZONE'] || DEFAULT_TIME_ZONE;
    const list = await priceListOn(db, houseDayOf(systemClock().toISOString(), zone));
    const report = await readFeed(
      {
        events,
        db,
        snapshots: createSnapshots(pool),
        clock: systemClock,
        zone,
        rapPerCarat: (stone) => (list ? rapPerCarat(list, stone) : undefined),
      },
      {
        vendorId: input.vendorId,
        mapping: input.mapping,
        file,
        actor: { username: 'feed', role: 'system' },
        onProgress(done, total) {
          const line = `${counted(done)} of ${counted(total)} parcels`;
          if (live) process.stderr.write(`\r${line}${done === total ? '\n' : ''}`);
          else if (done % 10_000 === 0 || done === total) console.error(line);
        },
      },
    );
    for (const problem of report.problems) console.log(problemLine(problem));
    console.log(summary(report, (performance.now() - started) / 1000));
    return report.rows > report.reportedRows ? 0 : 1;
  } finally {
    await events.close();
    await close();
  }
}

await runCommandLine(main, [UnreadableFeed]);
