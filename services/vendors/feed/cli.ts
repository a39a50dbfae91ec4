import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { SHAPES, shapeNames } from '#contracts/vocabulary/shapes.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import { readFeedShares } from '#services/platform/config/index.ts';
import { runningFeedShares, runningFiles } from '#services/platform/config/running-stores.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { listenForWork } from '#services/platform/work-notices/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { pause } from '#services/platform/pause.ts';
import { withStoresToAppend, type RunningStores } from '#services/platform/stores/with-running-stores.ts';
import { priceMigrations } from '#services/prices/index.ts';
import type { FeedRunContext } from '../feed-runs/feed-run-context.ts';
import { feedRunMigrations } from '../feed-runs/migrations.ts';
import { readFeed, type FeedReport } from '../feed-runs/read-feed.ts';
import { requireRun, runWhenSettled } from '../feed-runs/require-run.ts';
import { nextOpenRun, type FeedRun } from '../feed-runs/run-store.ts';
import { workFeedRuns } from '../feed-runs/work-feed-runs.ts';
import { UnreadableFeed, type FeedProblem } from './feed-attributes.ts';
import { readMapping } from './map-columns.ts';

const USAGE = `npm run feed -- --vendor ID [--map mapping.json] [--dry-run] [--additions-only] [--confirm] FILE

  --vendor          the vendor's id
  --map             JSON: the vendor's heading → the attribute (see services/vendors/feed/example-mapping.json);
                    without it the columns as they are mapped in the back office
  --dry-run         shows what the file would change, and changes nothing
  --additions-only  withdraws nothing of what the file does not have
  --confirm         applies a file that is held: one that would withdraw or reprice much of the stock

Reads a vendor's full feed, .csv or .xlsx, beside a running Vitrine (or DATABASE_URL and EVENTSTORE_URL, with
VITRINE_FILES_URL or VITRINE_DATA, VITRINE_FEED_WITHDRAWALS and VITRINE_FEED_PRICES as Vitrine has them): lists the good
rows, reports the others by row and column, withdraws what is missing. May be repeated; one that was killed is finished
by Vitrine or by the next call.`;

const OPTIONS = {
  vendor: { type: 'string' },
  map: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'additions-only': { type: 'boolean', default: false },
  confirm: { type: 'boolean', default: false },
} as const;

type Input = ReturnType<typeof readArguments>;

function readArguments() {
  const { values, positionals } = readCall(USAGE, OPTIONS);
  const [file, ...more] = positionals;
  if (values.vendor === undefined || file === undefined || more.length > 0) throw new BadCall(USAGE);
  if (!/^[1-9]\d{0,8}$/.test(values.vendor))
    throw new BadCall(`--vendor must be a vendor's id, for example 2, not "${values.vendor}".`);
  const mapping: FeedMapping | undefined =
    values.map === undefined ? undefined : readMapping(readJson(values.map));
  return {
    vendorId: Number(values.vendor),
    mapping,
    file,
    dryRun: values['dry-run'],
    kind: values['additions-only'] ? ('ADDITIONS' as const) : ('FULL' as const),
    confirm: values.confirm,
  };
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

const LOOK_EVERY_MS = 200;

const counted = (count: number): string => formatCount(count);

function summary({ run, outcomes }: FeedReport, seconds: number): string {
  const { rows, reported, counts, holds, state } = run;
  const of = (count: number | null | undefined): string => counted(count ?? 0);
  const good = (rows ?? 0) - (reported ?? 0);
  const lines = [`${of(rows)} rows: ${of(good)} good, ${of(reported)} reported.`];
  if (state === 'APPLIED')
    lines.push(
      `${of(outcomes.listed)} listed, ${of(outcomes.changed)} changed, ${of(counts?.UNCHANGED)} as they were; ${of(outcomes.withdrawn)} withdrawn, ${of(counts?.HELD)} held by customers, ${of(outcomes.waiting)} waiting for a person.`,
    );
  else
    lines.push(
      `Nothing was changed. ${of(counts?.NEW)} new, ${of(counts?.CHANGED)} changed, ${of(counts?.UNCHANGED)} unchanged, ${of(counts?.GONE)} gone, ${of(counts?.HELD)} held by customers, ${of(counts?.WAITING)} waiting, ${of(counts?.UNLISTED)} unlisted.`,
    );
  for (const { message } of holds) lines.push(message);
  if (state === 'HELD')
    lines.push('The feed is held: look at it in the back office, or read it with --confirm.');
  lines.push(`${seconds.toFixed(1)} s`);
  return lines.join('\n');
}

/** Shows how far the run is, and before it one that was interrupted and is finished first, until the signal is aborted. */
async function showProgress(context: FeedRunContext, id: string, signal: AbortSignal): Promise<void> {
  let shown = '';
  while (!signal.aborted) {
    const { done, total } = (await nextOpenRun(context)) ?? (await requireRun(context, id));
    const line = `${counted(done)} of ${counted(total ?? 0)} parcels`;
    if (total && line !== shown) process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`);
    shown = line;
    await pause(LOOK_EVERY_MS, signal);
  }
}

async function main(): Promise<number> {
  const input = readArguments();
  // Read before anything else, so that a missing file is reported immediately.
  const bytes = await readFile(input.file);
  return withStoresToAppend([...priceMigrations, ...feedRunMigrations], (stores) =>
    feed(stores, input, bytes),
  );
}

/** Reads a feed, working on its run here unless a running Vitrine does; the exit code. */
async function feed(stores: RunningStores, input: Input, bytes: Buffer): Promise<number> {
  const leases = openLeases(stores.pool);
  const onLost = ({ message }: Error): void => console.error(`Postgres was lost: ${message}`);
  const work = listenForWork(stores.databaseUrl, { name: 'vitrine feed', onLost });
  const started = performance.now();
  const ended = new AbortController();
  const log = { info: () => undefined, warn: (message: string) => console.error(message) };
  let working: Promise<void> | undefined;
  try {
    const context: FeedRunContext = {
      ...stores,
      files: openFileStore(runningFiles(process.env)),
      shapeName: async () => shapeNames(SHAPES),
      shares: readFeedShares(runningFeedShares(process.env)),
    };
    // Where a running Vitrine has the lease, it does the work.
    working = workFeedRuns({ context, leases, work, log, signal: ended.signal });
    const settled = async (id: string): Promise<FeedRun> => {
      const step = new AbortController();
      const progress = showProgress(context, id, step.signal);
      const run = await runWhenSettled(context, id, {});
      step.abort();
      await progress;
      return run;
    };
    const report = await readFeed(
      context,
      { ...input, fileName: path.basename(input.file), bytes, actor: { username: 'feed', role: 'system' } },
      settled,
    );
    for (const problem of report.problems) console.log(problemLine(problem));
    console.log(summary(report, (performance.now() - started) / 1000));
    return report.run.state === 'APPLIED' || input.dryRun ? 0 : 1;
  } finally {
    ended.abort();
    await working;
    await work.close();
    await leases.close();
  }
}

await runCommandLine(main, [UnreadableFeed]);
