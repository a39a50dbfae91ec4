import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
  for (const access of ['public', 'signed-in', 'staff', 'administrator'] as const) {
    server.app.get(
      `/for/${access}`,
      { config: { access, surface: 'portal' }, schema: { response: { 200: z.object({}) } } },
      () => ({}),
    );
  }
  const who = z.object({
    username: z.string(),
    role: z.string(),
    staff: z.boolean(),
    customerId: z.number().nullable(),
  });
  server.app.get(
    '/who',
    { config: { access: 'signed-in', surface: 'portal' }, schema: { response: { 200: who } } },
    ({ caller }) => ({
      username: caller.user.username,
      role: caller.actor.role,
      staff: caller.staff,
      customerId: caller.customerId,
    }),
  );
});
afterEach(() => server.app.close());

const statusFor = async (username: string | null, path: string) =>
  (await server.app.inject({ url: path, headers: username === null ? {} : server.as(username) })).statusCode;

describe('who may call a route', () => {
  test.each([
    [null, [200, 401, 401, 401]],
    ['jeweller', [200, 200, 403, 403]],
    ['rep', [200, 200, 200, 403]],
    ['admin', [200, 200, 200, 200]],
  ])('%s', async (username, expected) => {
    const paths = ['/for/public', '/for/signed-in', '/for/staff', '/for/administrator'];
    expect(await Promise.all(paths.map((path) => statusFor(username, path)))).toEqual(expected);
  });

  test('a route without access rules fails at registration', () => {
    const schema = { response: { 200: z.object({}) } };
    expect(() => server.app.get('/open', { schema }, () => ({}))).toThrow(/GET \/open: say who may call it/);
    expect(() => server.app.get('/open', { config: { access: 'public' }, schema }, () => ({}))).toThrow(
      /say whose failures/,
    );
    expect(() =>
      server.app.get('/open', { config: { access: 'public', surface: 'portal' } }, () => ({})),
    ).toThrow(/schema of its reply/);
  });

  test.each([
    ['portal', 402],
    ['rest', 403],
  ] as const)(
    'what holds values refuses who sees no wholesale prices, before its input is looked at (rule: Price modes): %s',
    async (surface, status) => {
      const handled = vi.fn(() => ({}));
      server.app.get(
        '/values',
        {
          config: { access: 'signed-in', surface, wholesale: 'Values are' },
          schema: { querystring: z.object({ month: z.string() }), response: { 200: z.object({}) } },
        },
        handled,
      );
      for (const prices of ['RETAIL', 'NONE']) {
        const headers = { ...server.as('admin'), prices };
        const reply = await server.app.inject({ url: '/values', headers });
        expect([reply.statusCode, reply.json<object>()]).toEqual([
          status,
          expect.objectContaining({
            message: 'Values are shown with wholesale prices only.',
            code: 'NO_PRICES',
          }),
        ]);
      }
      expect(handled).not.toHaveBeenCalled();
      expect(await statusFor('admin', '/values?month=2026-04')).toBe(200);
    },
  );

  test('a handler of a public route that asks for the caller fails', async () => {
    server.app.get(
      '/mistake',
      { config: { access: 'public', surface: 'portal' }, schema: { response: { 200: z.string() } } },
      ({ caller }) => caller.user.username,
    );
    expect(await statusFor('admin', '/mistake')).toBe(500);
  });
});

describe('a user that must choose a new password', () => {
  beforeEach(() => {
    const admin = server.accounts.get('admin')!;
    server.accounts.set('admin', { ...admin, user: { ...admin.user, mustChangePassword: true } });
  });

  test.each([
    ['portal', 402],
    ['rest', 403],
  ] as const)('is refused by a call of the %s, whatever its rights', async (surface, status) => {
    const config = { access: 'signed-in', surface } as const;
    server.app.get('/work', { config, schema: { response: { 200: z.object({}) } } }, () => ({}));
    const answer = await server.app.inject({ url: '/work', headers: server.as('admin') });
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { message: 'To begin, please choose a new password.', code: 'PASSWORD_TO_BE_CHANGED' },
    ]);
  });

  test('sets up no second factor before it', async () => {
    const config = { access: 'signed-in', surface: 'portal', beforeSecondFactor: true } as const;
    server.app.get('/later', { config, schema: { response: { 200: z.object({}) } } }, () => ({}));
    expect(await statusFor('admin', '/later')).toBe(402);
  });

  test('is answered by what leads to one, and by what is public', async () => {
    const config = { access: 'signed-in', surface: 'portal', beforeNewPassword: true } as const;
    server.app.get('/on-the-way', { config, schema: { response: { 200: z.object({}) } } }, () => ({}));
    expect(await statusFor('admin', '/on-the-way')).toBe(200);
    expect(await statusFor('admin', '/for/public')).toBe(200);
  });
});

describe('staff that must set up a second factor', () => {
  beforeEach(() => {
    const admin = server.accounts.get('admin')!;
    server.accounts.set('admin', { ...admin, user: { ...admin.user, mustSetUpSecondFactor: true } });
  });

  test('are refused by every other call, whatever their rights', async () => {
    const answer = await server.app.inject({ url: '/for/administrator', headers: server.as('admin') });
    expect([answer.statusCode, answer.json()]).toEqual([
      402,
      { message: 'To begin, please set up your second factor.', code: 'SECOND_FACTOR_TO_BE_SET_UP' },
    ]);
  });

  test.each([
    ['what sets one up', { beforeSecondFactor: true }],
    ['what leads to a new password, and says who is signed in', { beforeNewPassword: true }],
  ] as const)('are answered by %s', async (_what, before) => {
    const config = { access: 'signed-in', surface: 'portal', ...before } as const;
    server.app.get('/on-the-way', { config, schema: { response: { 200: z.object({}) } } }, () => ({}));
    expect(await statusFor('admin', '/on-the-way')).toBe(200);
  });
});

describe('whom a caller acts for', () => {
  const who = async (username: string, customer?: string) => {
    const answer = await server.app.inject({
      url: '/who',
      headers: { ...server.as(username), ...(customer !== undefined && { customer }) },
    });
    return answer.statusCode === 200
      ? answer.json<{ customerId: number | null }>().customerId
      : answer.statusCode;
  };

  test("a customer's user acts for its own customer, and may name it", async () => {
    expect(await who('jeweller')).toBe(12);
    expect(await who('jeweller', '12')).toBe(12);
  });
  test("a customer's user with another's header is refused", async () =>
    expect(await who('jeweller', '13')).toBe(403));
  test("a customer's user does not learn which customers there are", async () =>
    expect(await who('jeweller', '999')).toBe(403));
  test.each(['rep', 'admin'])(
    '%s acts for no customer without the header, and for any existing one with it',
    async (username) => {
      expect(await who(username)).toBe(null);
      expect(await who(username, '13')).toBe(13);
    },
  );
  test.each(['99', 'twelve', '-1', '1.5', '12; drop', '0'])(
    'a header %s of staff is refused in words',
    async (customer) => {
      const answer = await server.app.inject({ url: '/who', headers: { ...server.as('admin'), customer } });
      expect(answer.statusCode).toBe(402);
      expect(answer.json()).toMatchObject({ field: 'customer', message: expect.stringMatching(/customer/) });
    },
  );
  test('the role of the actor is the highest one', async () => {
    const roles = await Promise.all(
      ['jeweller', 'rep', 'admin'].map(
        async (name) =>
          (await server.app.inject({ url: '/who', headers: server.as(name) })).json<{ role: string }>().role,
      ),
    );
    expect(roles).toEqual(['customer', 'salesRep', 'administrator']);
  });
});
