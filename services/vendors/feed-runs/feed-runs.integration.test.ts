import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedRunComparison, FeedRunResource, FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import { openFeedFile } from '../feed/feed-files.ts';
import { removeOldFile, removeOldRows } from './remove-old-rows.ts';
import { csv, line, stock, startFeedWorld, type FeedWorld } from './testing/over-the-wire.ts';

/** What a run is: read, classified, applied, compared, taken back (rule: Classifying rows; rule: Repeated feeds). */
let world: FeedWorld;
let vitrine: FeedWorld['vitrine'];
let admin: FeedWorld['admin'];
let vendor: FeedWorld['vendor'];
beforeAll(async () => {
  world = await startFeedWorld();
  ({ vitrine, admin, vendor } = world);
});
afterAll(() => world.close());

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

test('given a run, when its rows are asked for by stock number, then they come as its index has them', async () => {
  const { classify } = await vendor();
  const { id } = await classify(csv(...stock(11)));
  const sort = encodeURIComponent('["vendorStockId","ASC"]');
  const { json } = await admin.get(`/api/feed-runs/${id}/rows?sort=${sort}`);
  const numbers = (json as FeedRunRow[]).map(({ vendorStockId }) => vendorStockId);
  expect(numbers.slice(0, 4)).toEqual(['1', '10', '11', '2']);
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
  const head = await vitrine.context.events.headPosition();
  expect(await takeBack(run.id)).toMatchObject({ state: 'TAKEN_BACK', total: 3, done: 3 });
  expect(await vitrine.context.events.headPosition()).toBe(head);
});

test('a run that was classified before another one was taken back is not applied', async () => {
  const { read, classify, takeBack, events } = await vendor();
  const text = csv(...stock(3));
  const applied = await read(text);
  const stale = await classify(text);
  expect(stale.counts).toMatchObject({ UNCHANGED: 3, NEW: 0 });
  await takeBack(applied.id);
  const reply = await admin.post(`/api/feed-runs/${stale.id}/apply`, { confirmed: [] });
  expect([reply.status, reply.json]).toMatchObject([409, { code: 'NEWER_FEED', field: 'id' }]);
  await read(text);
  expect(await events(1)).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
});

test('of two runs that are applied at once, one is applied', async () => {
  for (let times = 0; times < 5; times += 1) {
    const { classify } = await vendor();
    const runs = [await classify(csv(...stock(3))), await classify(csv(...stock(4)))];
    const replies = await Promise.all(
      runs.map(({ id }) => admin.post(`/api/feed-runs/${id}/apply`, { confirmed: [] })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});

test('of a feed of many pages each row has what became of it, so that all of it can be taken back', async () => {
  const { read, takeBack } = await vendor();
  const outcomesOf = async (id: string) =>
    (
      await vitrine.pool.query<{ outcome: string | null; count: number }>(
        'select outcome, count(*)::int as count from vitrine.feed_run_row where run_id = $1 group by outcome',
        [id],
      )
    ).rows;
  const run = await read(csv(...stock(2_300)));
  expect([run.state, run.done]).toEqual(['APPLIED', 2_300]);
  expect(await outcomesOf(run.id)).toEqual([{ outcome: 'listed', count: 2_300 }]);
  await takeBack(run.id);
  expect(await outcomesOf(run.id)).toEqual([{ outcome: 'taken back', count: 2_300 }]);
}, 180_000);

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

test('a run that fails while the stores answer holds up no other, and a reading that always fails ends', async () => {
  const [bad, good] = [await vendor(), await vendor()];
  const setTriggers = (insert: string, update: string) =>
    vitrine.pool.query(`
      create or replace function vitrine.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused by Postgres' using errcode = '22012'; end $$;
      create or replace trigger refuse_insert before insert on vitrine.feed_run_row
        for each row when (${insert}) execute function vitrine.refuse();
      create or replace trigger refuse_update before update on vitrine.feed_run_row
        for each row when (${update}) execute function vitrine.refuse()`);
  const isBad = `new.parcel_name like '${bad.name(1).slice(0, -1)}%'`;
  const stateOf = async (id: string) => (await admin.get(`/api/feed-runs/${id}`)).json as FeedRunResource;
  /** Makes the run due, with so many failures behind it. */
  const hurry = (id: string, attempts: number) =>
    vitrine.pool.query(
      'update vitrine.feed_run set attempts = $2, again_at = null, state = state where id = $1',
      [id, attempts],
    );
  const soon = { timeout: 30_000, interval: 50 };

  await setTriggers(isBad, 'false');
  const reading = await bad.start(csv(...stock(2)));
  const putOff = { state: 'READING', failure: 'refused by Postgres' };
  await expect.poll(() => stateOf(reading.id), soon).toMatchObject(putOff);
  expect((await good.classify(csv(...stock(2)))).state).toBe('CLASSIFIED');
  expect(await stateOf(reading.id)).toMatchObject(putOff);
  await hurry(reading.id, 4);
  await expect
    .poll(() => stateOf(reading.id), soon)
    .toMatchObject({ state: 'FAILED', failure: 'refused by Postgres' });

  await setTriggers('false', isBad);
  const { id } = await bad.classify(csv(...stock(2)));
  await admin.post(`/api/feed-runs/${id}/apply`, { confirmed: [] });
  await expect
    .poll(() => stateOf(id), soon)
    .toMatchObject({ state: 'APPLYING', failure: 'refused by Postgres' });
  expect((await good.read(csv(...stock(3)))).state).toBe('APPLIED');
  await vitrine.pool.query('drop function vitrine.refuse() cascade');
  await hurry(id, 40);
  await expect.poll(() => stateOf(id), soon).toMatchObject({ state: 'APPLIED', failure: null });
});

test('a run is a workbook whose rows are the accept/reject sheet; files are compared, and sent as they are', async () => {
  const { vendorId, read, classify, name } = await vendor();
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
    [`Vendor ${vendorId}`, name(1), 'Changed'],
    [`Vendor ${vendorId}`, name(2), 'Unchanged'],
    [`Vendor ${vendorId}`, name(3), 'Unchanged'],
    [`Vendor ${vendorId}`, name(5), 'New'],
    [`Vendor ${vendorId}`, name(4), 'Gone'],
  ]);
  await vitrine.shown();
  const all = await call('/vendor/check');
  const own = all.filter(({ cells }) => cells[0] === `Vendor ${vendorId}`);
  expect(own).toHaveLength(4);
  const [weight, cost] = ['Weight', 'Cost'].map((heading) => all[0]!.cells.indexOf(heading));
  for (const { cells } of own) expect([cells[weight!], cells[cost!]]).toEqual([1.01, 5000]);
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

test('rows of a run that ended 90 days ago are removed when nothing reads them, and the run says so', async () => {
  const { vendorId, read, classify, discard } = await vendor();
  const texts = [csv(...stock(2)), csv(...stock(3)), csv(...stock(3), line(4, 5100))];
  const applied: string[] = [];
  for (const text of texts) applied.push((await read(text)).id);
  const [first, second, third] = applied as [string, string, string];
  const discarded = await discard((await classify(csv(...stock(4)))).id);
  await read(csv('5,1.01,RD,G,VS1,5000,GIA,'), ['WITHDRAWALS', 'PRICES']);
  const later = { db: vitrine.context.db, clock: () => new Date(Date.now() + 91 * 86_400_000) };
  expect(await removeOldRows({ ...later, clock: () => new Date() })).toBe(0);
  while ((await removeOldRows(later)) > 0);
  const left = await vitrine.pool.query<{ id: string }>(
    `select id from vitrine.feed_run where vendor_id = $1 and rows_removed_at is null
       and exists (select from vitrine.feed_run_row where run_id = feed_run.id) order by requested_at`,
    [vendorId],
  );
  // The last two files, and what is applied since the last full feed but one.
  expect(left.rows.map(({ id }) => id)).toEqual([third, discarded.id, expect.any(String)]);
  for (const call of ['rows', 'comparison', 'workbook'])
    expect(await admin.get(`/api/feed-runs/${first}/${call}`), call).toMatchObject({
      status: 404,
      json: { code: 'ROWS_REMOVED' },
    });
  expect((await admin.get(`/api/feed-runs/${first}`)).json).toMatchObject({
    counts: { NEW: 2 },
    rowsRemovedAt: expect.any(String),
  });
  expect((await admin.get(`/api/feed-runs/${third}/comparison`)).json).toMatchObject({
    before: { id: second, rowsRemovedAt: expect.any(String) },
    rows: [],
  });
});

test('a file is removed once every run of it has lost its rows, and then says to send it again', async () => {
  const text = csv(line(1, 4711));
  const later = {
    db: vitrine.context.db,
    files: world.files,
    clock: () => new Date(Date.now() + 91 * 86_400_000),
  };
  /** One whose run of the file is older than its two newest. */
  const past = async (): Promise<string> => {
    const { classify, discard } = await vendor();
    const { id, fileId } = await classify(text);
    await discard(id);
    for (const count of [1, 2]) await discard((await classify(csv(...stock(count)))).id);
    return fileId;
  };
  const remove = async (): Promise<void> => {
    while ((await removeOldRows(later)) > 0);
    while ((await removeOldFile(later)) > 0);
  };
  const newest = await vendor();
  await newest.classify(text);
  const fileId = await past();
  await remove();
  expect((await openFeedFile(world.files, fileId)).byteLength).toBe(text.length);
  for (const count of [1, 2]) await newest.discard((await newest.classify(csv(...stock(count)))).id);
  await vitrine.pool.query("update vitrine.feed_run set state = 'DISCARDED' where file_id = $1", [fileId]);
  await remove();
  await expect(openFeedFile(world.files, fileId)).rejects.toMatchObject({ code: 'UNKNOWN_FILE' });
  // Sent again it is kept again, and removed again in its time.
  expect((await newest.classify(text)).state).toBe('CLASSIFIED');
  await remove();
  expect((await openFeedFile(world.files, fileId)).byteLength).toBe(text.length);
});

test('given a vendor whose name no file can have, then the workbook of a run has one of other characters', async () => {
  const { classify } = await vendor({ called: '=V/"end": <a>' });
  const { id } = await classify(csv(...stock(1)));
  const headers = { authorization: `Bearer ${admin.token}` };
  const reply = await fetch(new URL(`/api/feed-runs/${id}/workbook`, vitrine.address), { headers });
  await reply.arrayBuffer();
  expect(reply.headers.get('content-disposition')).toBe(
    'attachment; filename="=V end a stock classified.xlsx"',
  );
});

test('a stock number that begins with the vendor’s prefix is the same when the workbook is uploaded again', async () => {
  const { vendorId, read, name } = await vendor();
  const stockNumber = name(9);
  const run = await read(csv(line(stockNumber)));
  await vitrine.shown();
  const headers = { authorization: `Bearer ${admin.token}` };
  for (const path of [`/api/feed-runs/${run.id}/workbook`, '/vendor/check']) {
    const workbook = await (await fetch(new URL(path, vitrine.address), { headers })).arrayBuffer();
    const reply = await fetch(new URL(`/api/vendors/${vendorId}/inventory-sheet`, vitrine.address), {
      method: 'POST',
      headers: { ...headers, 'content-type': WORKBOOK_TYPE },
      body: workbook,
    });
    expect(await reply.json(), path).toMatchObject([{ vendorStockId: stockNumber }]);
  }
});
