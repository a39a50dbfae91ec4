import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserResource } from '#contracts/api/users.ts';
import { startSmallVitrine, type Reply, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { PASSWORD } from '#tests/support/small-world.ts';
import { mailsTo, newUser, passwordIn } from './testing/made-users.ts';
import { userNamed } from './testing/user-named.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const login = (username: string, password: string): Promise<Reply> =>
  vitrine.call('/login', { username, password });

test('a password in the outbox is shown while its mail is kept, for a day, and never while it is delivered', async () => {
  const username = await newUser(vitrine);
  const mail = async () => (await mailsTo(vitrine, `${username}@example.com`))[0]!;
  const shown = async () => passwordIn(await mail());
  const set = (change: string) =>
    vitrine.pool.query(`update vitrine.mail set ${change} where recipient = $1`, [`${username}@example.com`]);
  expect(await shown()).not.toBe('');
  await set("state = 'WAITING', next_attempt_at = now()");
  expect(await shown()).toBe('');
  await set("state = 'FAILED'");
  expect((await mail()).text).toBe('(has a password or a link and is not shown)');
  await set("state = 'KEPT', created_at = created_at - interval '24 hours'");
  expect(await shown()).toBe('');
});

test('of staff made, or made active, at the same moment with one address, one has it', async () => {
  const admin = await vitrine.as('admin');
  const email = 'one-for-all@example.com';
  const asleep = await newUser(vitrine, { email, salesRep: true });
  await admin.post('/admin/updateuser', { username: asleep, active: false });
  const replies = await Promise.all([
    ...[1, 2, 3, 4].map((nth) =>
      admin.post('/admin/newuser', {
        username: `same-${nth}`,
        email: nth % 2 ? email : email.toUpperCase(),
        salesRep: true,
      }),
    ),
    admin.post('/admin/updateuser', { username: asleep, active: true }),
  ]);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(({ json }) => json)).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ field: 'email', code: 'EMAIL_TAKEN' })),
  );
  // Each of them may have won: the tests that list users are to find no inactive one here.
  await admin.post('/admin/updateuser', { username: asleep, salesRep: false, active: true });
});

test('the address of staff who were deactivated is free for those who come after them', async () => {
  const admin = await vitrine.as('admin');
  const email = 'passed-on@example.com';
  const gone = await newUser(vitrine, { email, salesRep: true });
  await admin.post('/admin/updateuser', { username: gone, active: false });
  const successor = { username: 'successor', email, salesRep: true };
  expect(await admin.post('/admin/newuser', successor)).toMatchObject({ status: 200 });
  const back = await admin.post('/admin/updateuser', { username: gone, active: true });
  expect(back.json).toMatchObject({ field: 'email', code: 'EMAIL_TAKEN' });
  await admin.post('/admin/updateuser', { username: gone, salesRep: false, active: true });
});

test('of two who wait for one address the second looks once the first has it', async () => {
  const admin = await vitrine.as('admin');
  const email = 'held-up@example.com';
  const holder = await vitrine.pool.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('vitrine address of staff ' || $1, 0))`, [
    email,
  ]);
  const made = [1, 2].map((nth) =>
    admin.post('/admin/newuser', { username: `held-up-${nth}`, email, salesRep: true }),
  );
  const waiting = async () =>
    (
      await vitrine.pool.query(`select 1 from pg_locks where locktype = 'advisory' and not granted and
        database = (select oid from pg_database where datname = current_database())`)
    ).rowCount;
  await expect.poll(waiting).toBe(2);
  await holder.query('commit');
  holder.release();
  const statuses = (await Promise.all(made)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

type Call = { method: string; path: string; body?: (who: string) => object };
const CALLS: readonly Call[] = [
  { method: 'POST', path: '/admin/allusers' },
  {
    method: 'POST',
    path: '/admin/newuser',
    body: (who) => ({ username: `made-by-${who}`, email: 'a@example.com', customerId: 8 }),
  },
  { method: 'POST', path: '/admin/updateuser', body: () => ({ username: 'cedar', firstName: 'Cedric' }) },
  { method: 'POST', path: '/admin/resetpassword', body: () => ({ username: 'gone' }) },
  { method: 'GET', path: '/api/users' },
  { method: 'GET', path: '/api/users/birch' },
  {
    method: 'POST',
    path: '/api/users',
    body: (who) => ({ username: `rest-by-${who}`, email: 'a@example.com', customerId: 8 }),
  },
  { method: 'PUT', path: '/api/users/cedar', body: () => ({ lastName: 'Gem' }) },
];

test.each(CALLS)('$method $path is for reps and administrators', async ({ method, path, body }) => {
  const ask = async (who: string, customer?: string): Promise<number> => {
    const caller = await vitrine.as(who);
    const headers: Record<string, string> = customer === undefined ? {} : { customer };
    return (await caller.post(path, body?.(`${who}-${customer ?? ''}`), { method, headers })).status;
  };
  expect((await vitrine.call(path, body?.('nobody'), { method })).status).toBe(401);
  expect([await ask('alder'), await ask('alder', '8')]).toEqual([403, 403]);
  const made = method === 'POST' && path === '/api/users' ? 201 : 200;
  expect([await ask('rep'), await ask('rep', '8'), await ask('admin'), await ask('admin', '8')]).toEqual([
    made,
    made,
    made,
    made,
  ]);
});

describe('a new user', () => {
  test('has its defaults, a password by mail, and must choose one of its own', async () => {
    const rep = await vitrine.as('rep');
    const reply = await rep.post('/admin/newuser', {
      username: ' Nina ',
      email: 'nina@example.com',
      customerId: 7,
    });
    expect(reply.json).toEqual({
      username: 'nina',
      firstName: '',
      lastName: '',
      email: 'nina@example.com',
      customerId: 7,
      administrator: false,
      salesRep: false,
      active: true,
      showPrices: 'WHOLESALE',
      mustChangePassword: true,
    });
    const [mail] = await mailsTo(vitrine, 'nina@example.com');
    expect(mail).toMatchObject({ subject: 'Welcome to Vitrine', state: 'KEPT', key: 'password/nina/new' });
    expect(mail!.text).toContain('/login\n');
    const signedIn = await login('nina', passwordIn(mail!));
    expect(signedIn.json).toMatchObject({ user: { mustChangePassword: true } });
  });

  test.each([
    [{ username: 'alder', email: 'a@example.com', customerId: 8 }, 'username', /already/],
    [{ username: 'a b', email: 'a@example.com' }, 'username', /username/i],
    [{ username: 'fine', email: 'a@example.com\r\nBcc: b@example.com' }, 'email', /e-mail/i],
    [{ username: 'fine', email: 'a@example.com', customerId: 99 }, 'customerId', /There is no customer 99/],
    [{ username: 'fine' }, 'email', /missing/],
    [{ username: 'fine', email: 'a@example.com' }, 'customerId', /Choose a customer, or make the user/],
  ])('%j is refused, and no mail is sent', async (body, field, message) => {
    const admin = await vitrine.as('admin');
    const refused = await admin.post('/admin/newuser', body);
    expect([refused.status, refused.json]).toEqual([
      402,
      expect.objectContaining({ field, message: expect.stringMatching(message) }),
    ]);
    expect((await admin.post('/api/users', body)).status).toBe(422);
    expect(await userNamed(vitrine, 'fine')).toBeUndefined();
    expect((await mailsTo(vitrine, 'a@example.com')).filter(({ key }) => key.includes('fine'))).toEqual([]);
  });
});

describe('a rep never creates, changes or makes an administrator', () => {
  test.each([
    ['/admin/newuser', { username: 'boss', email: 'boss@example.com', administrator: true }],
    ['/admin/updateuser', { username: 'admin', firstName: 'Mine' }],
    ['/admin/updateuser', { username: 'ADMIN', email: 'rep@example.com' }],
    ['/admin/updateuser', { username: 'cedar', administrator: true }],
    ['/admin/updateuser', { username: 'rep', administrator: true }],
    ['/admin/resetpassword', { username: 'admin' }],
  ])('%s %j', async (path, body) => {
    const before = await userNamed(vitrine, 'admin');
    const rep = await vitrine.as('rep');
    expect((await rep.post(path, body)).status).toBe(403);
    expect(await userNamed(vitrine, 'admin')).toEqual(before);
    expect((await userNamed(vitrine, 'cedar'))?.administrator).toBe(false);
    expect(await userNamed(vitrine, 'boss')).toBeUndefined();
    expect(await mailsTo(vitrine, 'admin@example.com')).toEqual([]);
    expect((await login('admin', PASSWORD)).status).toBe(200);
  });

  test("nor changes another rep's e-mail or password; its own, and another's name, it does", async () => {
    const other = await newUser(vitrine, { salesRep: true, customerId: null });
    const rep = await vitrine.as('rep');
    const before = await mailsTo(vitrine, `${other}@example.com`);
    for (const [path, body] of [
      ['/admin/updateuser', { username: other, email: 'rep@example.com' }],
      ['/admin/resetpassword', { username: other }],
    ] as const)
      expect([path, (await rep.post(path, body)).status]).toEqual([path, 403]);
    expect(await mailsTo(vitrine, `${other}@example.com`)).toEqual(before);
    expect((await userNamed(vitrine, other))?.email).toBe(`${other}@example.com`);
    expect((await rep.post('/admin/updateuser', { username: other, firstName: 'Olga' })).status).toBe(200);
    expect((await rep.post('/admin/updateuser', { username: 'rep', email: 'me@example.com' })).status).toBe(
      200,
    );
  });

  test('an administrator does all of it', async () => {
    const admin = await vitrine.as('admin');
    const username = await newUser(vitrine, { administrator: true });
    expect(
      (await admin.post('/admin/updateuser', { username, administrator: false, salesRep: true })).json,
    ).toMatchObject({ administrator: false, salesRep: true });
  });

  test('an administrator cannot remove his own sign-in or rights', async () => {
    const admin = await vitrine.as('admin');
    for (const changes of [{ active: false }, { administrator: false }]) {
      expect((await admin.post('/admin/updateuser', { username: 'admin', ...changes })).status).toBe(402);
    }
    expect((await admin.post('/login/check')).status).toBe(200);
  });
});

describe('a reset password', () => {
  test('goes by mail, must be changed, and ends the other sessions', async () => {
    const username = await newUser(vitrine);
    const [welcome] = await mailsTo(vitrine, `${username}@example.com`);
    const { token } = (await login(username, passwordIn(welcome!))).json as { token: string };
    const check = () =>
      vitrine.call('/login/check', undefined, { headers: { authorization: `Bearer ${token}` } });
    expect((await check()).status).toBe(200);

    const rep = await vitrine.as('rep');
    expect((await rep.post('/admin/resetpassword', { username })).json).toEqual({ username });
    expect((await check()).status).toBe(401);
    expect((await login(username, passwordIn(welcome!))).status).toBe(401);
    const [mail] = await mailsTo(vitrine, `${username}@example.com`);
    expect(mail!.subject).toBe('Your new Vitrine password');
    expect((await login(username, passwordIn(mail!))).json).toMatchObject({
      user: { mustChangePassword: true },
    });
  });

  test('asked for again under the same key it stays what it was; under another it is a new one', async () => {
    const username = await newUser(vitrine);
    const rep = await vitrine.as('rep');
    const reset = (key: string) =>
      rep.post('/admin/resetpassword', { username }, { headers: { 'idempotency-key': key } });
    await Promise.all([reset('one'), reset('one'), reset('one')]);
    const [mail, ...others] = await mailsTo(vitrine, `${username}@example.com`);
    expect(others).toHaveLength(1); // the welcome
    expect((await login(username, passwordIn(mail!))).status).toBe(200);
    await reset('two');
    expect((await login(username, passwordIn(mail!))).status).toBe(401);
  });

  test.each(['admin', 'rep'])('is never one’s own: it would end the session of %s for good', async (who) => {
    const user = await vitrine.as(who);
    expect(await user.post('/admin/resetpassword', { username: who.toUpperCase() })).toMatchObject({
      status: 402,
      json: { message: 'Change your own password under Profile.', code: 'OWN_PASSWORD', field: 'username' },
    });
    expect((await login(who, PASSWORD)).status).toBe(200);
  });

  test('an unknown user is refused', async () => {
    const rep = await vitrine.as('rep');
    expect(await rep.post('/admin/resetpassword', { username: 'nobody' })).toMatchObject({
      status: 402,
      json: { message: 'There is no user nobody.', field: 'username' },
    });
  });
});

describe('the back office', () => {
  const list = async (query: Record<string, unknown>) => {
    const text = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      .join('&');
    const reply = await (await vitrine.as('admin')).get(`/api/users?${text}`);
    return { reply, names: (reply.json as UserResource[]).map(({ id }) => id) };
  };

  test('lists users by username, searched, filtered, sorted and cut', async () => {
    const all = (await list({})).names;
    expect(all).toEqual([...all].sort());
    expect((await list({ filter: { q: 'ALDER-' } })).names).toEqual(['alder-none', 'alder-retail']);
    expect((await list({ filter: { active: false } })).names).toEqual(['gone']);
    const [first] = (await list({ filter: { q: 'alder' } })).reply.json as UserResource[];
    const shown = `${first!.firstName} ${first!.lastName}`;
    for (const q of [shown, first!.firstName, first!.lastName])
      expect((await list({ filter: { q } })).names, q).toContain(first!.id);
    const page = await list({ filter: { q: 'alder' }, sort: ['showPrices', 'ASC'], range: [0, 1] });
    expect(page.names).toEqual(['alder-none', 'alder-retail']);
    expect(page.reply.headers.get('content-range')).toBe('users 0-1/3');
  });

  test('deactivating a user ends its sessions; what is left out stays', async () => {
    const username = await newUser(vitrine, { firstName: 'Uma', salesRep: true });
    const [mail] = await mailsTo(vitrine, `${username}@example.com`);
    const { token } = (await login(username, passwordIn(mail!))).json as { token: string };
    const admin = await vitrine.as('admin');
    const changed = await admin.post(`/api/users/${username}`, { active: false }, { method: 'PUT' });
    expect(changed.json).toMatchObject({ id: username, active: false, firstName: 'Uma', salesRep: true });
    expect(
      (await vitrine.call('/login/check', undefined, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401);
  });

  test('an unknown user is 404 there, and 402 in the portal', async () => {
    const admin = await vitrine.as('admin');
    expect((await admin.get('/api/users/nobody')).status).toBe(404);
    expect((await admin.post('/api/users/nobody', { active: false }, { method: 'PUT' })).status).toBe(404);
    expect((await admin.post('/admin/updateuser', { username: 'nobody', active: false })).status).toBe(402);
  });
});
