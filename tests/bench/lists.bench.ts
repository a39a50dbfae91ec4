import { gzipSync } from 'node:zlib';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { createPositions } from '#projections/engine/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { demoPriceList } from '#local/demo/demo-price-list.ts';
import { keepPriceList } from '#services/prices/index.ts';
import { ANSWERING_READ_MODELS } from '#services/freshness/index.ts';
import { PASSWORD } from '#tests/support/small-world.ts';
import { atLeast, atMostTimes, figure, type Aim, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { STONES } from './large-house.ts';
import { append, document, listed, nameOf, requested } from './made-stones.ts';
import { median, middle, staticServer, timed } from './measure.ts';
import { withApplication } from './started-application.ts';

/** What customer 7 has, had and thinks about, all naturals. */
const [PAST, HELD, CARTED] = [2000, 500, 100];
const SAMPLES = 15;

/**
 * Every list of the large house, and a customer with 2,000 past ones: for the first time, asked for
 * again beside the same bytes as a static file, and after one stone changed beside asked again; details and similar stones
 * beside /healthz.
 */
export async function benchLists(environment: BenchEnvironment): Promise<BenchRow[]> {
  return withApplication(environment, async ({ application, database, events, context }) => {
    await keepPriceList(database.db, demoPriceList('2026-01-02'), {
      fileName: '',
      by: 'bench',
      at: new Date(),
    });
    await fill(context);
    const positions = createPositions(database.db, await logIdOf(events));
    if (!(await positions.waitForPosition(ANSWERING_READ_MODELS, await events.headPosition(), 600_000)))
      throw new Error('the read models stayed behind the log');
    const api = await signedIn(application.address!, 'alder');
    const other = await signedIn(application.address!, 'birch');
    await api(`/inventory/cart_stones`, { parcelNames: names(CARTED, 'natural') });
    const rows: BenchRow[] = [];
    for (const line of LINES)
      rows.push(...(await listFigures(api, other, LINE_FACTS[line].prefix, 'available')));
    for (const list of ['customer', 'past', 'cart'])
      rows.push(...(await listFigures(api, other, '/inventory', list)));
    return [...rows, ...(await detailFigures(api))];
  });
}

type Api = (
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ headers: Headers; bytes: Buffer }>;

async function signedIn(address: string, username: string): Promise<Api> {
  const send = async (path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(new URL(path, address), {
      ...(path === '/healthz' ? {} : { method: 'POST', body: JSON.stringify(body ?? {}) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.toString()}`);
    return { headers: answer.headers, bytes };
  };
  const { bytes } = await send('/login', { username, password: PASSWORD }, {});
  const { token } = JSON.parse(bytes.toString()) as { token: string };
  return (path, body, headers = {}) => send(path, body, { authorization: `Bearer ${token}`, ...headers });
}

/**
 * A list for the first time, asked for again, and asked for after another customer has requested a stone: with its tag
 * too, as a browser asks. Each is unpacked by who asks, as a browser unpacks it.
 */
async function listFigures(api: Api, other: Api, prefix: string, list: string): Promise<BenchRow[]> {
  const path = `${prefix}/${list}`;
  const line = lineOf(prefix);
  const { ms: first, result } = await timed(() => api(path));
  const served = await staticServer(gzipSync(result.bytes), { 'content-encoding': 'gzip' });
  try {
    const file = await median(SAMPLES, () => fetch(served.address).then((answer) => answer.arrayBuffer()));
    const again = await median(SAMPLES, () => api(path));
    const changed: number[] = [];
    let unchanged = 0;
    let { headers } = await api(path);
    for (let sample = 0; sample < SAMPLES; sample++) {
      // From the middle of the list, and of no one's cart.
      const parcelNames = [nameOf(Math.floor(STONES / 2) + (requests += 1), line)];
      const asked = await other(`${prefix}/request_stones`, { parcelNames });
      await api(`${prefix}/rows`, { parcelNames }, { 'min-position': asked.headers.get('x-position')! });
      const tag = headers.get('etag')!;
      const answer = await timed(() => api(path));
      changed.push(answer.ms);
      headers = answer.result.headers;
      if (headers.get('etag') === tag) unchanged += 1;
    }
    const count = (JSON.parse(result.bytes.toString()) as unknown[]).length;
    const row = (name: string, value: number, baseline: number, note: string, aim?: Aim): BenchRow => ({
      name: `${path}, ${name}`,
      value,
      unit: 'ms',
      baseline,
      ratio: value / baseline,
      note,
      aim,
    });
    const size = `${count} rows, ${(result.bytes.length / 1e6).toFixed(2)} MB unpacked`;
    return [
      row('for the first time', first, file, `${size}; against the same bytes as a packed static file`),
      row('asked again', again, file, 'against the same bytes as a packed static file', atMostTimes(2)),
      row('after one stone changed', middle(changed), again, 'against asked again', atMostTimes(1.5)),
      figure(
        `${path}, unchanged beside others' requests`,
        (100 * unchanged) / SAMPLES,
        '%',
        list === 'available' ? 'each takes a stone out of it' : 'the tag stays, so a 304',
        list === 'available' ? undefined : atLeast(100),
      ),
    ];
  } finally {
    served.close();
  }
}

let requests = 0;

async function detailFigures(api: Api): Promise<BenchRow[]> {
  const alive = await median(SAMPLES, () => api('/healthz'));
  const figure = async (name: string, path: string, body: (sample: number) => object): Promise<BenchRow> => {
    const { bytes } = await api(path, body(0));
    const value = await median(SAMPLES, (sample) => api(path, body(sample + 1)));
    const kilobytes = (bytes.length / 1e3).toFixed(1);
    const note = `${kilobytes} kB; against /healthz, which does nothing`;
    return { name, value, unit: 'ms', baseline: alive, ratio: value / alive, note };
  };
  const available = (sample: number) => ({ parcelName: nameOf(1000 + sample, 'natural') });
  const past = (sample: number) => ({ parcelName: ownOf('past', sample) });
  return [
    await figure('details of an available stone', '/inventory/details', available),
    await figure('details of a past stone', '/inventory/details', past),
    await figure('details of a piece', '/jewellery/details', (sample) => ({
      parcelName: nameOf(1000 + sample, 'jewellery'),
    })),
    await figure('similar to a past stone, the best 50', '/inventory/similar', (sample) => ({
      ...past(sample),
      limit: 50,
    })),
    await figure('similar to a past stone, all under 10', '/inventory/similar', past),
    await figure('similar to a lab-grown stone, the best 50', '/labgrown/similar', (sample) => ({
      parcelName: nameOf(1000 + sample, 'labGrown'),
      limit: 50,
    })),
    await figure('20 named rows', '/inventory/rows', (sample) => ({
      parcelNames: Array.from({ length: 20 }, (_, index) => nameOf(sample * 20 + index, 'natural')),
    })),
  ];
}

function lineOf(prefix: string): Line {
  return LINES.find((line) => LINE_FACTS[line].prefix === prefix)!;
}

const ownOf = (kind: 'past' | 'held', index: number): string => `${kind}-${String(index).padStart(6, '0')}`;
const names = (count: number, line: Line): string[] =>
  Array.from({ length: count }, (_, index) => nameOf(index, line));

async function fill(context: CommandContext): Promise<void> {
  const own = (kind: 'past' | 'held', count: number) =>
    Array.from({ length: count }, (_, index) => ({ kind, index, name: ownOf(kind, index) }));
  await inParallel([...own('past', PAST), ...own('held', HELD)], 64, ({ kind, index, name }) =>
    append(context, name, [
      listed(name, 'natural', index),
      requested(index),
      document('MEMO', index, '2026-03-03'),
      ...(kind === 'past' ? [document('RETURN_MEMO', index, '2026-04-03')] : []),
    ]),
  );
}
