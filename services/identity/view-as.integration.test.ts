import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEADERS } from '#contracts/api/headers.ts';
import { PASSWORD } from '#tests/support/small-world.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.listStone('S1');
  await vitrine.listStone('S2', { lab: 'FM' });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

/** Headers of a session of the test's own: changing the view ends the one that it is asked with. */
async function signedIn(username: string): Promise<{ authorization: string }> {
  const { json } = await vitrine.call('/login', { username, password: PASSWORD });
  return { authorization: `Bearer ${(json as { token: string }).token}` };
}

/** Calls with the derived session of somebody who views as a customer. */
async function viewing(staff: string, body: { customerId: number; username?: string }) {
  const reply = await vitrine.call('/api/view-as', body, { headers: await signedIn(staff) });
  const { token } = reply.json as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    reply,
    headers,
    call: (path: string, sent?: unknown, more: Record<string, string> = {}, method = 'POST') =>
      vitrine.call(path, sent, { method, headers: { ...headers, ...more } }),
  };
}

test('the derived session has the customer’s permissions and price mode, and no rights of staff', async () => {
  const { call } = await viewing('admin', { customerId: 7, username: 'alder-retail' });
  expect((await call('/login/check')).json).toMatchObject({
    username: 'admin',
    administrator: false,
    salesRep: false,
    customerId: 7,
    showPrices: 'RETAIL',
    viewingAs: { customerId: 7, role: 'administrator', username: 'alder-retail' },
  });
  const [stone] = (await call('/inventory/available')).json as Record<string, unknown>[];
  expect(stone).not.toHaveProperty('displayRapPercent');
  expect(stone).not.toHaveProperty('vendorId');
  for (const [method, path] of [
    ['GET', '/api/customers'],
    ['GET', '/api/users'],
    ['POST', '/admin/allcustomers'],
    ['POST', '/sync/sync'],
  ] as const)
    expect((await call(path, undefined, {}, method)).status).toBe(403);
  expect((await call('/inventory/available', undefined, { customer: '8' })).status).toBe(403);
});

test('a password changed in a view is the staff’s own, and the view goes on', async () => {
  const { call } = await viewing('rep', { customerId: 7, username: 'alder-retail' });
  const body = { username: 'rep', oldPassword: PASSWORD, newPassword: 'Another-pass-2' };
  const { json, headers } = await call('/login/changepassword', body);
  const viewed = {
    username: 'rep',
    salesRep: false,
    customerId: 7,
    showPrices: 'RETAIL',
    viewingAs: { customerId: 7, role: 'salesRep', username: 'alder-retail' },
  };
  expect(json).toMatchObject(viewed);
  const now = { authorization: `Bearer ${headers.get(HEADERS.sessionToken)}` };
  expect((await vitrine.call('/login/check', undefined, { headers: now })).json).toMatchObject(viewed);
  await call(
    '/login/changepassword',
    {
      username: 'rep',
      oldPassword: 'Another-pass-2',
      newPassword: PASSWORD,
    },
    now,
  );
});

test('the answer names the viewed user with its rights, not the staff’s', async () => {
  const { reply } = await viewing('admin', { customerId: 7, username: 'alder-retail' });
  expect(reply.json).toMatchObject({
    user: {
      username: 'admin',
      administrator: false,
      customerId: 7,
      showPrices: 'RETAIL',
      viewingAs: { customerId: 7, username: 'alder-retail' },
    },
  });
});

test('no list that staff have at hand is good for the view, nor the view’s for staff', async () => {
  const paths = ['/inventory/available', '/inventory/past', '/jewellery/available', '/attributes/all'];
  const tagged = async (path: string, headers: Record<string, string>) => {
    const answer = await vitrine.call(path, undefined, { method: 'GET', headers });
    return { status: answer.status, etag: answer.headers.get('etag') ?? '' };
  };
  const own = { ...(await signedIn('admin')), customer: '7' };
  const before = await Promise.all(paths.map((path) => tagged(path, own)));
  const { headers } = await viewing('admin', { customerId: 7 });
  for (const [index, path] of paths.entries()) {
    const tag = before[index]!.etag;
    expect([path, (await tagged(path, { ...headers, 'if-none-match': tag })).status]).toEqual([path, 200]);
  }
});

test('a customer that may not make changes cannot be made to through it', async () => {
  const { call } = await viewing('rep', { customerId: 9 });
  expect((await call('/inventory/request_stones', { parcelNames: ['S1'] })).status).toBe(402);
  const names = ((await call('/inventory/available')).json as { parcelName: string }[]).map(
    (one) => one.parcelName,
  );
  expect(names).toEqual(['S1']);
});

test('what is done through it carries the staff’s own name', async () => {
  const { call } = await viewing('rep', { customerId: 8 });
  expect((await call('/inventory/request_stones', { parcelNames: ['S1'] })).status).toBe(200);
  await vitrine.shown();
  const filter = JSON.stringify({ parcel: 'S1', type: 'StoneRequested' });
  const history = await (await vitrine.as('admin')).get(`/api/history?${new URLSearchParams({ filter })}`);
  expect(history.json).toMatchObject([{ actor: 'rep' }]);
});

test('it is ended by itself, and goes back to the staff’s own session', async () => {
  const { call } = await viewing('admin', { customerId: 7 });
  const reply = await call('/api/view-as/end');
  expect(reply).toMatchObject({ status: 200, json: { user: { administrator: true } } });
  const { token } = reply.json as { token: string };
  const own = { authorization: `Bearer ${token}` };
  expect((await vitrine.call('/api/users', undefined, { method: 'GET', headers: own })).status).toBe(200);
  expect((await vitrine.call('/api/view-as/end', undefined, { headers: own })).status).toBe(409);
});

test('customers’ users cannot view as anybody, nor staff as a customer or user there is not', async () => {
  const jeweller = await vitrine.as('alder');
  expect((await jeweller.post('/api/view-as', { customerId: 8 })).status).toBe(403);
  const admin = await vitrine.as('admin');
  expect(await admin.post('/api/view-as', { customerId: 99 })).toMatchObject({
    status: 422,
    json: { field: 'customerId' },
  });
  expect(await admin.post('/api/view-as', { customerId: 7, username: 'birch' })).toMatchObject({
    status: 422,
    json: { field: 'username' },
  });
});

test('a user who is no longer staff views as no customer', async () => {
  const { call } = await viewing('rep', { customerId: 7 });
  const admin = await vitrine.as('admin');
  await admin.post('/admin/updateuser', { username: 'rep', salesRep: false, customerId: 8 });
  expect((await call('/login/check')).status).toBe(401);
  await admin.post('/admin/updateuser', { username: 'rep', salesRep: true, customerId: null });
});

test('given a view whose viewer is to choose a new password, when the view calls, then it ends for good', async () => {
  const { call } = await viewing('rep', { customerId: 7 });
  const admin = await vitrine.as('admin');
  const mustChange = (mustChangePassword: boolean) =>
    admin.post('/admin/updateuser', { username: 'rep', mustChangePassword });
  await mustChange(true);
  expect((await call('/inventory/available')).status).toBe(401);
  await mustChange(false);
  expect((await call('/inventory/available')).status).toBe(401);
});

test('the viewed user’s price mode counts as it is now, and a user who is inactive is not viewed as', async () => {
  const { call } = await viewing('rep', { customerId: 7, username: 'alder-retail' });
  const admin = await vitrine.as('admin');
  const change = (fields: object) => admin.post('/admin/updateuser', { username: 'alder-retail', ...fields });
  await change({ showPrices: 'NONE' });
  expect((await call('/login/check')).json).toMatchObject({ showPrices: 'NONE' });
  await change({ active: false });
  expect((await call('/login/check')).status).toBe(401);
  await change({ active: true, showPrices: 'RETAIL' });
});

test('given a view whose user was deactivated, when the user is active again, then the view stays ended', async () => {
  const { call } = await viewing('rep', { customerId: 7, username: 'alder-retail' });
  const admin = await vitrine.as('admin');
  const change = (fields: object) => admin.post('/admin/updateuser', { username: 'alder-retail', ...fields });
  await change({ active: false });
  expect((await call('/login/check')).status).toBe(401);
  await change({ active: true });
  expect((await call('/login/check')).status).toBe(401);
});

test('given staff without prices, when they view as a customer without users, then they see no price either', async () => {
  const admin = await vitrine.as('admin');
  const { json } = await admin.post('/admin/newcustomer', { name: 'Elder' });
  const { customerId } = json as { customerId: number };
  await vitrine.shown();
  await admin.post('/admin/updateuser', { username: 'rep', showPrices: 'NONE' });
  const { reply } = await viewing('rep', { customerId });
  expect(reply.json).toMatchObject({ user: { showPrices: 'NONE', viewingAs: { username: null } } });
  await admin.post('/admin/updateuser', { username: 'rep', showPrices: 'WHOLESALE' });
});

test('staff who belong to a customer are none of its users: their price mode is not viewed with', async () => {
  const admin = await vitrine.as('admin');
  const staff = { username: 'aaron', email: 'aaron@example.com', salesRep: true, customerId: 9 };
  expect((await admin.post('/admin/newuser', staff)).status).toBe(200);
  await admin.post('/admin/updateuser', { username: 'cedar', showPrices: 'NONE' });
  const { call } = await viewing('admin', { customerId: 9 });
  expect((await call('/login/check')).json).toMatchObject({
    showPrices: 'NONE',
    viewingAs: { username: 'cedar' },
  });
  const own = { headers: await signedIn('admin') };
  expect(await vitrine.call('/api/view-as', { customerId: 9, username: 'aaron' }, own)).toMatchObject({
    status: 422,
    json: { field: 'username' },
  });
  await admin.post('/admin/updateuser', { username: 'cedar', salesRep: true });
  expect((await call('/login/check')).status).toBe(401);
  await admin.post('/admin/updateuser', { username: 'cedar', salesRep: false, showPrices: 'WHOLESALE' });
});

test('a token ends when the view changes: neither the staff’s nor the customer’s is good after it', async () => {
  const own = await signedIn('admin');
  const check = async (headers: { authorization: string }) =>
    (await vitrine.call('/login/check', undefined, { headers })).status;
  const viewing = await vitrine.call('/api/view-as', { customerId: 7 }, { headers: own });
  const viewer = { authorization: `Bearer ${(viewing.json as { token: string }).token}` };
  expect([await check(own), await check(viewer)]).toEqual([401, 200]);
  expect((await vitrine.call('/api/view-as/end', undefined, { headers: viewer })).status).toBe(200);
  expect(await check(viewer)).toBe(401);
});

test('who acts for a customer and who views as it, one person, are not shown each other’s answers', async () => {
  const acting = { ...(await signedIn('admin')), customer: '7' };
  const { headers } = await viewing('admin', { customerId: 7 });
  const paths = [
    ['/inventory/available', undefined],
    ['/inventory/details', { parcelName: 'S2' }],
    ['/inventory/rows', { parcelNames: ['S2'] }],
  ] as const;
  const vendorIsIn = async (path: string, body: unknown, of: Record<string, string>) => {
    const { status, text } = await vitrine.call(path, body, { headers: of });
    expect([path, status]).toEqual([path, 200]);
    return text.includes('"vendorId"');
  };
  // Each is the first to ask once, and asks again when the other's answer is kept.
  for (const order of [
    [acting, headers, acting],
    [headers, acting, headers],
  ]) {
    await vitrine.listStone(`V${order.indexOf(acting)}`);
    for (const [path, body] of paths)
      for (const one of order)
        expect([path, await vendorIsIn(path, body, one)]).toEqual([path, one === acting]);
  }
});

test('a customer that may not log in is not viewed as, and a view of it ends', async () => {
  const { call } = await viewing('admin', { customerId: 9 });
  expect((await call('/login/check')).status).toBe(200);
  const admin = await vitrine.as('admin');
  const allow = (allowLogin: boolean) =>
    admin.post('/admin/updatecustomer', { customerId: 9, allowLogin, allowActions: false });
  expect((await allow(false)).status).toBe(200);
  await vitrine.shown();
  await expect.poll(async () => (await call('/login/check')).status).toBe(401);
  expect(await admin.post('/api/view-as', { customerId: 9 })).toMatchObject({
    status: 422,
    json: { code: 'MAY_NOT_LOG_IN', field: 'customerId' },
  });
  expect((await admin.post('/login/check')).status).toBe(200);
  expect((await allow(true)).status).toBe(200);
  await expect.poll(async () => (await viewing('admin', { customerId: 9 })).reply.status).toBe(200);
  expect((await call('/login/check')).status).toBe(401);
});
