import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { signInProblemIn } from '#contracts/vocabulary/sign-in-problems.ts';
import { findUser, listUsers, updateUser } from '../index.ts';
import { startIdentityServer, type IdentityServer } from '../testing/identity-server.ts';
import { CLIENT, startOpenIdProvider, type TestProvider } from '../testing/openid-provider.ts';
import { unbind } from './staff-of.ts';

const PUBLIC_URL = 'https://vitrine.example.com';
const REP = 'demo-rep';

let provider: TestProvider;
let identity: IdentityServer;
let email: string;
beforeEach(async () => {
  provider = await startOpenIdProvider();
  provider.open(`${PUBLIC_URL}/login/oidc/callback`);
  identity = await startIdentityServer({
    secondFactorRequired: true,
    singleSignOn: { issuer: provider.issuer, ...CLIENT },
  });
  email = (await findUser(identity.store.db, REP))!.email;
  provider.person('subject-1', { email, email_verified: true });
});
afterEach(async () => {
  await identity.close();
  await provider.close();
});

const page = (url: string, cookies: Record<string, string> = {}) =>
  identity.app.inject({ method: 'GET', url, cookies });

/** Where the provider sends a browser of its own back to. */
async function atTheProvider(address: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = address;
  while (at.startsWith(provider.issuer)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s);
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    at = new URL(next, provider.issuer).href;
  }
  return at.slice(PUBLIC_URL.length);
}

/** Begins a sign-in: where the browser comes back to, with which cookies of ours. */
async function begun(to = 'office') {
  const answer = await page(`/login/oidc?to=${to}`);
  const { value } = answer.cookies.find(({ name }) => name === 'vitrine_single_sign_on')!;
  return {
    address: answer.headers.location!,
    back: await atTheProvider(answer.headers.location!),
    cookies: { vitrine_single_sign_on: value },
  };
}
async function signIn(to?: string) {
  const { back, cookies } = await begun(to);
  return page(back, cookies);
}
const session = (answer: Awaited<ReturnType<typeof page>>) =>
  answer.cookies.find(({ name }) => name === 'vitrine_session');
const problem = (answer: Awaited<ReturnType<typeof page>>) => {
  expect(session(answer)).toBeUndefined();
  return new URL(answer.headers.location!, PUBLIC_URL).hash;
};

describe('staff', () => {
  test.each([
    ['office', '/admin/'],
    ['portal', '/'],
    ['elsewhere', '/'],
  ])('sign in at the provider, and come back to the %s', async (to, home) => {
    const answer = await signIn(to);
    expect(answer.headers.location).toBe(home);
    const checked = await identity.post('/login/check', undefined, {
      cookie: `vitrine_session=${session(answer)!.value}`,
      origin: 'http://localhost:80',
    });
    expect(checked.json()).toMatchObject({ username: REP });
  });
  test('are asked for PKCE, state and nonce, and for no second factor of ours', async () => {
    const { address } = await begun();
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    });
    await updateUser(identity.store, REP, { mustChangePassword: true }, 'an admin');
    const { value } = session(await signIn())!;
    const headers = { cookie: `vitrine_session=${value}`, origin: 'http://localhost:80' };
    expect((await identity.post('/login/customer', undefined, headers)).statusCode).toBe(200);
    expect((await identity.post('/login/sessions/end', {}, headers)).json()).toEqual({ ended: 0 });
  });
  test('are known by their subject from then on, and no one else is by their address', async () => {
    await signIn();
    provider.person('subject-1', { email: 'new@example.com', email_verified: false });
    expect(session(await signIn())).toBeDefined();
    provider.person('subject-2', { email, email_verified: true });
    expect(problem(await signIn())).toBe('#problem=bound-elsewhere');
    expect(await unbind(identity.store.db, REP)).toBe(true);
    expect(session(await signIn())).toBeDefined();
  });
});

describe('no one else', () => {
  test.each([
    ['without a verified address', { email_verified: false }, 'no-verified-email'],
    ['with an unknown address', { email: 'stranger@example.com' }, 'no-staff-user'],
    ['with the address of a customer', { email: 'demo-customer@example.com' }, 'no-staff-user'],
  ])('%s', async (_, claims, code) => {
    const before = await listUsers(identity.store.db);
    provider.person('subject-3', { email, email_verified: true, ...claims });
    expect(problem(await signIn())).toBe(`#problem=${code}`);
    expect(await listUsers(identity.store.db)).toEqual(before);
  });
  test('whose address two have, or who is deactivated', async () => {
    const { db } = identity.store;
    await expect(
      updateUser(identity.store, 'demo-admin', { email: email.toUpperCase() }, 'an admin'),
    ).rejects.toThrow(`${REP} has this e-mail address. Each member of staff has its own.`);
    // As a release before that rule left it.
    await sql`update vitrine.user_account set email = ${email} where username = 'demo-admin'`.execute(db);
    expect(problem(await signIn())).toBe('#problem=several-users');
    await updateUser(identity.store, 'demo-admin', { active: false }, 'an admin');
    expect(session(await signIn())).toBeDefined();
    await unbind(db, REP);
    await expect(updateUser(identity.store, 'demo-admin', { active: true }, 'an admin')).rejects.toThrow(
      /has this e-mail/,
    );
    await updateUser(identity.store, 'demo-admin', { active: true, email: 'other@example.com' }, 'an admin');
    await updateUser(identity.store, REP, { active: false }, 'an admin');
    expect(problem(await signIn())).toBe('#problem=may-not-sign-in');
  });
  test('and the session that is open in that browser ends', async () => {
    const { authorization } = await identity.signedIn('demo-customer');
    const vitrine_session = authorization.slice('Bearer '.length);
    provider.person('subject-3', { email, email_verified: false });
    const away = await begun();
    expect((await page(away.back, { vitrine_session })).headers.location).toContain('#problem=begin-again');
    expect(await identity.check({ authorization })).toBe(200);
    const { back, cookies } = await begun();
    const refused = await page(back, { ...cookies, vitrine_session });
    expect(refused.headers.location).toContain('#problem=no-verified-email');
    expect(session(refused)?.value).toBe('');
    expect(await identity.check({ authorization })).toBe(401);
  });
  test('who is no longer staff, though bound', async () => {
    await signIn();
    await updateUser(identity.store, REP, { salesRep: false, customerId: 12 }, 'an admin');
    expect(problem(await signIn())).toBe('#problem=no-staff-user');
  });
});

describe('a sign-in is completed', () => {
  test('by the browser that began it alone', async () => {
    const [mine, theirs] = [await begun(), await begun()];
    expect(problem(await page(mine.back))).toBe('#problem=begin-again');
    expect(problem(await page(mine.back, theirs.cookies))).toBe('#problem=provider-refused');
    expect(problem(await page(mine.back, { vitrine_single_sign_on: 'made-up' }))).toBe(
      '#problem=begin-again',
    );
  });
  test('once, and within ten minutes', async () => {
    const { back, cookies } = await begun();
    expect(session(await page(back, cookies))).toBeDefined();
    expect(problem(await page(back, cookies))).toBe('#problem=provider-refused');
    const late = await begun();
    identity.clock.advance(10 * 60_000);
    expect(problem(await page(late.back, late.cookies))).toBe('#problem=begin-again');
  });
  test('not when the provider refuses', async () => {
    const { back, cookies } = await begun();
    const { searchParams } = new URL(back, PUBLIC_URL);
    const refused = `/login/oidc/callback?error=access_denied&state=${searchParams.get('state')}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(problem(await page(refused, cookies))).toBe('#problem=provider-refused');
  });
  test('not while the provider is away, which the answer names', async () => {
    const { back, cookies } = await begun();
    await provider.close();
    const answer = await page(back, cookies);
    expect(signInProblemIn(problem(answer))).toMatch(/^The sign-in service does not answer\./);
  });
  test.each([
    ['Postgres gives no answer in time', `raise query_canceled`],
    ['something unexpected fails', `raise exception 'made for the test'`],
  ])('not where %s: the sign-in page says to try again', async (_what, fails) => {
    const { back, cookies } = await begun();
    await identity.pool.query(`
      create function vitrine.fails() returns trigger language plpgsql as $$ begin ${fails}; end $$;
      create trigger fails before insert on vitrine.session for each row execute function vitrine.fails()`);
    const answer = await page(back, cookies);
    expect(answer.headers.location).toBe('/admin/login#problem=try-again');
    expect(signInProblemIn(problem(answer))).toBe('Please try again in a moment.');
  });
});
