import { call } from '../../../lib/api-client.ts';

/** POST /login. The server sets the session cookie; who it is, the shell asks for itself. */
export async function logIn(username: string, password: string): Promise<void> {
  await call({ path: '/login', body: { username, password }, read: () => undefined });
}
