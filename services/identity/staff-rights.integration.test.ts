import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '#contracts/api/session.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

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
const userNamed = async (username: string): Promise<User> => {
  const admin = await vitrine.as('admin');
  return ((await admin.post('/admin/allusers')).json as User[]).find((user) => user.username === username)!;
};

test("a rep does not take another rep's rights, which would lead to its password; an administrator does", async () => {
  const other = await copyOf('rep', 'rep-2');
  const change = { username: other, salesRep: false, customerId: 8 };
  const [rep, admin] = [await vitrine.as('rep'), await vitrine.as('admin')];
  expect((await rep.post('/admin/updateuser', change)).status).toBe(403);
  expect(await userNamed(other)).toMatchObject({ salesRep: true });
  expect((await admin.post('/admin/updateuser', change)).json).toMatchObject({ salesRep: false });
  const own = await copyOf('rep', 'rep-3');
  const itself = await vitrine.as(own);
  expect((await itself.post('/admin/updateuser', { ...change, username: own })).status).toBe(200);
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
      const left = await Promise.all(names.map(userNamed));
      expect(left.filter(({ active, administrator }) => active && administrator)).toHaveLength(1);
    }
  },
);
