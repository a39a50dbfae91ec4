import type { Credentials } from '#web-shared/account/login-form.tsx';
import { call } from '../../../lib/api-client.ts';

/** POST /login. The server sets the session cookie; the shell then asks who is signed in. */
export async function logIn(body: Credentials): Promise<void> {
  await call({ path: '/login', body, read: () => undefined });
}
