import type { Credentials } from '#web-shared/account/login-form.tsx';
import { call } from '../../../lib/api-client.ts';

/** POST /login. The server sets the session cookie; who it is, the shell asks for itself. */
export async function logIn(body: Credentials): Promise<void> {
  await call({ path: '/login', body, read: () => undefined });
}
