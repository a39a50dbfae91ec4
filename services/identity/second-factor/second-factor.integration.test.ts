import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { begunSecondFactor, recoveryCodesReply } from '#contracts/api/second-factor.ts';
import { DEMO_PASSWORD } from '#local/demo/demo-users.ts';
import { bytesOf } from '../testing/bytes-of.ts';
import { startIdentityServer, type IdentityServer } from '../testing/identity-server.ts';
import { updateUser } from '../users.ts';
import { createSealing } from './sealing.ts';
import { beginEnrolment, confirmEnrolment, useCode } from './second-factors.ts';
import { codeAt } from './totp.ts';

type Signed = Readonly<Record<string, string>>;

let identity: IdentityServer;
beforeEach(async () => {
  identity = await startIdentityServer();
});
afterEach(() => identity.close());

const SET_UP = { message: 'To begin, please set up your second factor.' };

const codeOf = (secret: string, at = identity): string => codeAt(bytesOf(secret), at.clock.now());
const factor = (what: string, body: object, headers: Signed, at = identity) =>
  at.post(`/login/secondfactor${what}`, body, headers);
const state = async (headers: Signed) => (await factor('', {}, headers)).json<object>();

/** Sets up a second factor as the page does; the clock has gone on to the next code. */
async function enrol(headers: Signed, at = identity): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = begunSecondFactor.parse(
    (await factor('/begin', { password: DEMO_PASSWORD }, headers, at)).json(),
  );
  const confirmed = await factor('/confirm', { code: codeOf(begun.secret, at) }, headers, at);
  const { recoveryCodes } = recoveryCodesReply.parse(confirmed.json());
  at.clock.advance(30_000);
  return { secret: begun.secret, recoveryCodes };
}
const signIn = (code?: string, password = DEMO_PASSWORD) =>
  identity.post('/login', { username: 'demo-admin', password, ...(code !== undefined && { code }) });

describe('a second factor', () => {
  test('is asked for once the password is right; each code is good once', async () => {
    const { secret } = await enrol(await identity.signedIn('demo-admin'));
    const withoutCode = await signIn();
    expect([withoutCode.statusCode, withoutCode.json()]).toEqual([
      402,
      expect.objectContaining({ code: 'SECOND_FACTOR' }),
    ]);
    expect((await signIn('000000', 'wrong')).json()).toMatchObject({ code: 'LOGIN_FAILED' });
    expect((await signIn('000000')).json()).toMatchObject({ code: 'WRONG_CODE' });
    const code = codeOf(secret);
    expect((await signIn(code)).statusCode).toBe(200);
    expect((await signIn(code)).json()).toMatchObject({ code: 'WRONG_CODE' });
    identity.clock.advance(30_000);
    expect((await signIn(`${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)).statusCode).toBe(200);
  });
  test('whose code is wrong ends the session that is open in the browser; to be asked for a code does not', async () => {
    await enrol(await identity.signedIn('demo-admin'));
    const open = await identity.signedIn('demo-customer');
    const there = (code: object) =>
      identity.post('/login', { username: 'demo-admin', password: DEMO_PASSWORD, ...code }, open);
    expect((await there({})).json()).toMatchObject({ code: 'SECOND_FACTOR' });
    expect(await identity.check(open)).toBe(200);
    expect((await there({ code: '000000' })).json()).toMatchObject({ code: 'WRONG_CODE' });
    expect(await identity.check(open)).toBe(401);
  });
  test('is not in force before it is confirmed, and is begun with the password alone', async () => {
    const headers = await identity.signedIn('demo-admin');
    expect((await factor('/begin', { password: 'wrong' }, headers)).json()).toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    await factor('/begin', { password: DEMO_PASSWORD }, headers);
    expect((await factor('/confirm', { code: '000000' }, headers)).json()).toMatchObject({
      code: 'WRONG_CODE',
    });
    expect((await signIn()).statusCode).toBe(200);
    expect(await state(headers)).toEqual({ enabled: false, required: false, recoveryCodes: 0 });
  });
  test('has ten recovery codes, each good once, in any case and without dashes', async () => {
    const headers = await identity.signedIn('demo-admin');
    const { recoveryCodes } = await enrol(headers);
    expect(recoveryCodes).toHaveLength(10);
    expect((await signIn(recoveryCodes[0])).statusCode).toBe(200);
    expect((await signIn(recoveryCodes[0])).statusCode).toBe(402);
    expect((await signIn(recoveryCodes[1]!.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect(await state(headers)).toEqual({ enabled: true, required: false, recoveryCodes: 8 });
    const renewed = await factor('/codes', { code: recoveryCodes[2]! }, headers);
    const { recoveryCodes: next } = recoveryCodesReply.parse(renewed.json());
    expect((await signIn(recoveryCodes[3])).statusCode).toBe(402);
    expect((await signIn(next[0])).statusCode).toBe(200);
  });
  test('the store holds neither secret nor recovery codes', async () => {
    const { secret, recoveryCodes } = await enrol(await identity.signedIn('demo-admin'));
    const { rows } = await identity.pool.query<{ secret: Buffer }>(
      'select secret from vitrine.second_factor',
    );
    expect(rows[0]!.secret.includes(bytesOf(secret))).toBe(false);
    const codes = await identity.pool.query('select encode(code_hash, $1) from vitrine.recovery_code', [
      'escape',
    ]);
    expect(JSON.stringify(codes.rows)).not.toContain(recoveryCodes[0]);
  });
  test('codes are tried ten times in five minutes from one address, by who knows the password', async () => {
    await enrol(await identity.signedIn('demo-admin'));
    for (let count = 0; count < 5; count += 1) await signIn('000000', 'wrong');
    const answers = [];
    // One went into setting it up.
    for (let count = 0; count < 10; count += 1)
      answers.push((await signIn('000000')).json<{ code: string }>());
    expect(answers.map(({ code }) => code).slice(0, 9)).toEqual(Array(9).fill('WRONG_CODE'));
    expect(answers[9]).toMatchObject({ code: 'TOO_MANY' });
  });
  test('wrong passwords in a session leave the codes that signing in has', async () => {
    const headers = await identity.signedIn('demo-admin');
    const { secret } = await enrol(headers);
    const answers = [];
    for (let count = 0; count < 11; count += 1)
      answers.push(await factor('/remove', { password: 'wrong', code: '000000' }, headers));
    expect(answers.slice(0, 9).map((answer) => answer.json<{ code: string }>().code)).toEqual(
      Array(9).fill('WRONG_PASSWORD'),
    );
    expect(answers[10]!.json()).toMatchObject({ code: 'TOO_MANY' });
    expect(answers[10]!.headers['retry-after']).toBe('300');
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
  });
  test('is removed with password and code', async () => {
    const headers = await identity.signedIn('demo-admin');
    const { secret } = await enrol(headers);
    const remove = (password: string, code: string) => factor('/remove', { password, code }, headers);
    expect((await remove('wrong', codeOf(secret))).statusCode).toBe(402);
    expect((await remove(DEMO_PASSWORD, '000000')).statusCode).toBe(402);
    expect((await remove(DEMO_PASSWORD, codeOf(secret))).json()).toMatchObject({ enabled: false });
    expect((await signIn()).statusCode).toBe(200);
  });
  test('a second one is not begun beside it', async () => {
    const headers = await identity.signedIn('demo-admin');
    await enrol(headers);
    expect((await factor('/begin', { password: DEMO_PASSWORD }, headers)).json()).toMatchObject({
      code: 'HAS_FACTOR',
    });
  });
});

describe('of another user', () => {
  const URL = '/api/users/demo-rep/second-factor';
  const ask = (method: 'GET' | 'DELETE', url: string, headers: Signed) =>
    identity.app.inject({ method, url, headers });
  test('an administrator resets it, which is recorded and ends the sessions', async () => {
    const rep = await identity.signedIn('demo-rep');
    await enrol(rep);
    const admin = await identity.signedIn('demo-admin');
    expect((await ask('GET', URL, admin)).json()).toMatchObject({ enabled: true, lastReset: null });
    expect((await ask('DELETE', URL, admin)).json()).toEqual({
      enabled: false,
      required: false,
      recoveryCodes: 0,
      lastReset: { by: 'demo-admin', at: '2026-03-02T10:00:30.000Z' },
    });
    expect(await identity.check(rep)).toBe(401);
    expect((await identity.login('demo-rep')).statusCode).toBe(200);
  });
  test('its reset leaves a link for a forgotten password as it is, and a new password ends it', async () => {
    await enrol(await identity.signedIn('demo-rep'));
    for (const user of ['demo-rep', 'rep@example.com']) await identity.post('/login/forgot', { user });
    await identity.sendLinks();
    const [token, other] = identity.mails.map(({ text }) => /#token=(\S+)/.exec(text)![1]!);
    expect((await ask('DELETE', URL, await identity.signedIn('demo-admin'))).statusCode).toBe(200);
    const choose = (link: string | undefined) =>
      identity.post('/login/newpassword', { token: link, newPassword: 'Another-pass-1' });
    expect((await choose(token)).statusCode).toBe(200);
    expect((await choose(other)).statusCode).toBe(402);
  });
  test('given a link used before, when it is reset, then the same call under its key is answered again', async () => {
    await enrol(await identity.signedIn('demo-rep'));
    await identity.post('/login/forgot', { user: 'demo-rep' });
    await identity.sendLinks();
    const token = /#token=(\S+)/.exec(identity.mails[0]!.text)![1]!;
    const choose = (key: string) =>
      identity.post(
        '/login/newpassword',
        { token, newPassword: 'Another-pass-1' },
        { 'idempotency-key': key },
      );
    expect((await choose('first')).statusCode).toBe(200);
    const admin = await identity.signedIn('demo-admin');
    for (const times of [1, 2]) {
      expect((await ask('DELETE', URL, admin)).statusCode).toBe(200);
      const again = await choose('first');
      expect([times, again.statusCode, again.json()]).toEqual([times, 200, { username: 'demo-rep' }]);
    }
    expect((await choose('second')).json()).toMatchObject({ code: 'LINK_USED' });
  });
  test('who is no longer staff keeps it, can remove it, and sets up no other', async () => {
    const { secret } = await enrol(await identity.signedIn('demo-rep'));
    await updateUser(identity.store, 'demo-rep', { salesRep: false, customerId: 12 }, 'an admin');
    const body = { username: 'demo-rep', password: DEMO_PASSWORD, code: codeOf(secret) };
    const { token } = (await identity.post('/login', body)).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    identity.clock.advance(30_000);
    expect(await state(headers)).toMatchObject({ enabled: true });
    const renewed = await factor('/codes', { code: codeOf(secret) }, headers);
    const { recoveryCodes } = recoveryCodesReply.parse(renewed.json());
    const removed = await factor('/remove', { password: DEMO_PASSWORD, code: recoveryCodes[0]! }, headers);
    expect(removed.json()).toMatchObject({ enabled: false });
    expect((await factor('/begin', { password: DEMO_PASSWORD }, headers)).statusCode).toBe(403);
  });
  test('its own is not reset without a code', async () => {
    const admin = await identity.signedIn('demo-admin');
    expect((await ask('DELETE', '/api/users/demo-admin/second-factor', admin)).statusCode).toBe(409);
    expect((await ask('DELETE', '/api/users/nobody/second-factor', admin)).statusCode).toBe(404);
  });
});

test('a key takes the place of another: what the former sealed opens, and is sealed again when it is used', async () => {
  const [FORMER, NEXT] = ['the former secret, which is long enough', 'the next secret, which is long enough'];
  const deps = (...secrets: [string, ...string[]]) => ({
    ...identity.store,
    clock: identity.clock.now,
    sealing: createSealing(secrets),
  });
  const { secret } = await beginEnrolment(deps(FORMER), 'demo-admin');
  await confirmEnrolment(deps(FORMER), 'demo-admin', codeOf(secret));
  identity.clock.advance(30_000);
  await expect(useCode(deps(NEXT), 'demo-admin', codeOf(secret))).rejects.toThrow('That code is not right');
  await useCode(deps(NEXT, FORMER), 'demo-admin', codeOf(secret));
  identity.clock.advance(30_000);
  await useCode(deps(NEXT), 'demo-admin', codeOf(secret));
});

describe('required of staff', () => {
  let strict: IdentityServer;
  beforeEach(async () => {
    strict = await startIdentityServer({ secondFactorRequired: true });
  });
  afterEach(() => strict.close());

  test('it is set up before anything else; customers are not asked', async () => {
    const signed = await strict.login('demo-admin');
    expect(signed.json()).toMatchObject({ user: { mustSetUpSecondFactor: true } });
    const headers = { authorization: `Bearer ${signed.json<{ token: string }>().token}` };
    const refused = await strict.post('/login/customer', undefined, headers);
    expect([refused.statusCode, refused.json()]).toEqual([402, expect.objectContaining(SET_UP)]);
    const resource = { method: 'GET', url: '/api/users/demo-rep/second-factor', headers } as const;
    expect((await strict.app.inject(resource)).statusCode).toBe(403);
    await enrol(headers, strict);
    expect((await strict.post('/login/customer', undefined, headers)).statusCode).toBe(200);
    expect((await strict.post('/login/check', undefined, headers)).json()).not.toHaveProperty(
      'mustSetUpSecondFactor',
    );
    const customer = await strict.signedIn('demo-customer');
    expect((await strict.post('/login/customer', undefined, customer)).statusCode).toBe(200);
  });
  test('given a view as a customer, when the viewer removes it there, then the view ends for good', async () => {
    // Given staff with a second factor who view as a customer
    const own = await strict.signedIn('demo-admin');
    const { secret } = await enrol(own, strict);
    const viewed = await strict.post('/api/view-as', { customerId: 12 }, own);
    const view = { authorization: `Bearer ${viewed.json<{ token: string }>().token}` };
    expect(await strict.check(view)).toBe(200);
    // When it is removed in the view
    const body = { password: DEMO_PASSWORD, code: codeOf(secret, strict) };
    expect((await factor('/remove', body, view, strict)).statusCode).toBe(200);
    // Then the view answers no call, and signing in asks for a new one before anything else
    expect(await strict.check(view)).toBe(401);
    expect((await strict.login('demo-admin')).json()).toMatchObject({
      user: { mustSetUpSecondFactor: true },
    });
  });
});
