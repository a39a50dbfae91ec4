import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#local/demo/demo-users.ts';
import { setPassword, updateUser } from './index.ts';
import { startIdentityServer, type IdentityServer } from './testing/identity-server.ts';

let identity: IdentityServer;
beforeEach(async () => {
  identity = await startIdentityServer();
});
afterEach(() => identity.close());

const post = (...request: Parameters<IdentityServer['post']>) => identity.post(...request);
const check = (headers: Record<string, string>) => identity.check(headers);

describe('signing in from a frame of another site: /loginform (product: Routes)', () => {
  const ticketOf = async (username: string, password = DEMO_PASSWORD): Promise<string> =>
    (await post('/login/ticket', { username, password })).json<{ ticket: string }>().ticket;

  test('the frame gets a ticket and no cookie; the top window gets the cookie for it', async () => {
    const issued = await post('/login/ticket', { username: 'demo-customer', password: DEMO_PASSWORD });
    expect([issued.statusCode, issued.cookies]).toEqual([200, []]);
    expect(issued.headers['cache-control']).toBe('no-store');
    const redeemed = await post('/login/redeem', issued.json<{ ticket: string }>());
    expect(redeemed.json()).toMatchObject({ username: 'demo-customer' });
    const [cookie] = redeemed.cookies;
    expect(await check({ cookie: `vitrine_session=${cookie!.value}`, origin: 'http://localhost:80' })).toBe(
      200,
    );
  });
  test('a ticket is good once', async () => {
    const ticket = await ticketOf('demo-customer');
    const answers = [await post('/login/redeem', { ticket }), await post('/login/redeem', { ticket })];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
  });
  test('but may be redeemed again under the same key, when the answer broke off', async () => {
    const ticket = await ticketOf('demo-customer');
    const under = async (key: string) =>
      (await post('/login/redeem', { ticket }, { 'idempotency-key': key })).statusCode;
    expect([await under('one'), await under('one'), await under('two'), await under('one')]).toEqual([
      200, 200, 401, 200,
    ]);
    expect((await post('/login/redeem', { ticket })).statusCode).toBe(401);
    identity.clock.set('2026-03-02T10:01:00.000Z');
    expect(await under('one')).toBe(401);
  });
  test('and in the browser that asked for it', async () => {
    const ticket = await ticketOf('demo-customer');
    const elsewhere = await post('/login/redeem', { ticket }, { 'user-agent': 'another browser' });
    expect([elsewhere.statusCode, elsewhere.cookies]).toEqual([401, []]);
    expect((await post('/login/redeem', { ticket })).statusCode).toBe(200);
  });
  test('refused, it ends the session that is open there (rule: Sessions)', async () => {
    const { cookies } = await post('/login', { username: 'demo-rep', password: DEMO_PASSWORD });
    const headers = { cookie: `vitrine_session=${cookies[0]!.value}`, origin: 'http://localhost:80' };
    expect(await check(headers)).toBe(200);
    expect((await post('/login/redeem', { ticket: 'invented' }, headers)).statusCode).toBe(401);
    expect(await check(headers)).toBe(401);
  });
  test('not issued for a wrong password, it ends the session that is open in the browser', async () => {
    const { cookies } = await post('/login', { username: 'demo-rep', password: DEMO_PASSWORD });
    const headers = { cookie: `vitrine_session=${cookies[0]!.value}`, origin: 'http://localhost:80' };
    const wrong = { username: 'demo-customer', password: 'wrong' };
    expect((await post('/login/ticket', wrong, headers)).statusCode).toBe(401);
    expect(await check(headers)).toBe(401);
  });
  test('and for a minute', async () => {
    const ticket = await ticketOf('demo-customer');
    identity.clock.set('2026-03-02T10:01:00.000Z');
    expect((await post('/login/redeem', { ticket })).statusCode).toBe(401);
  });
  test('not after the password has changed, and not for a user who is no longer active', async () => {
    const [early, late] = [await ticketOf('demo-customer'), await ticketOf('demo-rep')];
    await setPassword(identity.store, 'demo-customer', 'Other-pass-1', 'an admin');
    await updateUser(identity.store, 'demo-rep', { active: false }, 'an admin');
    expect((await post('/login/redeem', { ticket: early })).statusCode).toBe(401);
    expect((await post('/login/redeem', { ticket: late })).statusCode).toBe(401);
  });
  test('a wrong password gets no ticket, and an invented ticket does not sign in', async () => {
    expect(await post('/login/ticket', { username: 'demo-customer', password: 'wrong' })).toMatchObject({
      statusCode: 401,
    });
    const invented = await post('/login/redeem', { ticket: 'invented' });
    expect([invented.statusCode, invented.json(), invented.cookies]).toEqual([
      401,
      expect.objectContaining({ message: 'Login Failed' }),
      [],
    ]);
  });
});
