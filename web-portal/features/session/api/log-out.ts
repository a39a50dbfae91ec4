import { call } from '../../../lib/api-client.ts';

/** POST /logout: the server takes the session cookie away. */
export async function logOut(): Promise<void> {
  await call({ path: '/logout', read: () => undefined });
}
