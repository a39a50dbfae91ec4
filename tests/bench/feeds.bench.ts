import { readFileSync } from 'node:fs';
import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { AS_FOUND } from '#contracts/vendor/feed-mapping.ts';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { FEED_ROWS, generateFeed } from '#services/vendors/feed/testing/generate-feed.ts';
import { readMapping } from '#services/vendors/feed/map-columns.ts';
import { parseFeed } from '#services/vendors/feed/parse-feed.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { fillSmallWorld, PASSWORD } from '#tests/support/small-world.ts';
import { atMostTimes, figure, type Aim, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { median, timed } from './measure.ts';
import { withApplication } from './started-application.ts';

const ROWS = Number(process.env['ROWS'] ?? FEED_ROWS);
const VENDOR = 2;
const MAPPING = readMapping(
  JSON.parse(readFileSync('services/vendors/feed/example-mapping.json', 'utf8')) as unknown,
);
const UNDER_WAY: readonly FeedRunResource['state'][] = ['WAITING', 'READING', 'APPLYING'];
const LOOK_EVERY_MS = 25;

/**
 * A vendor's feed of 54,000 rows from the file to the list, over HTTP as an administrator has it: classified, applied, visible,
 * and the same file again; beside reading the file alone.
 */
export async function benchFeeds(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async ({ application, database, events, context }) => {
    await fillSmallWorld(context);
    const command = (commandId: string) =>
      ({ commandId, actor: { username: 'bench', role: 'administrator' } }) as const;
    await vendorCommands.register(context, command('vendor'), VENDOR, {
      settings: { name: 'Ashworth', autoWhitelist: true },
      terms: { markupPpm: 80_000 },
    });
    await vendorCommands.mapColumns(context, command('columns'), VENDOR, {
      columns: MAPPING.columns,
      conventions: AS_FOUND,
    });
    const bytes = Buffer.from(generateFeed({ rows: ROWS }).csv);
    const vendor = { vendorId: VENDOR, dxPrefix: '', tier: undefined, markupPpm: 80_000 };
    const reading = await median(3, () => parseFeed(bytes, MAPPING, vendor, () => undefined));
    const api = await signedIn(application.address!);
    const settled = async (id: string): Promise<FeedRunResource> => {
      for (;;) {
        const run = await api<FeedRunResource>('GET', `/api/feed-runs/${id}`);
        if (run.state === 'FAILED') throw new Error(run.failure ?? 'the run failed');
        if (!UNDER_WAY.includes(run.state)) return run;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    const positions = createPositions(database.db, await logIdOf(events));
    const visible = async (): Promise<void> => {
      if (!(await positions.waitForPosition(['parcels', 'vendors'], await events.headPosition(), 600_000)))
        throw new Error('the read models stayed behind the log');
    };
    const classify = () =>
      timed(async () => {
        const { fileId } = await api<{ fileId: string }>('POST', `/api/vendors/${VENDOR}/feed-files`, bytes);
        const start = { vendorId: VENDOR, fileId, fileName: 'feed.csv' };
        return settled((await api<FeedRunResource>('POST', '/api/feed-runs', start)).id);
      });
    const apply = ({ id }: FeedRunResource) =>
      timed(async () => {
        await api('POST', `/api/feed-runs/${id}/apply`, { confirmed: [] });
        return settled(id);
      });
    const first = await classify();
    const applied = await apply(first.result);
    const shown = await timed(visible);
    const again = await classify();
    if (again.result.counts?.UNCHANGED !== first.result.counts?.NEW)
      throw new Error('the same feed changes something');
    const same = await apply(again.result);
    const row = (name: string, ms: number, note: string, aim?: Aim): BenchRow => ({
      name,
      value: ms,
      unit: 'ms',
      baseline: reading,
      ratio: ms / reading,
      note,
      aim,
    });
    return [
      row('feed classified, all of it new', first.ms, `${ROWS} rows of .csv; beside reading the file alone`),
      row('feed applied', applied.ms, `${first.result.counts?.NEW} stones listed`, atMostTimes(3)),
      row('feed visible after that', shown.ms, 'in every list'),
      row('same feed classified', again.ms, 'nothing to change', atMostTimes(1.5)),
      row('same feed applied', same.ms, 'nothing to write', atMostTimes(1.5)),
      figure(
        'most memory of the process',
        process.resourceUsage().maxRSS / 1024,
        'MB',
        'the whole application with the bench itself',
      ),
    ];
  });
}

/** Calls of an administrator: JSON, or a file. */
async function signedIn(address: string) {
  let token = '';
  const api = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const file = Buffer.isBuffer(body);
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': file ? 'text/csv' : 'application/json' }),
      },
      ...(body !== undefined && { body: file ? Uint8Array.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  ({ token } = await api<{ token: string }>('POST', '/login', { username: 'admin', password: PASSWORD }));
  return api;
}
