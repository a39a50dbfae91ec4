import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HEADERS } from '#contracts/api/headers.ts';
import { sessionsReply, type SessionResource } from '#contracts/api/sessions.ts';
import { DEMO_PASSWORD } from '#local/demo/demo-users.ts';
import { setPassword, updateUser } from './index.ts';
import { startIdentityServer, type IdentityServer } from './testing/identity-server.ts';

type Signed = Readonly<Record<string, string>>;

let identity: IdentityServer;
beforeEach(async () => {
  identity = await startIdentityServer();
});
afterEach(() => identity.close());

const from = async (username: string, userAgent: string): Promise<Signed> => {
  const body = { username, password: DEMO_PASSWORD };
  const answer = await identity.post('/login', body, { 'user-agent': userAgent });
  return { authorization: `Bearer ${answer.json<{ token: string }>().token}` };
};
const listed = async (headers: Signed): Promise<SessionResource[]> =>
  sessionsReply.parse((await identity.post('/login/sessions', undefined, headers)).json());
const end = (headers: Signed, id?: string) =>
  identity.post('/login/sessions/end', { ...(id && { id }) }, headers);
const ask = (method: 'GET' | 'DELETE', url: string, headers: Signed) =>
  identity.app.inject({ method, url, headers });
const statuses = async (...all: Signed[]) => Promise.all(all.map((headers) => identity.check(headers)));

describe("one's own sessions", () => {
  test('are listed by browser and address, the last used first, others apart', async () => {
    const laptop = await from('demo-customer', 'Laptop/1');
    await from('demo-rep', 'Rep/1');
    identity.clock.advance(5 * 60_000);
    const phone = await from('demo-customer', 'Phone/1');
    expect(await listed(phone)).toEqual([
      {
        id: expect.any(String),
        userAgent: 'Phone/1',
        address: '127.0.0.1',
        signedInAt: '2026-03-02T10:05:00.000Z',
        lastUsedAt: '2026-03-02T10:05:00.000Z',
        own: true,
      },
      expect.objectContaining({ userAgent: 'Laptop/1', own: false, lastUsedAt: '2026-03-02T10:00:00.000Z' }),
    ]);
    identity.clock.advance(5 * 60_000);
    await identity.check(laptop);
    expect((await listed(phone)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      '2026-03-02T10:10:00.000Z',
      '2026-03-02T10:05:00.000Z',
    ]);
  });
  test('one is ended immediately, and once', async () => {
    const [laptop, phone] = [await from('demo-customer', 'Laptop/1'), await from('demo-customer', 'Phone/1')];
    expect(await statuses(laptop, phone)).toEqual([200, 200]);
    const other = (await listed(phone)).find(({ own }) => !own)!;
    expect((await end(phone, other.id)).json()).toEqual({ ended: 1 });
    expect(await statuses(laptop, phone)).toEqual([401, 200]);
    const again = await end(phone, other.id);
    expect([again.statusCode, again.json()]).toEqual([
      402,
      expect.objectContaining({ message: 'This session has ended already.' }),
    ]);
  });
  test('the one in use stays: it is signed out of', async () => {
    const laptop = await from('demo-customer', 'Laptop/1');
    const [own] = await listed(laptop);
    const answer = await end(laptop, own!.id);
    expect([answer.statusCode, answer.json()]).toMatchObject([402, { code: 'SESSION_IN_USE' }]);
    const admin = await from('demo-admin', 'Office/1');
    const [inUse] = await listed(admin);
    const deleted = await ask('DELETE', `/api/users/demo-admin/sessions/${inUse!.id}`, admin);
    expect([deleted.statusCode, deleted.json()]).toMatchObject([409, { code: 'SESSION_IN_USE' }]);
    expect(await statuses(laptop, admin)).toEqual([200, 200]);
  });
  test("another user's is not ended", async () => {
    const [rep, customer] = [await from('demo-rep', 'Rep/1'), await from('demo-customer', 'Phone/1')];
    const [theirs] = await listed(rep);
    expect((await end(customer, theirs!.id)).statusCode).toBe(402);
    expect(await statuses(rep)).toEqual([200]);
  });
  test('all others are ended together', async () => {
    const all = [];
    for (const name of ['One/1', 'Two/1', 'Three/1']) all.push(await from('demo-customer', name));
    expect((await end(all[1]!)).json()).toEqual({ ended: 2 });
    expect(await statuses(...all)).toEqual([401, 200, 401]);
    expect(await listed(all[1]!)).toHaveLength(1);
  });
  test('given sessions of before a new password and expired ones, when all others are ended, then none of those counts', async () => {
    // Given one that has expired, and two of which one changes the password
    await from('demo-customer', 'Old/1');
    identity.clock.advance(62 * 60_000);
    const laptop = await from('demo-customer', 'Laptop/1');
    await from('demo-customer', 'Phone/1');
    const newPassword = 'Another-pass-1';
    const body = { username: 'demo-customer', oldPassword: DEMO_PASSWORD, newPassword };
    const changed = await identity.post('/login/changepassword', body, laptop);
    const own = { authorization: `Bearer ${String(changed.headers[HEADERS.sessionToken])}` };
    expect(await listed(own)).toHaveLength(1);
    // When the others are ended, then there are none, also where one of them is named
    expect((await end(own)).json()).toEqual({ ended: 0 });
    const { rows } = await identity.pool.query<{ id: string }>(
      `select id from vitrine.session where user_agent = 'Phone/1'`,
    );
    expect((await end(own, rows[0]!.id)).json()).toMatchObject({
      message: 'This session has ended already.',
    });
  });
  test('of before a new password and those that have expired are not listed', async () => {
    await from('demo-customer', 'Laptop/1');
    await setPassword(identity.store, 'demo-customer', DEMO_PASSWORD, 'an admin');
    await updateUser(identity.store, 'demo-customer', { mustChangePassword: false }, 'an admin');
    const phone = await from('demo-customer', 'Phone/1');
    expect((await listed(phone)).map(({ userAgent }) => userAgent)).toEqual(['Phone/1']);
    identity.clock.advance(61 * 60_000);
    const later = await from('demo-customer', 'Later/1');
    expect((await listed(later)).map(({ userAgent }) => userAgent)).toEqual(['Later/1']);
  });
});

describe("a user's sessions", () => {
  const URL = '/api/users/demo-customer/sessions';
  test('are listed and ended by administrators', async () => {
    const [laptop, phone] = [await from('demo-customer', 'Laptop/1'), await from('demo-customer', 'Phone/1')];
    const admin = await from('demo-admin', 'Office/1');
    const shown = sessionsReply.parse((await ask('GET', URL, admin)).json());
    expect(shown.map(({ userAgent, own }) => [userAgent, own]).sort()).toEqual([
      ['Laptop/1', false],
      ['Phone/1', false],
    ]);
    const one = shown.find(({ userAgent }) => userAgent === 'Phone/1')!;
    expect((await ask('DELETE', `${URL}/${one.id}`, admin)).json()).toEqual({ ended: 1 });
    expect(await statuses(laptop, phone)).toEqual([200, 401]);
    expect((await ask('DELETE', `${URL}/${one.id}`, admin)).statusCode).toBe(404);
    expect((await ask('DELETE', URL, admin)).json()).toEqual({ ended: 1 });
    expect(await statuses(laptop, admin)).toEqual([401, 200]);
  });
  test("an administrator's own last session stays", async () => {
    const [here, there] = [await from('demo-admin', 'Here/1'), await from('demo-admin', 'There/1')];
    expect((await ask('DELETE', '/api/users/demo-admin/sessions', here)).json()).toEqual({ ended: 1 });
    expect(await statuses(here, there)).toEqual([200, 401]);
  });
  test('of an unknown user are not there', async () => {
    const admin = await from('demo-admin', 'Office/1');
    expect((await ask('GET', '/api/users/nobody/sessions', admin)).statusCode).toBe(404);
    expect((await ask('DELETE', `${URL}/not-an-id`, admin)).statusCode).toBe(400);
  });
});
