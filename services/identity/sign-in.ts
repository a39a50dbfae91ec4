import type { Db } from '#services/platform/database/index.ts';
import { maySignIn, type Account, type Accounts } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { passwordFits } from './passwords.ts';
import { findStoredUser, setPassword, type UserStore } from './users.ts';

/**
 * Checks a sign-in. Unknown user, wrong password, inactive user and a customer that may not log in all get
 * 'Login Failed' and take equally long (product: Error catalogue).
 * @throws {Refusal} 401
 */
export async function signIn(
  db: Db,
  accounts: Accounts,
  username: string,
  password: string,
): Promise<Account> {
  const stored = await findStoredUser(db, username);
  const fits = await passwordFits(stored?.passwordHash, password);
  if (!stored || !fits || !(await maySignIn(stored, accounts)))
    throw new Refusal(401, 'Login Failed', { code: 'LOGIN_FAILED' });
  return { user: stored.user, tokenVersion: stored.tokenVersion };
}

/**
 * Changes the user's own password, whose rules the request's schema has checked (product: Change password).
 * All its other sessions end.
 * @throws {Refusal} 402 for a wrong old password, and for a new one that is the old one
 */
export async function changePassword(
  store: UserStore,
  username: string,
  oldPassword: string,
  newPassword: string,
): Promise<Account> {
  const stored = await findStoredUser(store.db, username);
  if (!(await passwordFits(stored?.passwordHash, oldPassword)))
    throw new Refusal(402, 'Your old password is not right.', {
      field: 'oldPassword',
      code: 'WRONG_PASSWORD',
    });
  if (newPassword === oldPassword)
    throw new Refusal(402, 'Please choose a password that differs from your old one.', {
      field: 'newPassword',
      code: 'SAME_PASSWORD',
    });
  return setPassword(store, username, newPassword, false);
}
