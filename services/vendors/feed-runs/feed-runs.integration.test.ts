import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedRunComparison, FeedRunResource, FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import { stoneStream, vendorStream } from '#contracts/events/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { keepFeedFile } from '../feed/feed-files.ts';
import { vendorCommands } from '../index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const COLUMNS = {
  S: 'parcelName',
  W: 'weight',
  H: 'shapeCode',
  K: 'colour',
  Q: 'clarity',
  P: 'vendorPrice',
  L: 'lab',
  C: 'certNo',
} as const;
const patiently = { timeout: 60_000, interval: 100 };

let vitrine: SmallVitrine;
let folder: string;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;
let vendors = 10;
let numbered = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-feed-runs-'));
  vitrine = await startSmallVitrine({ VITRINE_DATA: folder });
  admin = await vitrine.as('admin');
});
afterAll(async () => {
  await vitrine.close();
  await rm(folder, { recursive: true });
});

const command = () => ({ commandId: `feed-runs-${++numbered}`, actor: ADMINISTRATOR });
const line = (stock: string | number, price = 5000, rest = 'GIA,') =>
  `${stock},1.01,RD,G,VS1,${price},${rest}`;
const csv = (...lines: string[]): string => ['S,W,H,K,Q,P,L,C', ...lines].join('\n');
const stock = (count: number, price = 5000): string[] =>
  Array.from({ length: count }, (_, index) => line(index + 1, price));

/** A vendor of a test's own, whose files are read over the wire. */
async function vendor({ autoWhitelist = true } = {}) {
  const vendorId = ++vendors;
  const dxPrefix = `R${vendorId}-`;
  await vendorCommands.register(vitrine.context, command(), vendorId, {
    settings: { name: `Vendor ${vendorId}`, dxPrefix, autoWhitelist },
    terms: { markupPpm: 100_000 },
  });
  await vendorCommands.mapColumns(vitrine.context, command(), vendorId, {
    columns: Object.entries(COLUMNS).map(([heading, attribute]) => ({ heading, attribute })),
  });
  const settled = async (id: string): Promise<FeedRunResource> => {
    const ends = ['CLASSIFIED', 'HELD', 'APPLIED', 'TAKEN_BACK', 'FAILED', 'DISCARDED'];
    for (;;) {
      const run = (await admin.get(`/api/feed-runs/${id}`)).json as FeedRunResource;
      if (ends.includes(run.state)) return run;
      await sleep(50);
    }
  };
  const act = async (id: string, verb: string, body: unknown = undefined): Promise<FeedRunResource> => {
    const reply = await admin.post(`/api/feed-runs/${id}/${verb}`, body);
    expect(reply.status, reply.text).toBe(200);
    return settled(id);
  };
  const classify = async (text: string, kind = 'FULL'): Promise<FeedRunResource> => {
    const files = openFileStore({ filesUrl: undefined, dataFolder: folder });
    const fileId = await keepFeedFile(files, Buffer.from(text));
    const body = { vendorId, fileId, fileName: 'stock.csv', kind };
    const reply = await admin.post('/api/feed-runs', body);
    expect(reply.status, reply.text).toBe(200);
    return settled((reply.json as FeedRunResource).id);
  };
  return {
    vendorId,
    classify,
    apply: (id: string, confirmed: string[] = []) => act(id, 'apply', { confirmed }),
    discard: (id: string) => act(id, 'discard'),
    takeBack: (id: string) => act(id, 'take-back'),
    async read(text: string, confirmed: string[] = []) {
      const run = await classify(text);
      return act(run.id, 'apply', { confirmed });
    },
    async judge(rows: object[]) {
      const reply = await admin.post(
        `/vendor/${vendorId}/inventory`,
        rows.map((row) => ({ vendorId, ...row })),
        { method: 'PUT' },
      );
      expect(reply.status, reply.text).toBe(200);
    },
    rows: async (id: string, filter: object = {}) =>
      (await admin.get(`/api/feed-runs/${id}/rows?filter=${encodeURIComponent(JSON.stringify(filter))}`))
        .json as FeedRunRow[],
    events: (stockNumber: string | number) => typesOf(stoneStream(`${dxPrefix}${stockNumber}`)),
    vendorEvents: () => typesOf(vendorStream(vendorId)),
    name: (stockNumber: string | number) => `${dxPrefix}${stockNumber}`,
  };
}

async function typesOf(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of vitrine.context.events.readStream(stream)) types.push(type);
  return types;
}

test('a file is classified, and nothing is written before it is applied; the same file again writes nothing', async () => {
  const { classify, apply, rows, events, vendorEvents } = await vendor();
  const file = csv(...stock(9), '10,1.01,RD,G,VS9,5000,GIA,');
  const run = await classify(file);
  expect(run).toMatchObject({ state: 'CLASSIFIED', rows: 10, holds: [] });
  expect(run.counts).toMatchObject({ NEW: 9, REFUSED: 1, CHANGED: 0, GONE: 0 });
  expect(await events(1)).toEqual([]);
  expect(await rows(run.id, { class: 'REFUSED' })).toMatchObject([
    { row: 11, vendorStockId: '10', problems: [{ column: 'Q', value: 'VS9' }] },
  ]);
  expect(await apply(run.id)).toMatchObject({ state: 'APPLIED', total: 9, done: 9 });
  expect(await events(1)).toEqual(['StoneListed']);
  expect((await vendorEvents()).at(-1)).toBe('VendorFeedRead');

  const again = await classify(file);
  expect(again.counts).toMatchObject({ UNCHANGED: 9, REFUSED: 1, NEW: 0 });
  const head = await vitrine.context.events.headPosition();
  await apply(again.id);
  expect(await vitrine.context.events.headPosition()).toBe(head);
});

test('what changed is shown old and new; what is gone is withdrawn; the last run can be taken back, once', async () => {
  const { read, classify, apply, takeBack, rows, events, vendorEvents, name } = await vendor();
  const first = await read(csv(...stock(10)));
  const run = await classify(csv(line(1, 5200), ...stock(9).slice(1), line(11)));
  expect(run.counts).toMatchObject({ NEW: 1, CHANGED: 1, UNCHANGED: 8, GONE: 1 });
  expect((await rows(run.id, { class: 'CHANGED' }))[0]).toMatchObject({
    id: name(1),
    cost: { before: 5000, after: 5200 },
    total: { before: 5500, after: 5720 },
    changes: [
      { attribute: 'Cost', before: '$5,000.00', after: '$5,200.00' },
      { attribute: 'List price', before: '$5,500.00', after: '$5,720.00' },
    ],
  });
  await apply(run.id);
  expect(await events(1)).toEqual(['StoneListed', 'StoneRepriced']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneWithdrawn']);

  expect((await admin.post(`/api/feed-runs/${first.id}/take-back`)).status).toBe(409);
  expect(await takeBack(run.id)).toMatchObject({ state: 'TAKEN_BACK', total: 3, done: 3 });
  expect(await events(1)).toEqual(['StoneListed', 'StoneRepriced', 'StoneRepriced']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
  expect(await events(11)).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect((await vendorEvents()).at(-1)).toBe('VendorFeedTakenBack');
  expect((await admin.post(`/api/feed-runs/${run.id}/take-back`)).status).toBe(409);
});

test('a feed that would withdraw or reprice too much is held, with its numbers, until a person confirms it', async () => {
  const { read, classify, apply, discard, events } = await vendor();
  await read(csv(...stock(10)));
  const short = await classify(csv(...stock(6)));
  expect(short).toMatchObject({
    state: 'HELD',
    holds: [
      {
        reason: 'WITHDRAWALS',
        count: 4,
        of: 10,
        limit: 30,
        message: '4 of 10 available stones are not in the file: more than 30 % would be withdrawn.',
      },
    ],
  });
  const refused = await admin.post(`/api/feed-runs/${short.id}/apply`, {});
  expect([refused.status, refused.json]).toMatchObject([422, { code: 'HELD' }]);
  await discard(short.id);
  expect((await admin.post(`/api/feed-runs/${short.id}/apply`, {})).status).toBe(409);
  expect(await events(10)).toEqual(['StoneListed']);

  const dear = await classify(csv(...stock(10, 6300)));
  expect(dear).toMatchObject({ state: 'HELD', holds: [{ reason: 'PRICES', count: 10, of: 10, limit: 30 }] });
  await apply(dear.id, ['PRICES']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneRepriced']);

  await read(csv(...stock(8, 6300)));
  const week = await classify(csv(...stock(6, 6300)));
  expect(week.holds).toMatchObject([{ reason: 'WITHDRAWALS_OF_A_WEEK', count: 4, of: 10 }]);
});

test('a row that names no stone withdraws nothing, unless a person confirms it; additions withdraw nothing', async () => {
  const { read, classify, apply, events } = await vendor();
  await read(csv(...stock(10)));
  const open = csv(...stock(9), ',1.01,RD,G,VS1,5000,GIA,');
  const run = await classify(open);
  expect(run).toMatchObject({
    state: 'CLASSIFIED',
    holds: [{ reason: 'UNIDENTIFIED_ROWS', count: 1, of: 10 }],
  });
  await apply(run.id);
  expect(await events(10)).toEqual(['StoneListed']);
  const added = await classify(csv(line(11)), 'ADDITIONS');
  expect(added.counts).toMatchObject({ NEW: 1, GONE: 0 });
  await apply(added.id);
  const confirmed = await classify(open);
  await apply(confirmed.id, ['UNIDENTIFIED_ROWS']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a stone that a customer has is shown and never touched; the first feed after the spell applies', async () => {
  const { read, classify, rows, events, name } = await vendor();
  await read(csv(...stock(10)));
  await vitrine.document('MEMO', name(1), 7);
  await vitrine.document('MEMO', name(2), 7);
  await vitrine.shown();
  const text = csv(line(1, 5500), ...stock(10).slice(2));
  const run = await classify(text);
  expect(run.counts).toMatchObject({ HELD: 2, CHANGED: 0, GONE: 0 });
  expect((await rows(run.id, { class: 'HELD' })).map(({ row, changes }) => [row, changes.length])).toEqual([
    [2, 2],
    [null, 1],
  ]);
  await read(text);
  expect(await events(1)).toEqual(['StoneListed', 'DocumentReceived']);
  await vitrine.document('RETURN_MEMO', name(1), 7);
  await read(text);
  expect((await events(1)).at(-1)).toBe('StoneRepriced');
});

test('a re-used number, a certificate of another vendor and a price far off wait; accepted they apply', async () => {
  const [one, two] = [await vendor(), await vendor()];
  await one.read(csv(...stock(8), line('C', 5000, 'GIA,2141234567')));
  await vitrine.shown();
  await two.read(csv(...stock(8)));
  const text = csv(
    '1,0.70,OV,G,VS1,5000,GIA,',
    line(2, 15_001),
    ...stock(8).slice(2),
    line('C', 4900, 'GIA,2141234567'),
  );
  const run = await two.classify(text);
  expect(run.counts).toMatchObject({ WAITING: 3, UNCHANGED: 6 });
  const waiting = await two.rows(run.id, { class: 'WAITING' });
  expect(waiting.map(({ vendorStockId, problems }) => [vendorStockId, problems.length])).toEqual([
    ['1', 2],
    ['2', 1],
    ['C', 1],
  ]);
  await two.judge([{ vendorStockId: 'C', whiteList: true }]);
  await two.apply(run.id);
  expect(await two.events(1)).toEqual(['StoneListed']);
  expect(await two.events('C')).toEqual(['StoneListed']);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('what people accept and reject outlasts feeds, and counts at once', async () => {
  const { read, classify, apply, judge, rows, events } = await vendor({ autoWhitelist: false });
  const run = await classify(csv(...stock(3)));
  expect(run.counts).toMatchObject({ UNLISTED: 3, NEW: 0 });
  await judge([
    { vendorStockId: '1', whiteList: true, overrideTier: 'Reserve', comments: 'seen' },
    { vendorStockId: '3', blackList: true },
  ]);
  expect(
    (await rows(run.id)).map(({ judgement, overrideTier, comments }) => [judgement, overrideTier, comments]),
  ).toEqual([
    ['ACCEPTED', 'Reserve', 'seen'],
    [null, null, ''],
    ['REJECTED', null, ''],
  ]);
  await apply(run.id);
  expect(await events(1)).toEqual(['StoneListed', 'StoneDescribed']);
  expect(await events(2)).toEqual([]);
  await judge([{ vendorStockId: '1', overrideTier: null }]);
  await expect.poll(() => events(1), patiently).toEqual(['StoneListed', 'StoneDescribed', 'StoneDescribed']);
  // A word on what was read already counts without another feed.
  await judge([{ vendorStockId: '2', whiteList: true }]);
  await expect.poll(() => events(2), patiently).toEqual(['StoneListed']);
  await judge([{ vendorStockId: '1', blackList: true }]);
  await expect.poll(async () => (await events(1)).at(-1), patiently).toBe('StoneWithdrawn');
  await read(csv(...stock(3)));
  expect((await events(1)).at(-1)).toBe('StoneWithdrawn');
  await judge([{ vendorStockId: '1', whiteList: true }]);
  await expect.poll(async () => (await events(1)).at(-1), patiently).toBe('StoneReinstated');
  // A blank status keeps the listing.
  await judge([{ vendorStockId: '1', comments: 'twice' }]);
  await read(csv(...stock(3)));
  expect((await events(1)).at(-1)).toBe('StoneReinstated');
});

test('a file that cannot be used fails with its reason; unknown runs, vendors and unmapped ones are refused', async () => {
  const { classify } = await vendor();
  expect(await classify('S,W\n1,2\n')).toMatchObject({
    state: 'FAILED',
    failure: expect.stringContaining('no column'),
  });
  expect((await admin.get('/api/feed-runs/none')).status).toBe(404);
  expect((await admin.get('/api/feed-runs/none/rows')).status).toBe(404);
  for (const verb of ['apply', 'discard', 'take-back'])
    expect((await admin.post(`/api/feed-runs/none/${verb}`, verb === 'apply' ? {} : undefined)).status).toBe(
      404,
    );
  const body = { fileId: 'x', fileName: 'x.csv' };
  expect((await admin.post('/api/feed-runs', { ...body, vendorId: 9_999 })).status).toBe(404);
  expect((await admin.post('/api/feed-runs', { ...body, vendorId: 1 })).status).toBe(422);
  expect((await admin.post('/api/feed-runs', { ...body, vendorId: 'x' })).status).toBe(422);
  const inventory = (rows: object[]) => admin.post('/vendor/1/inventory', rows, { method: 'PUT' });
  expect((await inventory([{ vendorId: 2, vendorStockId: '1', whiteList: true }])).status).toBe(402);
  expect(
    (await inventory([{ vendorId: 1, vendorStockId: '1', whiteList: true, blackList: true }])).status,
  ).toBe(402);
});

test('a run is a workbook whose rows are the accept/reject sheet; files are compared, and sent as they are', async () => {
  const { vendorId, read, classify } = await vendor();
  await read(csv(...stock(4)));
  const run = await classify(csv(line(1, 5100), ...stock(3).slice(1), line(5)));
  const compared = (await admin.get(`/api/feed-runs/${run.id}/comparison`)).json as FeedRunComparison;
  expect(compared).toMatchObject({ added: 1, left: 1, repriced: 1 });
  expect(compared.rows.map(({ before, after }) => [before?.cost, after?.cost])).toEqual([
    [5000, 5100],
    [5000, undefined],
    [undefined, 5000],
  ]);

  const call = async (url: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${admin.token}`;
    const headers = { authorization, ...init.headers };
    const response = await fetch(new URL(url, vitrine.address), { ...init, headers });
    expect(response.status).toBe(200);
    return (await readSheets(new Uint8Array(await response.arrayBuffer())))[0]!.rows;
  };
  const rows = await call(`/api/feed-runs/${run.id}/workbook`);
  const headings = [
    'Vendor',
    'Parcel Name',
    'New Status',
    'Comments',
    'Override Tier',
    'Last Word',
    'Classification',
  ];
  expect(rows[0]!.cells.slice(0, 7)).toEqual(headings);
  expect(rows.slice(1).map(({ cells }) => [cells[0], cells[1], cells[6]])).toEqual([
    [`Vendor ${vendorId}`, '1', 'Changed'],
    [`Vendor ${vendorId}`, '2', 'Unchanged'],
    [`Vendor ${vendorId}`, '3', 'Unchanged'],
    [`Vendor ${vendorId}`, '5', 'New'],
    [`Vendor ${vendorId}`, '4', 'Gone'],
  ]);
  await vitrine.shown();
  const all = await call('/vendor/check');
  expect(all.filter(({ cells }) => cells[0] === `Vendor ${vendorId}`)).toHaveLength(4);
  const body = csv(line(1, 5100));
  const classified = await call(`/vendor/check/${vendorId}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body,
  });
  expect(classified.slice(1).map(({ cells }) => cells[6])).toEqual(['Changed', 'Gone', 'Gone', 'Gone']);
  const bad = await admin.post(`/vendor/check/${vendorId}`, 'S,W\n1,2\n', {
    headers: { 'content-type': 'text/csv' },
  });
  expect([bad.status, bad.text]).toEqual([402, expect.stringContaining('no column')]);
});
