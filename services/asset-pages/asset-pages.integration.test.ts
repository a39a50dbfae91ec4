import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ensureDemoAssetPages } from '#local/demo/demo-asset-pages.ts';
import { changeAssetPage } from './asset-pages.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const DEMO = [
  { path: '/our-model.html', title: 'How it works' },
  { path: '/our-diamonds.html', title: 'Our diamonds' },
];
const pages = async (who: string) => (await vitrine.as(who)).post('/admin/getassetpages');

test('every signed-in user sees the asset pages, in their order', async () => {
  expect((await vitrine.call('/admin/getassetpages', undefined)).status).toBe(401);
  expect((await pages('alder')).json).toEqual([]);
  await ensureDemoAssetPages(vitrine.context.db);
  await ensureDemoAssetPages(vitrine.context.db);
  for (const who of ['alder', 'alder-none', 'cedar', 'rep', 'admin']) {
    const { status, json } = await pages(who);
    expect([status, json]).toEqual([200, DEMO]);
  }
});

test('pages of the house’s own stay alone', async () => {
  await vitrine.pool.query(
    "delete from vitrine.asset_page; insert into vitrine.asset_page (path, title, place) values ('/b', 'B', 2), ('/a', 'A', 2), ('/c', 'C', 1)",
  );
  await ensureDemoAssetPages(vitrine.context.db);
  expect((await pages('alder')).json).toEqual(
    ['c', 'a', 'b'].map((name) => ({ path: `/${name}`, title: name.toUpperCase() })),
  );
});

test('only administrators add, change and remove pages', async () => {
  const admin = await vitrine.as('admin');
  const page = { path: '/care.html', title: 'Care', place: 5 };
  const added = await admin.post('/api/asset-pages', page);
  expect(added).toMatchObject({ status: 201, json: page });
  const { id } = added.json as { id: number };
  const put = (body: object) => admin.post(`/api/asset-pages/${id}`, body, { method: 'PUT' });
  expect(await put({ ...page, title: 'Caring' })).toMatchObject({
    status: 200,
    json: { id, title: 'Caring' },
  });
  expect(await put({ ...page, path: '/a' })).toMatchObject({ status: 422, json: { field: 'path' } });
  // What no browser would show in a page of https, or would run.
  for (const path of [
    'http://vitrine.example/care',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
  ])
    expect(await put({ ...page, path })).toMatchObject({ status: 422, json: { field: 'path' } });
  expect((await admin.get('/api/asset-pages')).json).toContainEqual({
    ...page,
    id,
    title: 'Caring',
    version: '2',
  });
  for (const who of ['rep', 'alder']) {
    const user = await vitrine.as(who);
    expect((await user.get('/api/asset-pages')).status).toBe(403);
    expect((await user.post('/api/asset-pages', page)).status).toBe(403);
    expect((await user.post(`/api/asset-pages/${id}`, page, { method: 'PUT' })).status).toBe(403);
    expect((await user.post(`/api/asset-pages/${id}`, undefined, { method: 'DELETE' })).status).toBe(403);
  }
  expect((await admin.post(`/api/asset-pages/${id}`, undefined, { method: 'DELETE' })).status).toBe(200);
  expect((await admin.get(`/api/asset-pages/${id}`)).status).toBe(404);
});

test('an address that was accepted once can be read, corrected and removed', async () => {
  const admin = await vitrine.as('admin');
  const { rows } = await vitrine.pool.query<{ id: number }>(
    "insert into vitrine.asset_page (path, title, place) values ('http://old.example/', 'Old', 7) returning id",
  );
  const at = `/api/asset-pages/${rows[0]!.id}`;
  expect((await admin.get('/api/asset-pages')).status).toBe(200);
  const put = (path: string) => admin.post(at, { path, title: 'Old', place: 7 }, { method: 'PUT' });
  expect((await put('http://old.example/')).status).toBe(422);
  expect((await put('https://old.example/')).status).toBe(200);
  expect((await admin.post(at, undefined, { method: 'DELETE' })).status).toBe(200);
});

test('of two edits of one page the second is refused, and nothing is saved', async () => {
  const admin = await vitrine.as('admin');
  const page = { path: '/both.html', title: 'Both', place: 6 };
  const added = await admin.post('/api/asset-pages', page);
  const { id } = added.json as { id: number };
  const opened = added.headers.get('etag')!;
  const save = (title: string, version: string) =>
    admin.post(
      `/api/asset-pages/${id}`,
      { ...page, title },
      { method: 'PUT', headers: { 'if-match': version } },
    );
  const both = await Promise.all([save('One', opened), save('Other', opened)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [refused] = both.filter(({ status }) => status === 409);
  expect(refused).toMatchObject({
    json: {
      code: 'CHANGED_MEANWHILE',
      message: 'admin has changed this page since you opened it. Nothing of yours was saved.',
    },
  });
  const now = await admin.get(`/api/asset-pages/${id}`);
  expect((await save('Mine after all', now.headers.get('etag')!)).json).toMatchObject({
    title: 'Mine after all',
    version: '3',
  });
  expect((await save('Mine after all', '"3"')).json).toMatchObject({ version: '3' });
  expect((await save('Nonsense', 'yesterday')).status).toBe(400);
});

test('a page that was changed since it was opened is not removed', async () => {
  // Given a page that was opened, and that a colleague has changed since.
  const admin = await vitrine.as('admin');
  const page = { path: '/kept.html', title: 'Kept', place: 8 };
  const added = await admin.post('/api/asset-pages', page);
  const { id } = added.json as { id: number };
  await admin.post(`/api/asset-pages/${id}`, { ...page, title: 'Changed' }, { method: 'PUT' });
  // When it is removed as it was shown, then it stays; as it is now it goes.
  const remove = (version: string) =>
    admin.post(`/api/asset-pages/${id}`, undefined, {
      method: 'DELETE',
      headers: { 'if-match': version },
    });
  expect(await remove(added.headers.get('etag')!)).toMatchObject({
    status: 409,
    json: { code: 'CHANGED_MEANWHILE', message: expect.stringMatching(/^admin has changed this page/) },
  });
  expect(await remove('"2"')).toMatchObject({ status: 200, json: { title: 'Changed' } });
  expect((await remove('"2"')).status).toBe(404);
});

test('a conflict names the one who changed the page last, not one who saved it as it was', async () => {
  // Given a page that admin has changed, and that another has then saved without a change.
  const admin = await vitrine.as('admin');
  const page = { path: '/named.html', title: 'Named', place: 8 };
  const { id } = (await admin.post('/api/asset-pages', page)).json as { id: number };
  const put = (title: string, headers = {}) =>
    admin.post(`/api/asset-pages/${id}`, { ...page, title }, { method: 'PUT', headers });
  await put('Renamed');
  await vitrine.context.db
    .transaction()
    .execute((tx) =>
      changeAssetPage(tx, id, { ...page, title: 'Renamed' }, { by: 'bea', expectedVersion: null }),
    );
  // When the page is saved as it was read before, then admin is named.
  expect(await put('Late', { 'if-match': '"1"' })).toMatchObject({
    status: 409,
    json: { message: expect.stringMatching(/^admin has changed this page/) },
  });
});

test('of two pages that are given one path at once the second is refused', async () => {
  const admin = await vitrine.as('admin');
  const add = async (path: string) =>
    (await admin.post('/api/asset-pages', { path, title: path, place: 9 })).json as { id: number };
  for (let times = 0; times < 10; times += 1) {
    const made = await Promise.all([add(`/one-${times}`), add(`/other-${times}`)]);
    const both = { path: `/both-${times}`, title: 'Both', place: 9 };
    const answers = await Promise.all(
      made.map(({ id }) => admin.post(`/api/asset-pages/${id}`, both, { method: 'PUT' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  }
});

test('of a removal and an edit at once, the second waits for the first', async () => {
  // Given a removal, and an edit of the same page, that wait for the page one after the other
  const admin = await vitrine.as('admin');
  const page = { path: '/waiting.html', title: 'Waiting', place: 8 };
  const { id } = (await admin.post('/api/asset-pages', page)).json as { id: number };
  const holding = await vitrine.pool.connect();
  await holding.query('begin');
  await holding.query('select from vitrine.asset_page where id = $1 for update', [id]);
  const waiting = (count: number) =>
    expect
      .poll(() =>
        vitrine.pool.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike '%asset_page%'`),
      )
      .toMatchObject({ rowCount: count });
  const removal = admin.post(`/api/asset-pages/${id}`, undefined, { method: 'DELETE' });
  await waiting(1);
  const edit = admin.post(`/api/asset-pages/${id}`, { ...page, title: 'Edited' }, { method: 'PUT' });
  await waiting(2);
  // When the page is free, then it is removed, and the edit finds it gone
  await holding.query('commit');
  holding.release();
  expect((await Promise.all([removal, edit])).map(({ status }) => status)).toEqual([200, 404]);
});

test('an edit or a removal whose answer was lost is carried out once under its key, and answered again', async () => {
  const admin = await vitrine.as('admin');
  const page = { path: '/lost.html', title: 'Lost', place: 7 };
  const added = await admin.post('/api/asset-pages', page);
  const { id } = added.json as { id: number };
  const keyed = (method: string, body?: object) =>
    admin.post(`/api/asset-pages/${id}`, body, {
      method,
      headers: {
        'if-match': method === 'PUT' ? added.headers.get('etag')! : '"2"',
        'idempotency-key': `${method}-${id}`,
      },
    });
  const edit = { ...page, title: 'Found' };
  for (let times = 0; times < 2; times += 1)
    expect(await keyed('PUT', edit)).toMatchObject({ status: 200, json: { title: 'Found', version: '2' } });
  expect(await keyed('PUT', page)).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
  for (let times = 0; times < 2; times += 1)
    expect(await keyed('DELETE')).toMatchObject({ status: 200, json: { id, title: 'Found' } });
});
