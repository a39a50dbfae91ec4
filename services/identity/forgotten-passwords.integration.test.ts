import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#local/demo/demo-users.ts';
import { setPassword, updateUser } from './index.ts';
import { hashPassword } from './passwords.ts';
import { startIdentityServer, type IdentityServer } from './testing/identity-server.ts';

let identity: IdentityServer;
beforeEach(async () => {
  identity = await startIdentityServer();
});
afterEach(() => identity.close());

const NEW = 'Another-pass-1';
const ask = (user: string) => identity.post('/login/forgot', { user });
const choose = (token: string, newPassword = NEW, key?: string) =>
  identity.post(
    '/login/newpassword',
    { token, newPassword },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const tokenIn = (text: string): string => /#token=(\S+)/.exec(text)![1]!;
/** The tokens of the mails that go out for what was asked. */
async function tokens(): Promise<string[]> {
  const before = identity.mails.length;
  await identity.sendLinks();
  return identity.mails.slice(before).map(({ text }) => tokenIn(text));
}
async function tokenFor(user: string): Promise<string> {
  await ask(user);
  const [token] = await tokens();
  return token!;
}
const gone = { message: 'This link no longer works. Please ask for a new one.', code: 'LINK_USED' };

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, once; every session ends', async () => {
    const headers = await identity.signedIn('demo-customer');
    const token = await tokenFor(' Demo-Customer ');
    expect(identity.mails[0]).toMatchObject({
      to: 'demo-customer@example.com',
      secret: true,
      text: expect.stringContaining('https://vitrine.example.com/newpassword#token='),
    });
    expect(await identity.check(headers)).toBe(200);
    expect((await choose(token)).json()).toEqual({ username: 'demo-customer' });
    expect(await identity.check(headers)).toBe(401);
    expect((await identity.login('demo-customer', DEMO_PASSWORD)).statusCode).toBe(401);
    expect((await identity.login('demo-customer', NEW)).statusCode).toBe(200);
    const again = await choose(token);
    expect([again.statusCode, again.json()]).toEqual([402, gone]);
  });
  test('is asked for by e-mail address too', async () => {
    await ask('DEMO-customer@example.com');
    expect(await tokens()).toHaveLength(1);
  });
  test('is answered alike for a user that there is not, who gets nothing', async () => {
    const [known, unknown] = [await ask('demo-customer'), await ask('nobody@example.com')];
    expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
    expect(await tokens()).toHaveLength(1);
  });
  test('without a mail server is asked of an administrator, also for a user that there is not', async () => {
    const unmailed = await startIdentityServer({ sendsMails: false });
    for (const user of ['demo-customer', 'nobody@example.com'])
      expect((await unmailed.post('/login/forgot', { user })).json()).toEqual({
        message: expect.stringContaining('Please ask an administrator') as string,
      });
    await unmailed.close();
  });
  test('sends nothing to a user that may not sign in', async () => {
    await updateUser(identity.store, 'demo-rep', { active: false }, 'an admin');
    identity.customers.set(12, { allowLogin: false });
    for (const user of ['demo-rep', 'demo-customer']) await ask(user);
    expect(await tokens()).toEqual([]);
  });
  test('no more than five links are good at a time, and all of them stay so', async () => {
    for (let count = 0; count < 7; count += 1) await ask('demo-customer');
    const sent = await tokens();
    expect(sent).toHaveLength(5);
    expect((await choose(sent[0]!)).statusCode).toBe(200);
    expect((await choose(sent[1]!, 'Third-pass-1')).json()).toEqual(gone);
  });
  test('links from before a new password do not count among the five', async () => {
    for (let count = 0; count < 5; count += 1) await ask('demo-customer');
    expect(await tokens()).toHaveLength(5);
    await setPassword(identity.store, 'demo-customer', NEW, 'an admin');
    expect((await choose(await tokenFor('demo-customer'), 'Third-pass-1')).statusCode).toBe(200);
  });
  test('two processes that send at once send no more than five', async () => {
    for (let count = 0; count < 4; count += 1) await ask('demo-customer');
    expect(await tokens()).toHaveLength(4);
    // The first process takes twenty, the second the last one.
    const asked = [
      'demo-customer',
      ...Array.from({ length: 19 }, (_, nth) => `unknown-${nth}`),
      'demo-customer',
    ];
    await identity.pool.query(
      `insert into vitrine.forgotten_password (named, asked_at) select unnest($1::text[]), $2`,
      [asked, identity.clock.now()],
    );
    await Promise.all([identity.sendLinks(), identity.sendLinks()]);
    expect(identity.mails).toHaveLength(5);
  });
  test('of two links used at the same moment, one sets the password', async () => {
    for (let count = 0; count < 2; count += 1) await ask('demo-customer');
    const [one, other] = await tokens();
    const answers = await Promise.all([choose(one!), choose(other!, 'Third-pass-1')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 402]);
  });
  test('a call whose answer was lost is answered again under its key, and under no other', async () => {
    const token = await tokenFor('demo-customer');
    expect((await choose(token, NEW, 'first')).statusCode).toBe(200);
    const again = await choose(token, NEW, 'first');
    expect([again.statusCode, again.json()]).toEqual([200, { username: 'demo-customer' }]);
    expect((await choose(token, NEW, 'second')).json()).toEqual(gone);
    expect((await choose(token, 'Third-pass-1', 'first')).statusCode).toBe(409);
    expect((await choose(await tokenFor('demo-customer'), NEW, 'first')).statusCode).toBe(409);
    expect((await identity.login('demo-customer', NEW)).statusCode).toBe(200);
  });
  test('sent twice at the same moment under one key it is done once, and both are answered', async () => {
    const token = await tokenFor('demo-customer');
    const answers = await Promise.all([choose(token, NEW, 'first'), choose(token, NEW, 'first')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
  test('a used link does not count among the five, and is not answered after another new password', async () => {
    const token = await tokenFor('demo-customer');
    await choose(token, NEW, 'first');
    for (let count = 0; count < 5; count += 1) await ask('demo-customer');
    expect(await tokens()).toHaveLength(5);
    await setPassword(identity.store, 'demo-customer', 'Third-pass-1', 'an admin');
    expect((await choose(token, NEW, 'first')).json()).toEqual(gone);
  });
  test('a used link is of no version that its user can have, so that a process of the last release refuses it too', async () => {
    const token = await tokenFor('demo-customer');
    await choose(token, NEW, 'first');
    const { rows } = await identity.pool.query(
      `select link.token_version < stored.token_version as dead from vitrine.password_link as link
        join vitrine.user_account as stored using (username)`,
    );
    expect(rows).toEqual([{ dead: true }]);
  });
  test('a call whose first sending commits between its two readings is answered as that one', async () => {
    const token = await tokenFor('demo-customer');
    const first = await identity.pool.connect();
    await first.query('begin');
    await first.query('lock table vitrine.user_account in access exclusive mode');
    // Given a call that has read its link and waits for the user
    const again = choose(token, NEW, 'first');
    await expect
      .poll(() =>
        first.query(`select from pg_locks where not granted and relation = 'vitrine.user_account'::regclass`),
      )
      .toMatchObject({ rowCount: 1 });
    // When the same call, sent before, is done
    await first.query(`update vitrine.password_link set used_under = 'first'`);
    await first.query(
      `update vitrine.user_account set token_version = token_version + 1, password_hash = $1 where username = $2`,
      [await hashPassword(NEW), 'demo-customer'],
    );
    await first.query('commit');
    first.release();
    // Then both have the same answer
    expect((await again).json()).toEqual({ username: 'demo-customer' });
  });
  test('a link stays good when the password could not be set', async () => {
    const token = await tokenFor('demo-customer');
    const table = 'alter table vitrine.user_account';
    await identity.pool.query(`${table} add constraint unchanged check (token_version < 2) not valid`);
    expect((await choose(token)).statusCode).toBe(500);
    await identity.pool.query(`${table} drop constraint unchanged`);
    expect((await choose(token)).statusCode).toBe(200);
  });
  test('a link ends after an hour', async () => {
    const token = await tokenFor('demo-customer');
    identity.clock.advance(3_600_000);
    expect((await choose(token)).statusCode).toBe(402);
  });
  test('the store holds no token', async () => {
    const token = await tokenFor('demo-customer');
    const { rows } = await identity.pool.query(
      `select encode(token_hash, 'base64') || token_hash::text as kept from vitrine.password_link`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });
  test('a new password keeps the rules, and the link stays good until then', async () => {
    const token = await tokenFor('demo-customer');
    const refused = await choose(token, 'short');
    expect([refused.statusCode, refused.json()]).toEqual([
      402,
      expect.objectContaining({ message: 'New password must have at least 8 characters.' }),
    ]);
    expect((await choose(token)).statusCode).toBe(200);
  });
  test('of a user who must change the password is not set to that password again, and the link stays good', async () => {
    await updateUser(identity.store, 'demo-customer', { mustChangePassword: true }, 'an admin');
    const token = await tokenFor('demo-customer');
    const refused = await choose(token, DEMO_PASSWORD);
    expect([refused.statusCode, refused.json()]).toEqual([
      402,
      expect.objectContaining({ field: 'newPassword', code: 'SAME_PASSWORD' }),
    ]);
    expect((await identity.login('demo-customer')).json()).toMatchObject({
      user: { mustChangePassword: true },
    });
    expect((await choose(token)).statusCode).toBe(200);
  });
  test('one address asks 20 times an hour, for any user', async () => {
    for (let count = 0; count < 20; count += 1) expect((await ask(`somebody-${count}`)).statusCode).toBe(200);
    expect((await ask('demo-customer')).statusCode).toBe(402);
    const elsewhere = { method: 'POST', url: '/login/forgot', remoteAddress: '10.1.2.3' } as const;
    const other = await identity.app.inject({ ...elsewhere, payload: { user: 'demo-customer' } });
    expect(other.statusCode).toBe(200);
  });
});
