import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserResource } from '#contracts/api/users.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { PASSWORD } from '#tests/support/small-world.ts';
import { mailsTo, newUser, passwordIn } from './testing/made-users.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const save = async (who: string, username: string, changes: object, version?: string) =>
  (await vitrine.as(who)).post(`/api/users/${username}`, changes, {
    method: 'PUT',
    ...(version !== undefined && { headers: { 'if-match': version } }),
  });
const open = async (username: string) => {
  const { json, headers } = await (await vitrine.as('admin')).get(`/api/users/${username}`);
  return { ...(json as UserResource), etag: headers.get('etag')! };
};

test('a reset that changes nothing that is shown leaves the last author as it was', async () => {
  const username = await newUser(vitrine);
  const { etag } = await open(username);
  // A new user has to choose a password already.
  expect((await save('rep', username, { firstName: 'One' }, etag)).status).toBe(200);
  expect((await (await vitrine.as('admin')).post('/admin/resetpassword', { username })).status).toBe(200);
  expect(await save('admin', username, { firstName: 'Other' }, etag)).toMatchObject({
    status: 409,
    json: { message: 'rep has changed this user since you opened it. Nothing of yours was saved.' },
  });
});

test('the second learns who was first, and nothing of it is saved', async () => {
  const username = await newUser(vitrine);
  const { etag, version } = await open(username);
  expect(etag).toBe(`"${version}"`);
  const both = await Promise.all([
    save('admin', username, { firstName: 'One' }, etag),
    save('rep', username, { firstName: 'Other' }, etag),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const first = both[0].status === 200 ? 'admin' : 'rep';
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    json: {
      code: 'CHANGED_MEANWHILE',
      message: `${first} has changed this user since you opened it. Nothing of yours was saved.`,
    },
  });
  const now = await open(username);
  expect(now.firstName).toBe(first === 'admin' ? 'One' : 'Other');
  expect(await save('admin', username, { lastName: 'Both' }, now.etag)).toMatchObject({
    status: 200,
    json: { firstName: now.firstName, lastName: 'Both' },
  });
});

test('a save whose answer was lost is carried out once under its key, and answered again', async () => {
  const username = await newUser(vitrine);
  const { version } = await open(username);
  const admin = await vitrine.as('admin');
  const saved = (lastName: string) =>
    admin.post(
      `/api/users/${username}`,
      { lastName },
      { method: 'PUT', headers: { 'if-match': `"${version}"`, 'idempotency-key': `save-${username}` } },
    );
  const first = await saved('Once');
  expect(first).toMatchObject({ status: 200, json: { lastName: 'Once' } });
  expect(await saved('Once')).toMatchObject({ status: 200, json: first.json as object });
  expect(await saved('Twice')).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
});

test('without If-Match nothing is compared, and a save that changes nothing is no change', async () => {
  const username = await newUser(vitrine);
  const opened = await open(username);
  expect(await save('admin', username, { lastName: 'Any' })).toMatchObject({ status: 200 });
  const { etag } = await open(username);
  expect(etag).not.toBe(opened.etag);
  expect(await save('admin', username, { lastName: 'Any' }, etag)).toMatchObject({ status: 200 });
  expect((await open(username)).etag).toBe(etag);
});

test('a reset password counts where it shows; what is kept of passwords alone does not', async () => {
  const username = await newUser(vitrine);
  const [mail] = await mailsTo(vitrine, `${username}@example.com`);
  const before = await open(username);
  const { headers } = await vitrine.call('/login', { username, password: passwordIn(mail!) });
  await vitrine.call(
    '/login/changepassword',
    { username, oldPassword: passwordIn(mail!), newPassword: PASSWORD },
    { headers: { cookie: headers.get('set-cookie')!.split(';')[0]!, origin: vitrine.address } },
  );
  const chosen = await open(username);
  expect([chosen.mustChangePassword, chosen.etag === before.etag]).toEqual([false, false]);
  await (await vitrine.as('admin')).post('/admin/resetpassword', { username });
  expect((await save('rep', username, { lastName: 'Late' }, chosen.etag)).status).toBe(409);
});
