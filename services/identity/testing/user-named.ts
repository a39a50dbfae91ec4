import type { User } from '#contracts/api/session.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';

/** The user of this name as an administrator sees it; undefined when there is none. */
export async function userNamed(vitrine: SmallVitrine, username: string): Promise<User | undefined> {
  const admin = await vitrine.as('admin');
  return ((await admin.post('/admin/allusers')).json as User[]).find((user) => user.username === username);
}
