import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startIdentityServer, type IdentityServer } from './testing/identity-server.ts';
import { DEMO_PASSWORD, ensureDemoUsers } from '#local/demo/demo-users.ts';
import { createUser, findUser, listUsers, setPassword, updateUser } from './index.ts';
import { findUserVersion } from './users.ts';

let identity: IdentityServer;
beforeEach(async () => {
  identity = await startIdentityServer();
});
afterEach(() => identity.close());

const post = (...request: Parameters<IdentityServer['post']>) => identity.post(...request);
const login = (...who: Parameters<IdentityServer['login']>) => identity.login(...who);
const signedIn = (...who: Parameters<IdentityServer['signedIn']>) => identity.signedIn(...who);
const check = (headers: Record<string, string>) => identity.check(headers);

describe('signing in', () => {
  test('answers token and user, and sets the cookie that the portal uses', async () => {
    const answer = await login('demo-customer');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      token: expect.any(String),
      user: {
        username: 'demo-customer',
        administrator: false,
        salesRep: false,
        firstName: 'Dana',
        lastName: 'Demo',
        email: 'demo-customer@example.com',
        customerId: 12,
        active: true,
        showPrices: 'WHOLESALE',
        mustChangePassword: false,
      },
    });
    expect(answer.cookies).toEqual([
      expect.objectContaining({
        name: 'vitrine_session',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 3600,
        path: '/',
      }),
    ]);
    expect(answer.body).not.toMatch(/argon2|hash/i);
    expect(
      await check({ cookie: `vitrine_session=${answer.cookies[0]!.value}`, origin: 'http://localhost:80' }),
    ).toBe(200);
  });
  test('takes the username in any case', async () =>
    expect((await login(' Demo-Customer ')).statusCode).toBe(200));

  test.each([
    ['a wrong password', 'demo-customer', 'Demo-pass-2'],
    ['an unknown user', 'nobody', DEMO_PASSWORD],
    ['a password in another case', 'demo-customer', 'demo-pass-1'],
    ['an injected name', "demo-customer' or '1'='1", DEMO_PASSWORD],
  ])("%s is 'Login Failed' and sets nothing", async (_what, username, password) => {
    const answer = await login(username, password);
    expect([answer.statusCode, answer.json(), answer.cookies]).toEqual([
      401,
      { message: 'Login Failed', code: 'LOGIN_FAILED' },
      [],
    ]);
  });
  test('a failed sign-in signs no one else out', async () => {
    const headers = await signedIn('demo-customer');
    await login('demo-customer', 'wrong');
    expect(await check(headers)).toBe(200);
  });
  test('a failed sign-in signs out who was signed in there', async () => {
    const headers = await signedIn('demo-customer');
    const failed = await post('/login', { username: 'demo-rep', password: 'wrong' }, headers);
    expect(failed.statusCode).toBe(401);
    expect(await check(headers)).toBe(401);
  });
  test('who signs in anew is known at once, though another process has changed the user without a notice', async () => {
    expect(await check(await signedIn('demo-customer'))).toBe(200);
    const { db } = identity.store;
    await sql`update vitrine.user_account set token_version = token_version + 1`.execute(db);
    expect(await check(await signedIn('demo-customer'))).toBe(200);
  });
  test('an inactive user and a customer that may not log in are refused', async () => {
    identity.customers.set(12, { allowLogin: false });
    expect((await login('demo-customer')).statusCode).toBe(401);
    await updateUser(identity.store, 'demo-rep', { active: false }, 'an admin');
    expect((await login('demo-rep')).statusCode).toBe(401);
  });
  test('empty fields are named', async () => {
    const answer = await post('/login', { username: '', password: 'x' });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      402,
      'Enter your username.',
    ]);
  });
  test('too many attempts on one user from one address are refused; other users are not', async () => {
    const attempts = await Promise.all(Array.from({ length: 21 }, () => login('nobody')));
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 20 }, () => 401),
      402,
    ]);
    expect(attempts.at(-1)?.json<{ message: string }>().message).toMatch(/^Too many attempts/);
    expect((await login('demo-customer')).statusCode).toBe(200);
  });
});

describe('a session', () => {
  test('is confirmed with its user', async () => {
    const answer = await post('/login/check', undefined, await signedIn('demo-admin'));
    expect(answer.json()).toMatchObject({ username: 'demo-admin', administrator: true });
  });
  test('ends immediately when its user is deactivated', async () => {
    const headers = await signedIn('demo-rep');
    expect(await check(headers)).toBe(200);
    await updateUser(identity.store, 'demo-rep', { active: false }, 'an admin');
    expect(await check(headers)).toBe(401);
  });
  test('of before its user was deactivated does not come back when it is activated again', async () => {
    const headers = await signedIn('demo-rep');
    await updateUser(identity.store, 'demo-rep', { active: false }, 'an admin');
    await updateUser(identity.store, 'demo-rep', { active: true }, 'an admin');
    expect(await check(headers)).toBe(401);
    expect(await check(await signedIn('demo-rep'))).toBe(200);
  });
  test('ends within a second when another process, unheard, deactivates its user or its customer', async () => {
    const headers = await signedIn('demo-customer');
    expect(await check(headers)).toBe(200);
    await identity.pool.query(
      "update vitrine.user_account set active = false where username = 'demo-customer'",
    );
    identity.clock.advance(1000);
    expect(await check(headers)).toBe(401);
    await identity.pool.query(
      "update vitrine.user_account set active = true where username = 'demo-customer'",
    );
    identity.clock.advance(1000);
    expect(await check(headers)).toBe(200);
    identity.customers.set(12, { allowLogin: false });
    identity.clock.advance(1000);
    expect(await check(headers)).toBe(401);
  });
  test('loses a role immediately', async () => {
    const headers = { ...(await signedIn('demo-admin')), customer: '12' };
    expect(await check(headers)).toBe(200);
    await updateUser(identity.store, 'demo-admin', { administrator: false, customerId: 13 }, 'an admin');
    identity.customers.set(13, { allowLogin: true });
    expect(await check(headers)).toBe(403);
  });
  test('its token is refused once one has signed out, and an answer under way does not renew it', async () => {
    const mine = await signedIn('demo-customer');
    const other = await signedIn('demo-customer');
    identity.clock.advance(62_000);
    const cookie = {
      cookie: `vitrine_session=${mine.authorization.slice(7)}`,
      origin: 'http://localhost:80',
    };
    const answer = await identity.answeredDuring(() => post('/logout', undefined, cookie), cookie);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect([await check(cookie), await check(mine), await check(other)]).toEqual([401, 401, 200]);
  });
  test('is ended by signing out, as often as one likes', async () => {
    const cookie = `vitrine_session=${(await login('demo-customer')).cookies[0]!.value}`;
    for (const headers of [{ cookie, origin: 'http://localhost:80' }, {}]) {
      const answer = await post('/logout', undefined, headers);
      expect(answer.statusCode).toBe(200);
      expect(answer.cookies[0]).toMatchObject({ name: 'vitrine_session', value: '', path: '/' });
    }
  });
});

describe('changing the password', () => {
  const change = (headers: Record<string, string>, body: object) =>
    post(
      '/login/changepassword',
      { username: 'demo-customer', oldPassword: DEMO_PASSWORD, newPassword: 'New-pass-22', ...body },
      headers,
    );

  test('ends every other session, keeps this one, and clears mustChangePassword', async () => {
    await updateUser(identity.store, 'demo-customer', { mustChangePassword: true }, 'an admin');
    const [other, mine] = [await signedIn('demo-customer'), await signedIn('demo-customer')];
    identity.clock.advance(600_000); // old enough to be renewed by itself, which must not undo the change
    const answer = await change(mine, {});
    expect(answer.json()).toMatchObject({ username: 'demo-customer', mustChangePassword: false });
    expect([await check(other), await check(mine)]).toEqual([401, 401]);
    expect(await check({ authorization: `Bearer ${String(answer.headers['x-session-token'])}` })).toBe(200);
    expect(
      await check({ cookie: `vitrine_session=${answer.cookies[0]!.value}`, 'sec-fetch-site': 'same-origin' }),
    ).toBe(200);
    expect([
      (await login('demo-customer')).statusCode,
      (await login('demo-customer', 'New-pass-22')).statusCode,
    ]).toEqual([401, 200]);
  });

  test.each([
    [{ oldPassword: 'Wrong-pass-1' }, 'oldPassword', 'Your old password is not right.'],
    ...['', undefined, null, 123].map((oldPassword): [object, string, string] => [
      { oldPassword },
      'oldPassword',
      'Please enter your old password.',
    ]),
    ...['', undefined, null, 123].map((newPassword): [object, string, string] => [
      { newPassword },
      'newPassword',
      'New password must have at least 8 characters.',
    ]),
    [
      { newPassword: DEMO_PASSWORD },
      'newPassword',
      'Please choose a password that differs from your old one.',
    ],
    [{ newPassword: 'Ab1!' }, 'newPassword', 'New password must have at least 8 characters.'],
    [{ newPassword: 'ABCDEFG1!' }, 'newPassword', 'New password must contain a lower case letter.'],
    [{ newPassword: 'abcdefg1!' }, 'newPassword', 'New password must contain an upper case letter.'],
    [{ newPassword: 'Abcdefgh!' }, 'newPassword', 'New password must contain a number.'],
    [{ newPassword: 'Abcdefg12' }, 'newPassword', 'New password must contain a special character.'],
    [{ username: 'demo-admin' }, 'username', 'You may change your own password only.'],
  ])('%j is refused with 402 and changes nothing', async (body, field, message) => {
    const headers = await signedIn('demo-customer');
    const answer = await change(headers, body);
    expect([answer.statusCode, answer.json<{ field: string; message: string }>()]).toEqual([
      402,
      expect.objectContaining({ field, message }),
    ]);
    expect(await check(headers)).toBe(200);
    expect((await login('demo-customer')).statusCode).toBe(200);
  });

  test('does not undo a reset that came while it was under way', async () => {
    const headers = await signedIn('demo-customer');
    const reset = await identity.pool.connect();
    await reset.query('begin');
    await reset.query(`update vitrine.user_account set token_version = token_version + 1, must_change_password = true
      where username = 'demo-customer'`);
    const changing = change(headers, {});
    const waiting = async () =>
      (
        await identity.pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`)
      ).rowCount;
    await expect.poll(waiting).toBe(1);
    await reset.query('commit');
    reset.release();
    expect((await changing).json()).toMatchObject({ field: 'oldPassword', code: 'WRONG_PASSWORD' });
    expect((await login('demo-customer')).json()).toMatchObject({ user: { mustChangePassword: true } });
  });

  test('without a session it is 401', async () => expect((await change({}, {})).statusCode).toBe(401));
});

describe('POST /login/customer', () => {
  const customerOf = async (username: string, headers: Record<string, string> = {}) =>
    (await post('/login/customer', undefined, { ...(await signedIn(username)), ...headers })).json<object>();

  test('is the customer acted for, and how prices are shown', async () => {
    expect(await customerOf('demo-customer')).toMatchObject({
      customer: { customerId: 12, name: 'Smith & Co' },
      showPrices: 'WHOLESALE',
    });
    expect(await customerOf('demo-admin', { customer: '12' })).toMatchObject({
      customer: { customerId: 12 },
    });
  });
  test('has its fields at the top as well, where the specified call has them', async () => {
    const { customer, showPrices, ...fields } = (await customerOf('demo-customer')) as {
      customer: object;
      showPrices: string;
    };
    expect(showPrices).toBe('WHOLESALE');
    expect(fields).toMatchObject({ customerId: 12, name: 'Smith & Co' });
    expect(fields).toEqual(customer);
  });
  test('is absent for staff who chose none', async () =>
    expect(await customerOf('demo-rep')).toEqual({ customer: null, showPrices: 'WHOLESALE' }));
});

describe('users', () => {
  const newUser = {
    username: 'Kim',
    firstName: 'Kim',
    lastName: 'Lee',
    email: 'kim@example.com',
    customerId: 12,
    password: 'Kims-pass-1',
  };

  test('a new one is active, no staff, and sees wholesale prices', async () => {
    expect(await createUser(identity.store, newUser)).toEqual({
      username: 'kim',
      firstName: 'Kim',
      lastName: 'Lee',
      email: 'kim@example.com',
      customerId: 12,
      active: true,
      administrator: false,
      salesRep: false,
      showPrices: 'WHOLESALE',
      mustChangePassword: false,
    });
    expect((await login('KIM', 'Kims-pass-1')).statusCode).toBe(200);
  });
  test('one that is neither staff nor of a customer is not created, made by no change, and signs in nowhere', async () => {
    const noPlace = { status: 402, code: 'NO_PLACE', field: 'customerId' };
    await expect(createUser(identity.store, { ...newUser, customerId: null })).rejects.toMatchObject(noPlace);
    await createUser(identity.store, newUser);
    await expect(updateUser(identity.store, 'kim', { customerId: null }, 'an admin')).rejects.toMatchObject(
      noPlace,
    );
    await sql`update vitrine.user_account set customer_id = null where username = 'kim'`.execute(
      identity.store.db,
    );
    expect((await login('kim', 'Kims-pass-1')).statusCode).toBe(401);
  });
  test('usernames are taken once, whatever their case', async () => {
    await createUser(identity.store, newUser);
    await expect(createUser(identity.store, { ...newUser, username: 'KIM ' })).rejects.toMatchObject({
      status: 402,
      field: 'username',
      code: 'USERNAME_TAKEN',
    });
  });
  test.each([
    [{ username: ' ' }, 'username'],
    [{ password: 'short' }, 'password'],
  ])('%j is refused', async (given, field) => {
    await expect(createUser(identity.store, { ...newUser, ...given })).rejects.toMatchObject({
      status: 402,
      field,
    });
  });
  test('are found and listed without their credentials', async () => {
    expect(await findUser(identity.store.db, 'DEMO-REP')).toMatchObject({
      username: 'demo-rep',
      email: 'rep@example.com',
    });
    expect(await findUser(identity.store.db, 'nobody')).toBe(null);
    expect((await listUsers(identity.store.db)).map(({ username }) => username)).toEqual([
      'demo-admin',
      'demo-customer',
      'demo-rep',
    ]);
    expect((await listUsers(identity.store.db, 12)).map(({ username }) => username)).toEqual([
      'demo-customer',
    ]);
    expect(JSON.stringify(await listUsers(identity.store.db))).not.toMatch(/argon2/);
  });
  test('an unknown one can neither be changed nor given a password', async () => {
    const store = identity.store;
    await expect(updateUser(store, 'nobody', { active: false }, 'an admin')).rejects.toMatchObject({
      status: 404,
    });
    await expect(setPassword(store, 'nobody', 'Some-pass-1', 'an admin')).rejects.toMatchObject({
      status: 404,
    });
  });
  test('a reset password must be changed and ends the sessions', async () => {
    const headers = await signedIn('demo-customer');
    await setPassword(identity.store, 'demo-customer', 'Reset-pass-9', 'an admin');
    expect(await check(headers)).toBe(401);
    expect((await login('demo-customer', 'Reset-pass-9')).json()).toMatchObject({
      user: { mustChangePassword: true },
    });
  });
  test('who has it open is informed of the one who set its password', async () => {
    const { store } = identity;
    const last = async () => (await findUserVersion(store.db, 'demo-customer'))?.changedBy;
    await updateUser(store, 'demo-customer', { lastName: 'Changed' }, 'demo-rep');
    await setPassword(store, 'demo-customer', 'Reset-pass-9', 'an admin');
    expect(await last()).toBe('an admin');
    await updateUser(store, 'demo-customer', { lastName: 'Again' }, 'demo-rep');
    const change = async (oldPassword: string, newPassword: string) => {
      const token = (await login('demo-customer', oldPassword)).json<{ token: string }>().token;
      const body = { username: 'demo-customer', oldPassword, newPassword };
      return identity.post('/login/changepassword', body, { authorization: `Bearer ${token}` });
    };
    expect((await change('Reset-pass-9', 'Own-pass-10')).statusCode).toBe(200);
    expect(await last()).toBe('demo-customer');
    // One that need not be changed makes no other version.
    await updateUser(store, 'demo-customer', { lastName: 'Once more' }, 'demo-rep');
    expect((await change('Own-pass-10', 'Own-pass-11')).statusCode).toBe(200);
    expect(await last()).toBe('demo-rep');
  });
  test('demo accounts are made once and then left as they are', async () => {
    await updateUser(identity.store, 'demo-rep', { lastName: 'Changed' }, 'an admin');
    await ensureDemoUsers(identity.store.db, { customerId: 99, repEmail: 'other@example.com' });
    expect(await findUser(identity.store.db, 'demo-rep')).toMatchObject({
      lastName: 'Changed',
      email: 'rep@example.com',
    });
  });
});
