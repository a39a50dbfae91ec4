import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { userNamed } from './testing/user-named.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

/** A user with the rights, the place and the password of another. */
async function copyOf(username: string, name: string): Promise<string> {
  await vitrine.pool.query(
    `insert into vitrine.user_account (username, first_name, last_name, email, customer_id, active, administrator,
        sales_rep, show_prices, must_change_password, password_hash, token_version)
      select $2::text, first_name, last_name, $2::text || '@example.com', customer_id, active, administrator,
        sales_rep, show_prices, must_change_password, password_hash, 1
      from vitrine.user_account where username = $1`,
    [username, name],
  );
  return name;
}

test("a rep does not take another rep's rights, which would lead to its password; an administrator does", async () => {
  const other = await copyOf('rep', 'rep-2');
  const change = { username: other, salesRep: false, customerId: 8 };
  const [rep, admin] = [await vitrine.as('rep'), await vitrine.as('admin')];
  expect((await rep.post('/admin/updateuser', change)).status).toBe(403);
  expect(await userNamed(vitrine, other)).toMatchObject({ salesRep: true });
  expect((await admin.post('/admin/updateuser', change)).json).toMatchObject({ salesRep: false });
  const own = await copyOf('rep', 'rep-3');
  const itself = await vitrine.as(own);
  expect((await itself.post('/admin/updateuser', { ...change, username: own })).status).toBe(200);
});

test.each([{ active: false }, { active: true }])(
  'a rep does not set another rep to %j, an administrator does',
  async ({ active }) => {
    const other = await copyOf('rep', `rep-${active ? 'back' : 'away'}`);
    const [rep, admin] = [await vitrine.as('rep'), await vitrine.as('admin')];
    const change = { username: other, active };
    await admin.post('/admin/updateuser', { ...change, active: !active });
    expect(await rep.post('/admin/updateuser', change)).toMatchObject({
      status: 403,
      json: { field: 'active', message: expect.stringMatching(/^Only an administrator/) },
    });
    expect(await userNamed(vitrine, other)).toMatchObject({ active: !active });
    expect((await admin.post('/admin/updateuser', change)).json).toMatchObject({ active });
  },
);

test('what a rep sees of prices is set by administrators, its own and that of a rep it makes', async () => {
  const [own, other] = [await copyOf('rep', 'rep-4'), await copyOf('rep', 'rep-5')];
  const admin = await vitrine.as('admin');
  const shown = async (username: string) => (await userNamed(vitrine, username))?.showPrices;
  for (const username of [own, other])
    await admin.post('/admin/updateuser', { username, showPrices: 'RETAIL' });
  const rep = await vitrine.as(own);
  const refused = { status: 403, json: { field: 'showPrices', message: expect.stringMatching(/Ask one/) } };
  const all = { showPrices: 'WHOLESALE' };
  expect(await rep.post(`/api/users/${own}`, all, { method: 'PUT' })).toMatchObject(refused);
  expect(await rep.post('/admin/updateuser', { username: own, ...all })).toMatchObject(refused);
  expect(await rep.post('/admin/updateuser', { username: own, ...all, salesRep: false })).toMatchObject(
    refused,
  );
  expect(await rep.post('/admin/updateuser', { username: other, ...all })).toMatchObject(refused);
  expect([await shown(own), await shown(other)]).toEqual(['RETAIL', 'RETAIL']);
  const made = { username: 'rep-6', email: 'rep-6@example.com', salesRep: true };
  expect(await rep.post('/admin/newuser', made)).toMatchObject(refused);
  expect(await rep.post('/admin/updateuser', { username: 'cedar', salesRep: true })).toMatchObject(refused);
  expect(await shown('rep-6')).toBeUndefined();
  expect((await rep.post('/admin/newuser', { ...made, showPrices: 'NONE' })).status).toBe(200);
  expect((await rep.post('/admin/updateuser', { username: own, firstName: 'Ola' })).status).toBe(200);
  expect((await rep.post('/admin/updateuser', { username: 'cedar', showPrices: 'NONE' })).status).toBe(200);
  expect((await admin.post('/admin/updateuser', { username: own, ...all })).status).toBe(200);
});

test.each([{ active: false }, { administrator: false, salesRep: true }])(
  'of two administrators who take %j from each other at once, one remains',
  async (changes) => {
    const kind = Object.keys(changes)[0]!;
    for (const round of [1, 2, 3]) {
      const names = [
        await copyOf('admin', `${kind}-${round}-a`),
        await copyOf('admin', `${kind}-${round}-b`),
      ] as const;
      const [a, b] = [await vitrine.as(names[0]), await vitrine.as(names[1])];
      const replies = await Promise.all([
        a.post('/admin/updateuser', { username: names[1], ...changes }),
        b.post('/admin/updateuser', { username: names[0], ...changes }),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await Promise.all(names.map((name) => userNamed(vitrine, name)));
      expect(left.filter((user) => user?.active && user.administrator)).toHaveLength(1);
    }
  },
);
