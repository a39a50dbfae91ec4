import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settableClock } from '#tests/support/clock.ts';
import { testServer, type TestServer } from './testing/test-server.ts';

const START = '2026-03-02T10:00:00.000Z';
const seconds = new Date(START).getTime() / 1000;
const clock = settableClock(START);
let server: TestServer;

beforeEach(async () => {
  clock.set(START);
  server = await testServer({ clock: clock.now });
  const config = { access: 'signed-in', surface: 'portal' } as const;
  server.app.get('/mine', { config, schema: { response: { 200: z.object({}) } } }, () => ({}));
  server.app.get('/broken', { config, schema: { response: { 200: z.object({}) } } }, () => {
    throw new Error('broken');
  });
  server.app.post(
    '/sign-in',
    {
      config: { access: 'public', surface: 'portal' },
      schema: { response: { 200: z.object({ token: z.string() }) } },
    },
    async (_request, reply) => {
      const account = server.accounts.get('jeweller');
      if (!account) throw new Error('no account');
      const { token } = await server.app.sessions.start(reply, account);
      return { token };
    },
  );
});
afterEach(() => server.app.close());

const CLAIMS = {
  sub: 'jeweller',
  sid: 'jeweller',
  ver: 1,
  auth_time: seconds,
  iat: seconds,
  exp: seconds + 3600,
};
const ask = (headers: Record<string, string>, path = '/mine') => server.app.inject({ url: path, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A token made by hand, so that it can be wrong in one way only. */
function token({
  header = { alg: 'HS256', typ: 'JWT' },
  claims = {},
  secret = 'a secret for tests only, long enough',
}: { header?: object; claims?: object; secret?: string } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part({ ...CLAIMS, ...claims })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('a session token', () => {
  test('of ours is taken, as bearer token and as cookie', async () => {
    expect((await ask(bearer(token()))).statusCode).toBe(200);
    expect((await ask({ cookie: `vitrine_session=${token()}` })).statusCode).toBe(200);
  });

  const [head, body, signature] = token().split('.');
  const tampered = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'admin' })).toString('base64url');
  test.each([
    ['none at all', ''],
    ['rubbish', 'rubbish'],
    ['unsigned (alg none)', `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`],
    ['alg none with a signature', token({ header: { alg: 'none' } })],
    ['another algorithm', token({ header: { alg: 'HS512' } })],
    ['of another key', token({ secret: 'another secret, just as long as ours' })],
    ['of an empty key', token({ secret: '' })],
    ['with other claims under the same signature', `${head}.${tampered}.${signature}`],
    ['cut short', token().slice(0, -4)],
    ['of an unknown user', token({ claims: { sub: 'nobody' } })],
    ['without a user', token({ claims: { sub: undefined } })],
    ['without a session', token({ claims: { sid: undefined } })],
    ['that never expires', token({ claims: { exp: undefined } })],
    ['expired', token({ claims: { iat: seconds - 3600, exp: seconds } })],
    ['of an earlier password', token({ claims: { ver: 0 } })],
    ['from the far future', token({ claims: { iat: seconds + 90_000, exp: seconds + 93_600 } })],
  ])('%s is refused', async (_what, given) => {
    for (const headers of [bearer(given), { cookie: `vitrine_session=${given}` }]) {
      const answer = await ask(headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ message: 'Your session has expired. Please log in again.' });
    }
  });

  test('of a sign-in longer ago than a session may last is refused, whatever its own end', async () => {
    const signedInAt = (hours: number) => bearer(token({ claims: { auth_time: seconds - hours * 3600 } }));
    expect((await ask(signedInAt(11.9))).statusCode).toBe(200);
    expect((await ask(signedInAt(12))).statusCode).toBe(401);
  });

  test('lives an hour', async () => {
    const mine = token();
    clock.advance(3_599_000);
    expect((await ask(bearer(mine))).statusCode).toBe(200);
    clock.advance(1_000);
    expect((await ask(bearer(mine))).statusCode).toBe(401);
  });
});

describe('a session ends immediately', () => {
  test('when its user is deactivated', async () => {
    const account = server.accounts.get('jeweller')!;
    server.accounts.set('jeweller', { ...account, user: { ...account.user, active: false } });
    expect((await ask(bearer(token()))).statusCode).toBe(401);
  });
  test('when its customer may no longer log in', async () => {
    server.customers.set(12, { allowLogin: false });
    expect((await ask(bearer(token()))).statusCode).toBe(401);
  });
  test('but not for staff of such a customer', async () => {
    const account = server.accounts.get('rep')!;
    server.accounts.set('rep', { ...account, user: { ...account.user, customerId: 12 } });
    server.customers.set(12, { allowLogin: false });
    expect((await ask(bearer(token({ claims: { sub: 'rep' } })))).statusCode).toBe(200);
  });
  test('when it is ended on the server, and only that session', async () => {
    server.endedSessions.add('jeweller');
    expect((await ask(bearer(token()))).statusCode).toBe(401);
    expect((await ask(bearer(token({ claims: { sid: 'another' } })))).statusCode).toBe(200);
  });
  test('when its password changes', async () => {
    server.accounts.set('jeweller', { ...server.accounts.get('jeweller')!, tokenVersion: 2 });
    expect((await ask(bearer(token()))).statusCode).toBe(401);
  });
});

describe('a session that another takes the place of', () => {
  test('ends when someone signs in with its cookie', async () => {
    const cookie = `vitrine_session=${token({ claims: { sid: 'former' } })}`;
    const answer = await server.app.inject({ method: 'POST', url: '/sign-in', headers: { cookie } });
    expect(answer.statusCode).toBe(200);
    await expect.poll(() => [...server.endedSessions]).toEqual(['former']);
  });

  test('gives it no more time: a view as a customer ends with the sign-in that it came from', async () => {
    server.app.post(
      '/view',
      {
        config: { access: 'staff', surface: 'rest' },
        schema: { response: { 200: z.object({ token: z.string() }) } },
      },
      async (_request, reply) => {
        const rep = server.accounts.get('rep')!;
        const { token } = await server.app.sessions.changeView(reply, rep, {
          customerId: 12,
          username: null,
        });
        return { token };
      },
    );
    const lastHour = { sub: 'rep', iat: seconds + 11.5 * 3600, exp: seconds + 12 * 3600 };
    clock.advance(11.75 * 3_600_000);
    const viewed = await server.app.inject({
      method: 'POST',
      url: '/view',
      headers: bearer(token({ claims: lastHour })),
    });
    const view = bearer(viewed.json<{ token: string }>().token);
    expect((await ask(view)).statusCode).toBe(200);
    clock.advance(900_000);
    expect((await ask(view)).statusCode).toBe(401);
  });
});

describe('renewal', () => {
  test('a successful answer renews a session the way it came, at most once a minute', async () => {
    const mine = token();
    clock.advance(59_000);
    const early = await ask(bearer(mine));
    expect(early.headers['x-session-token']).toBeUndefined();

    clock.advance(1_000);
    const byBearer = await ask(bearer(mine));
    expect(byBearer.headers['set-cookie']).toBeUndefined();
    const renewed = String(byBearer.headers['x-session-token']);
    const byCookie = await ask({ cookie: `vitrine_session=${mine}` });
    expect(byCookie.headers['x-session-token']).toBeUndefined();
    expect(byCookie.cookies).toEqual([
      expect.objectContaining({
        name: 'vitrine_session',
        value: renewed,
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: 3600,
      }),
    ]);

    clock.advance(3_599_000);
    expect((await ask(bearer(mine))).statusCode).toBe(401);
    expect((await ask(bearer(renewed))).statusCode).toBe(200);
  });

  test('an answer under way when its session ends renews nothing', async () => {
    const config = { access: 'signed-in', surface: 'portal' } as const;
    server.app.get('/slow', { config, schema: { response: { 200: z.object({}) } } }, () => {
      server.endedSessions.add('jeweller');
      return {};
    });
    const mine = token();
    clock.advance(62_000);
    for (const headers of [bearer(mine), { cookie: `vitrine_session=${mine}` }]) {
      server.endedSessions.clear();
      const answer = await ask(headers, '/slow');
      expect(answer.statusCode).toBe(200);
      expect([answer.headers['x-session-token'], answer.headers['set-cookie']]).toEqual([
        undefined,
        undefined,
      ]);
    }
  });

  test('a session is renewed up to its greatest age and no further', async () => {
    let mine = token();
    let hours = 0;
    for (; hours < 24; hours += 0.5) {
      clock.advance(1_800_000);
      const answer = await ask(bearer(mine));
      if (answer.statusCode === 401) break;
      mine = String(answer.headers['x-session-token']);
    }
    expect(hours).toBe(11.5);
  });

  test('what a window that is left alone asks for renews nothing', async () => {
    const mine = token();
    clock.advance(120_000);
    const alone = { unattended: 'true' };
    for (const headers of [bearer(mine), { cookie: `vitrine_session=${mine}` }]) {
      const answer = await ask({ ...headers, ...alone });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).not.toHaveProperty('x-session-token');
      expect(answer.cookies).toEqual([]);
    }
    clock.advance(3_480_000);
    expect((await ask({ ...bearer(mine), ...alone })).statusCode).toBe(401);
  });

  test('a failed answer renews nothing', async () => {
    const mine = token();
    clock.advance(120_000);
    const answer = await ask(bearer(mine), '/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['x-session-token']).toBeUndefined();
  });

  test('the cookie is Secure where the browser speaks https, by the word of a trusted proxy', async () => {
    const secureOf = async (forwarded?: string) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/sign-in',
        headers: forwarded ? { 'x-forwarded-proto': forwarded } : {},
      });
      return answer.cookies[0]?.secure ?? false;
    };
    expect([await secureOf(), await secureOf('https')]).toEqual([false, false]);
    await server.app.close();
    const behind = await testServer({ trustProxy: true });
    behind.app.post(
      '/sign-in',
      { config: { access: 'public', surface: 'portal' }, schema: { response: { 200: z.object({}) } } },
      async (_request, reply) => {
        await behind.app.sessions.start(reply, behind.accounts.get('admin')!);
        return {};
      },
    );
    const answer = await behind.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.cookies[0]).toMatchObject({ secure: true, httpOnly: true });
    await behind.app.close();
  });
});

describe('calls from other sites', () => {
  const post = async (headers: Record<string, string>, app = server.app) => {
    app.post(
      '/act',
      { config: { access: 'signed-in', surface: 'portal' }, schema: { response: { 200: z.object({}) } } },
      () => ({}),
    );
    return (
      await app.inject({
        method: 'POST',
        url: '/act',
        headers: { host: 'vitrine.example', ...headers },
      })
    ).statusCode;
  };
  const cookie = `vitrine_session=${token()}`;

  test.each([
    ['our own Origin', { cookie, origin: 'https://vitrine.example' }, 200],
    ["another site's Origin", { cookie, origin: 'https://evil.example' }, 403],
    ['an Origin that begins like ours', { cookie, origin: 'https://vitrine.example.evil.example' }, 403],
    ['another port', { cookie, origin: 'https://vitrine.example:8443' }, 403],
    ['a hidden Origin', { cookie, origin: 'null' }, 403],
    ['another site, by Sec-Fetch-Site', { cookie, 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister site, by Sec-Fetch-Site', { cookie, 'sec-fetch-site': 'same-site' }, 403],
    ['our own, by Sec-Fetch-Site', { cookie, 'sec-fetch-site': 'same-origin' }, 200],
    ['neither of both', { cookie }, 403],
    ['a bearer token from anywhere', { ...bearer(token()), origin: 'https://evil.example' }, 200],
    ['no session', {}, 401],
  ] as [string, Record<string, string>, number][])('a POST with %s', async (_what, headers, expected) =>
    expect(await post(headers)).toBe(expected),
  );

  test('a POST to a public call from another site', async () => {
    expect(
      (
        await server.app.inject({
          method: 'POST',
          url: '/sign-in',
          headers: { origin: 'https://evil.example' },
        })
      ).statusCode,
    ).toBe(403);
    expect((await server.app.inject({ method: 'POST', url: '/sign-in' })).statusCode).toBe(200);
  });

  test('a GET needs no Origin', async () => expect((await ask({ cookie })).statusCode).toBe(200));

  test.each([
    ['https://vitrine.example', 200],
    ['https://evil.example', 403],
  ])(
    'where a proxy changes Host, and our own Origin is named, a POST with the Origin %s',
    async (origin, expected) => {
      const behind = await testServer({ clock: clock.now, allowedOrigins: ['https://vitrine.example'] });
      expect(await post({ cookie, origin, host: 'inside:8080' }, behind.app)).toBe(expected);
      await behind.app.close();
    },
  );
});
