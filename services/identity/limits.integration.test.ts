import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSmallVitrine, type Reply, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/**
 * Every limit of attempts, one below its number: the next attempt is made, the one after it refused for as long as the
 * window lasts. The counts are set where all processes keep them.
 */
let vitrine: SmallVitrine;
/** Signed in before anything is counted. */
let users: Record<'birch' | 'admin', Awaited<ReturnType<SmallVitrine['as']>>>;
beforeAll(async () => {
  vitrine = await startSmallVitrine({
    // Nothing listens there: what is counted is that somebody asks.
    VITRINE_OIDC_ISSUER: 'http://127.0.0.1:9',
    VITRINE_OIDC_CLIENT_ID: 'vitrine',
    VITRINE_OIDC_CLIENT_SECRET: 'a secret of the tests',
  });
  users = { birch: await vitrine.as('birch'), admin: await vitrine.as('admin') };
});
afterAll(() => vitrine.close());
beforeEach(() => vitrine.pool.query('delete from vitrine.attempt'));

const HERE = '127.0.0.1';

type Limit = { max: number; seconds: number; key: string; attempt: () => Promise<Reply> };

const wrongPassword = () => vitrine.call('/login', { username: 'alder', password: 'wrong' });
const refer = () =>
  vitrine.call('/admin/makecustomerreferral', {
    gifterName: 'Anna',
    gifterEmail: 'anna@example.com',
    recipientName: 'Ben',
    recipientEmail: 'Ben@example.com',
  });
const of = (username: keyof typeof users, path: string, body: object) => () =>
  users[username].post(path, body);

const LIMITS: Readonly<Record<string, Limit>> = {
  'sign-in from': { max: 100, seconds: 60, key: HERE, attempt: wrongPassword },
  'sign-in of': { max: 20, seconds: 60, key: `${HERE} alder`, attempt: wrongPassword },
  'change password': {
    max: 10,
    seconds: 60,
    key: 'birch',
    attempt: of('birch', '/login/changepassword', {
      username: 'birch',
      oldPassword: 'wrong',
      newPassword: 'Another-pass-1',
    }),
  },
  'reset password': {
    max: 30,
    seconds: 60,
    key: 'admin',
    attempt: of('admin', '/admin/resetpassword', { username: 'nobody' }),
  },
  'forgotten password from': {
    max: 20,
    seconds: 3600,
    key: HERE,
    attempt: () => vitrine.call('/login/forgot', { user: 'nobody' }),
  },
  'new password from': {
    max: 30,
    seconds: 600,
    key: HERE,
    attempt: () => vitrine.call('/login/newpassword', { token: 'none', newPassword: 'Another-pass-1' }),
  },
  'vendor view from': {
    max: 120,
    seconds: 60,
    key: HERE,
    attempt: () => vitrine.call('/vendor/view', { token: 'none' }),
  },
  'vendor files from': {
    max: 30,
    seconds: 600,
    key: HERE,
    attempt: () => vitrine.call('/vendor/view/report', { token: 'none' }),
  },
  'client link from': {
    max: 120,
    seconds: 60,
    key: HERE,
    attempt: () => vitrine.call('/client-link/view', { token: 'none' }),
  },
  'client answers from': {
    max: 60,
    seconds: 60,
    key: HERE,
    attempt: () => vitrine.call('/client-link/like', { token: 'none', place: 1, liked: true }),
  },
  'client files from': {
    max: 30,
    seconds: 600,
    key: HERE,
    attempt: () => vitrine.call('/client-link/certificate', { token: 'none', place: 1 }),
  },
  'referral from': { max: 20, seconds: 3600, key: HERE, attempt: refer },
  'referral to': { max: 3, seconds: 3600, key: 'ben@example.com', attempt: refer },
};

/** These have a test of their own. */
const OF_THEIR_OWN = ['sign-in of, slowly', 'sign-in of, everywhere', 'single sign-on from'];

async function count(key: string, attempts: number, seconds: number): Promise<void> {
  await vitrine.pool.query(
    `insert into vitrine.attempt values ($1, $2, now() + $3 * interval '1 second')
     on conflict (what) do update set count = excluded.count`,
    [createHash('sha256').update(key).digest('base64url'), attempts, seconds],
  );
}

const isRefused = ({ status, text }: Reply): boolean =>
  [402, 429].includes(status) && text.includes('TOO_MANY');

test.each(Object.entries(LIMITS))('%s', async (name, { max, seconds, key, attempt }) => {
  await count(`${name} ${key}`, max - 1, seconds);
  expect(isRefused(await attempt())).toBe(false);
  const refused = await attempt();
  expect(isRefused(refused)).toBe(true);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeLessThanOrEqual(seconds);
  expect(wait).toBeGreaterThan(seconds - 60);
});

test('a user that many addresses try to enter can still sign in, five times from each', async () => {
  await count('sign-in of, everywhere alder', 300, 900);
  await count(`sign-in of, slowly ${HERE} alder`, 4, 900);
  expect((await wrongPassword()).status).toBe(401);
  expect(isRefused(await wrongPassword())).toBe(true);
  expect(isRefused(await vitrine.call('/login', { username: 'birch', password: 'wrong' }))).toBe(false);
  // Without so many attempts the five do not count.
  await count('sign-in of, everywhere alder', 298, 900);
  expect((await wrongPassword()).status).toBe(401);
});

test('single sign-on, a page, goes to the sign-in page, which says to try again', async () => {
  const attempt = async () => {
    const { status, headers } = await fetch(`${vitrine.address}/login/oidc?to=office`, {
      redirect: 'manual',
    });
    return [status, headers.get('location')];
  };
  await count(`single sign-on from ${HERE}`, 59, 60);
  expect(await attempt()).toEqual([302, '/admin/login#problem=provider-away']);
  expect(await attempt()).toEqual([302, '/admin/login#problem=try-again']);
});

test('no limit is forgotten here', () => {
  const files = readdirSync('services', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(`services/${file}`, 'utf8').matchAll(/name: '([^']+)',\s*max: \d+,\s*seconds: /g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(named.toSorted()).toEqual([...Object.keys(LIMITS), ...OF_THEIR_OWN].toSorted());
});
