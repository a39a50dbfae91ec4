import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailResource } from '#contracts/api/mails.ts';
import type { VendorLinkResource } from '#contracts/api/vendor-links.ts';
import { createLinkTokens } from '#services/platform/signed-links/index.ts';
import { NOT_KEPT, startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  for (let number = 100; number < 203; number += 1) await vitrine.listStone(`AR-${number}`);
  await vitrine.document('MEMO', 'AR-101');
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const LINKS = '/api/vendors/1/links';
const tokenIn = (text: string): string => /#token=(\S+)/.exec(text)![1]!;

async function make(body: object = {}, key: string = randomUUID()): Promise<VendorLinkResource> {
  const admin = await vitrine.as('admin');
  const reply = await admin.post(LINKS, body, { headers: { 'idempotency-key': key } });
  expect(reply.status).toBe(201);
  return reply.json as VendorLinkResource;
}
const links = async () => (await (await vitrine.as('admin')).get(LINKS)).json as VendorLinkResource[];
const view = (token: string, path = '', body: object = {}) =>
  vitrine.call(`/vendor/view${path}`, { token, ...body });
const gone = { message: 'This link no longer works. Please ask for a new one.', code: 'UNKNOWN_LINK' };

test('a link shows the vendor its stock without an account, and is kept by no browser', async () => {
  const { url, ...link } = await make({ days: 7 });
  expect(link).toMatchObject({ state: 'LIVE', madeBy: 'admin', vendorId: 1, openedAt: null, sentTo: null });
  expect(Date.parse(link.expiresAt) - Date.parse(link.madeAt)).toBe(7 * 86_400_000);
  expect(new URL(url!).pathname + new URL(url!).search).toBe('/vendorview');

  const token = tokenIn(url!);
  const shown = await view(token);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.json).toMatchObject({ name: 'Antwerp Rounds', expiresAt: link.expiresAt });
  expect((shown.json as { stock: unknown[] }).stock).toEqual(
    expect.arrayContaining([
      { status: 'AVAILABLE', count: 102, cost: expect.any(Number) },
      { status: 'CUSTOMER', count: 1, cost: 9090.91 },
    ]),
  );
  const found = (await links()).find(({ id }) => id === link.id);
  expect(found?.openedAt).not.toBeNull();
  expect(JSON.stringify(found)).toContain(token);
});

test('the stock comes in pages, by status and by name', async () => {
  const token = tokenIn((await make()).url!);
  type Page = { parcels: { parcelName: string; status: string; cost: number }[]; next: string | null };
  const page = async (asked: object) => (await view(token, '/stock', asked)).json as Page;
  const first = await page({});
  expect([first.parcels.length, first.next]).toEqual([100, 'AR-199']);
  const second = await page({ after: first.next });
  expect(second).toMatchObject({ next: null });
  expect(second.parcels.map(({ parcelName }) => parcelName)).toEqual(['AR-200', 'AR-201', 'AR-202']);
  expect((await page({ status: 'CUSTOMER' })).parcels).toEqual([
    expect.objectContaining({ parcelName: 'AR-101', status: 'CUSTOMER', cost: 9090.91 }),
  ]);
  expect((await page({ search: 'r-15' })).parcels).toHaveLength(10);
  expect((await page({ search: '%' })).parcels).toEqual([]);
});

test('the report says what it is made of, and when a stone of the vendor is parked', async () => {
  const token = tokenIn((await make()).url!);
  const { headers } = await view(token, '/report');
  expect([headers.get('x-position'), headers.get('x-stale')]).toEqual([expect.stringMatching(/^\d+$/), null]);
  const { db } = vitrine.context;
  await sql`
    insert into vitrine.projection_parked (name, build, stream, revision, position, event_type, reason)
    select name, build, 'stone-AR-102', 0, 1, 'StoneListed', 'not readable'
    from vitrine.projection_build where name = 'parcels' and state = 'live'`.execute(db);
  expect((await view(token, '/report')).headers.get('x-stale')).toBe('true');
  await sql`delete from vitrine.projection_parked`.execute(db);
});

test('unknown, expired and revoked links are one and the same answer, at once, on every call', async () => {
  const [expired, revoked] = [await make(), await make()];
  const { db } = vitrine.context;
  const tokens = [expired, revoked].map(({ url }) => tokenIn(url!));
  for (const token of tokens) expect((await view(token)).status).toBe(200);
  await sql`update vitrine.vendor_link set expires_at = now() where id = ${expired.id}`.execute(db);
  const admin = await vitrine.as('admin');
  const answer = await admin.post(`${LINKS}/${revoked.id}`, undefined, { method: 'DELETE' });
  expect(answer.json).toMatchObject({ state: 'REVOKED', revokedBy: 'admin', url: null });
  const month = '2026-04';
  for (const token of ['x', 'A'.repeat(64), ...tokens])
    for (const [path, body] of [
      ['', {}],
      ['/stock', {}],
      ['/statement', { month }],
      ['/statement/file', { month, format: 'pdf' }],
      ['/report', {}],
    ] as const) {
      const refused = await view(token, path, body);
      expect([path, refused.status, refused.json]).toEqual([path, 404, gone]);
    }
  const states = new Map((await links()).map(({ id, state, url }) => [id, [state, url]]));
  expect([states.get(expired.id), states.get(revoked.id)]).toEqual([
    ['EXPIRED', null],
    ['REVOKED', null],
  ]);
  // Revoked again, it stays as it was.
  const again = await admin.post(`${LINKS}/${revoked.id}`, undefined, { method: 'DELETE' });
  expect(again.json).toEqual(answer.json);
});

test('a link is mailed once for a key, to the vendor’s own address unless another is given', async () => {
  const admin = await vitrine.as('admin');
  const link = await make();
  const send = (body: object, key: string, id = link.id) =>
    admin.post(`${LINKS}/${id}/send`, body, { headers: { 'idempotency-key': key } });
  for (let time = 0; time < 2; time += 1)
    expect((await send({}, 'mail-once')).json).toMatchObject({ sentTo: 'stock@example.com' });
  expect((await send({ to: 'ada@example.com' }, 'mail-ada')).json).toMatchObject({
    sentTo: 'ada@example.com',
  });
  const { rows } = await sql<{ recipient: string; body: string; secret: boolean }>`
    select recipient, body, secret from vitrine.mail where key like 'vendor-link/%' order by id`.execute(
    vitrine.context.db,
  );
  expect(rows.map(({ recipient, secret }) => [recipient, secret])).toEqual([
    ['stock@example.com', true],
    ['ada@example.com', true],
  ]);
  expect((await view(tokenIn(rows[0]!.body))).status).toBe(200);
  expect((await send({ to: 'no address' }, 'mail-3')).json).toMatchObject({
    code: 'NO_ADDRESS',
    field: 'to',
  });
  await admin.post(`${LINKS}/${link.id}`, undefined, { method: 'DELETE' });
  const dead = await send({}, 'mail-4');
  expect([dead.status, dead.json]).toMatchObject([409, { code: 'LINK_NOT_GOOD' }]);
});

test('the same key makes one link, and links are the vendor’s own', async () => {
  const [one, again] = [await make({ days: 9 }, 'make-once'), await make({ days: 9 }, 'make-once')];
  expect(again).toEqual(one);
  const admin = await vitrine.as('admin');
  for (const [days, path, status] of [
    [0, LINKS, 422],
    [367, LINKS, 422],
    [7, '/api/vendors/99/links', 404],
  ] as const)
    expect((await admin.post(path, { days })).status).toBe(status);
  expect((await admin.get('/api/vendors/99/links')).status).toBe(404);
  for (const path of [`/api/vendors/99/links/${one.id}`, `${LINKS}/${randomUUID()}`])
    expect((await admin.post(path, undefined, { method: 'DELETE' })).status).toBe(404);
  expect((await view(tokenIn(one.url!))).status).toBe(200);
});

test('given an administrator without wholesale prices, when it asks for links, then it may list them without address and revoke them alone', async () => {
  const link = await make();
  const admin = await vitrine.as('admin');
  const refused = { status: 403, json: { code: 'NO_PRICES' } };
  for (const prices of ['RETAIL', 'NONE']) {
    const headers = { prices };
    const listed = await admin.get(LINKS, { headers });
    expect(listed.json).toContainEqual({ ...link, url: null });
    expect(JSON.stringify(listed.json)).not.toContain(tokenIn(link.url!));
    expect(await admin.post(LINKS, { days: 7 }, { headers })).toMatchObject(refused);
    expect(await admin.post(`${LINKS}/${link.id}/send`, {}, { headers })).toMatchObject(refused);
  }
  expect(
    await admin.post(`${LINKS}/${link.id}`, undefined, { method: 'DELETE', headers: { prices: 'NONE' } }),
  ).toMatchObject({ status: 200, json: { state: 'REVOKED', url: null } });
});

test('given a mail with a link that is kept, when administrators open the outbox, then it is shown with wholesale prices alone', async () => {
  const link = await make();
  const admin = await vitrine.as('admin');
  await admin.post(`${LINKS}/${link.id}/send`, { to: 'outbox@example.com' });
  const list = `/api/mails?filter=${JSON.stringify({ to: 'outbox@example.com' })}`;
  const mails = async (headers: Record<string, string> = {}): Promise<MailResource[]> => {
    const [listed] = (await admin.get(list, { headers })).json as MailResource[];
    return [listed!, (await admin.get(`/api/mails/${listed!.id}`, { headers })).json as MailResource];
  };
  for (const { text } of await mails()) expect(text).toContain(tokenIn(link.url!));
  for (const prices of ['RETAIL', 'NONE'])
    for (const mail of await mails({ prices })) {
      expect(mail).toMatchObject({ state: 'KEPT', text: expect.stringContaining('is not shown') });
      expect(JSON.stringify(mail)).not.toContain(tokenIn(link.url!));
    }
});

test('a reader of the database can make no token of what it holds', async () => {
  const link = await make();
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(link) as row from vitrine.vendor_link as link`.execute(vitrine.context.db);
  expect(JSON.stringify(rows)).toContain(link.id);
  const { rows: keys } = await sql<{ row: object }>`
    select to_jsonb(used_key) as row from vitrine.used_key`.execute(vitrine.context.db);
  expect(JSON.stringify([rows, keys])).not.toContain(tokenIn(link.url!));
});

test('with another secret a link that was sent ends, and the list has one of the same days that is good', async () => {
  const link = await make({ days: 5 });
  const sent = createLinkTokens('the secret before this one, long enough', "a vendor's own view").sign(
    link.id,
  );
  const refused = await view(sent);
  expect([refused.status, refused.json]).toEqual([404, gone]);
  const listed = (await links()).find(({ id }) => id === link.id)!;
  expect(listed).toMatchObject({ state: 'LIVE', expiresAt: link.expiresAt });
  expect((await view(tokenIn(listed.url!))).status).toBe(200);
});

test('too many tries from one address are refused', async () => {
  const { db } = vitrine.context;
  await sql`delete from vitrine.attempt`.execute(db);
  const statuses = [];
  for (let attempt = 0; attempt < 32; attempt += 1) {
    const { status } = await fetch(new URL('/vendor/view/report', vitrine.address), {
      method: 'POST',
      headers: { ...NOT_KEPT, 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'x' }),
    });
    statuses.push(status);
  }
  expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  await sql`delete from vitrine.attempt`.execute(db);
});
