import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FeedSourceResource } from '#contracts/api/feed-sources.ts';
import { WEEKDAYS } from '#contracts/vendor/feed-schedule.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { vendorCommands } from '../index.ts';
import { feedSourceMetrics } from './source-metrics.ts';
import { findSource } from './source-store.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

test('of vendors that are given the same folder at the same time one has it', async () => {
  const vendors = Array.from({ length: 8 }, (_, index) => 40 + index);
  for (const id of vendors)
    await vendorCommands.register(vitrine.context, { commandId: `vendor-${id}`, actor: ADMINISTRATOR }, id, {
      settings: { name: `Vendor ${id}` },
    });
  const admin = await vitrine.as('admin');
  const save = (id: number, folder: string) =>
    admin.post(
      `/api/vendors/${id}/feed-source`,
      { place: { type: 'FOLDER', folder }, schedule: null },
      { method: 'PUT' },
    );
  for (const folder of ['first', 'second', 'third']) {
    const replies = await Promise.all(vendors.map((id) => save(id, folder)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...vendors.slice(1).map(() => 409)]);
    const owner = vendors[replies.findIndex(({ status }) => status === 200)]!;
    expect(replies.find(({ status }) => status === 409)?.json).toMatchObject({
      code: 'FOLDER_TAKEN',
      field: 'place.folder',
      message: `The folder ${folder} belongs to vendor ${owner}: give another one.`,
    });
    // Its own folder it may save again.
    expect((await save(owner, folder)).status).toBe(200);
  }
});

test('a source that failed is waited for only while it has a schedule (rule: Old feeds)', async () => {
  const id = 60;
  await vendorCommands.register(vitrine.context, { commandId: `vendor-${id}`, actor: ADMINISTRATOR }, id, {
    settings: { name: `Vendor ${id}` },
  });
  const admin = await vitrine.as('admin');
  const path = `/api/vendors/${id}/feed-source`;
  const save = async (schedule: object | null) => {
    const place = { type: 'FOLDER', folder: 'empty' };
    expect((await admin.post(path, { place, schedule }, { method: 'PUT' })).status).toBe(200);
  };
  const failing = async () => {
    const old = await admin.get(`/api/vendors?filter=${encodeURIComponent('{"oldFeed":true}')}`);
    const samples = await feedSourceMetrics(vitrine.context.db).read();
    const listed = (old.json as { id: number }[]).map((vendor) => vendor.id);
    return [listed, samples.find(({ family }) => family === 'vitrine_feed_sources_failing')?.value];
  };
  await save(null);
  await admin.post(`${path}/fetch`);
  await vi.waitFor(
    async () => expect(((await admin.get(path)).json as FeedSourceResource).outcome).toBe('FAILED'),
    { timeout: 60_000, interval: 100 },
  );
  await vitrine.shown();
  expect(await failing()).toEqual([[], 0]);
  await save({ days: [...WEEKDAYS], at: '06:30', everyHours: null });
  expect(await failing()).toEqual([[id], 1]);
  await save(null);
  expect(await failing()).toEqual([[], 0]);
});

test('what was read last is known of the folder that it was read from, and of no other', async () => {
  // Given a source of which a file was read
  const id = 80;
  await vendorCommands.register(vitrine.context, { commandId: `vendor-${id}`, actor: ADMINISTRATOR }, id, {
    settings: { name: `Vendor ${id}` },
  });
  const admin = await vitrine.as('admin');
  const save = async (folder: string) => {
    const place = { type: 'FOLDER', folder };
    const body = { place, schedule: null };
    expect(await admin.post(`/api/vendors/${id}/feed-source`, body, { method: 'PUT' })).toMatchObject({
      status: 200,
    });
    return findSource(vitrine.context.db, id);
  };
  await save('eighty');
  const readUntil = new Date('2026-03-02T10:00:00.000Z');
  await vitrine.pool.query(
    "update vitrine.feed_source set outcome = 'READ', read_until = $1, skipped = '{old.csv}' where vendor_id = $2",
    [readUntil, id],
  );
  // When it is saved again, that is known still; in another folder an older file is not passed over for it
  expect(await save('eighty')).toMatchObject({ outcome: 'READ', readUntil, skipped: ['old.csv'] });
  expect(await save('eighty-one')).toMatchObject({ outcome: null, readUntil: null, skipped: [] });
});

test('of two who save the source that both have read, the second is refused', async () => {
  const id = 70;
  await vendorCommands.register(vitrine.context, { commandId: `vendor-${id}`, actor: ADMINISTRATOR }, id, {
    settings: { name: `Vendor ${id}` },
  });
  const admin = await vitrine.as('admin');
  const path = `/api/vendors/${id}/feed-source`;
  const send = (method: string, version: string, folder?: string) =>
    admin.post(path, folder && { place: { type: 'FOLDER', folder }, schedule: null }, {
      method,
      headers: { 'if-match': `"${version}"` },
    });
  const read = await admin.get(path);
  expect(read.headers.get('etag')).toBe('"0"');
  const first = await send('PUT', '0', 'seventy');
  const { version } = first.json as FeedSourceResource;
  expect(first.status).toBe(200);
  const changed = {
    status: 409,
    json: {
      code: 'CHANGED_MEANWHILE',
      message: 'admin has changed this feed source since you opened it. Nothing of yours was saved.',
    },
  };
  expect(await send('PUT', '0', 'other')).toMatchObject(changed);
  expect(await send('DELETE', '0')).toMatchObject(changed);
  // What is asked for already is no conflict.
  expect((await send('PUT', '0', 'seventy')).status).toBe(200);
  const now = ((await admin.get(path)).json as FeedSourceResource).version;
  expect(Number(now)).toBeGreaterThanOrEqual(Number(version));
  expect((await send('DELETE', now)).status).toBe(200);
  expect((await send('DELETE', now)).status).toBe(200);
});

test('a page that is out of date is refused for that, before its place is looked at', async () => {
  const host = 'feeds.example.com';
  const own = await startSmallVitrine({ VITRINE_FEED_HOSTS: host });
  try {
    const command = { commandId: 'vendor-80', actor: ADMINISTRATOR };
    await vendorCommands.register(own.context, command, 80, { settings: { name: 'Vendor 80' } });
    const admin = await own.as('admin');
    const save = (version: string, url: string) =>
      admin.post(
        '/api/vendors/80/feed-source',
        { place: { type: 'HTTPS', url }, schedule: null },
        { method: 'PUT', headers: { 'if-match': `"${version}"` } },
      );
    const secret = `https://${host}/b.csv?token=two`;
    const first = (await save('0', `https://${host}/a.csv?token=one`)).json as FeedSourceResource;
    const second = (await save(first.version, secret)).json as FeedSourceResource;
    const shown = `https://${host}/b.csv?token=***`;
    expect(second.place).toEqual({ type: 'HTTPS', url: shown });
    for (const url of [`https://${host}/a.csv?token=***`, 'https://elsewhere.example.com/'])
      expect(await save(first.version, url)).toMatchObject({
        status: 409,
        json: { code: 'CHANGED_MEANWHILE' },
      });
    // What is asked for already is no conflict, with its secrets or as it is shown.
    for (const url of [shown, secret, `${secret}#top`]) expect((await save('0', url)).status).toBe(200);
    expect((await save('0', `https://${host}/b.csv?token=three`)).status).toBe(409);
  } finally {
    await own.close();
  }
});
