import { maySignIn, type Account, type Accounts, type Attempts } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { hashPassword, passwordFits, samePassword } from './passwords.ts';
import { countCodeAttempt } from './second-factor/limit.ts';
import { useCode, type SecondFactors } from './second-factor/second-factors.ts';
import { accountOf } from './user-table.ts';
import { ACCOUNTS_SUBJECT, findStoredUser, replacePassword, type UserStore } from './users.ts';

export type SignIn = SecondFactors & { accounts: Accounts; attempts: Attempts };

/** Credentials, and the `address` that they come from. */
export type Credentials = { username: string; password: string; code?: string | undefined; address: string };

/**
 * Checks a sign-in. Unknown user, wrong password, inactive user and a customer that may not log in all get 'Login
 * Failed' and take equally long (product: Error catalogue). A user with a second factor is asked for a code once the
 * password is right.
 * @throws {Refusal} 401; 402 for a missing or wrong code; 429 for too many codes
 */
export async function signIn(
  deps: SignIn,
  { username, password, code, address }: Credentials,
): Promise<Account> {
  const { accounts } = deps;
  const stored = await findStoredUser(deps.db, username);
  const fits = await passwordFits(stored?.passwordHash, password);
  if (!stored || !fits || !(await maySignIn(stored, accounts)))
    throw new Refusal(401, 'Login Failed', { code: 'LOGIN_FAILED' });
  if (stored.secondFactor) {
    if (code === undefined)
      throw new Refusal(402, 'Please enter the code of your authenticator app, or a recovery code.', {
        field: 'code',
        code: 'SECOND_FACTOR',
      });
    await countCodeAttempt(deps.attempts, stored.user.username, address);
    await useCode(deps, stored.user.username, code);
  }
  return accountOf(stored);
}

/**
 * Changes the user's own password; the request's schema has checked its rules (product: Change password). All other
 * sessions of the user end.
 * @throws {Refusal} 402 for a wrong old password, also when it is reset or changed meanwhile, and when the new password is the old one
 */
export async function changePassword(
  { db, bus }: UserStore,
  username: string,
  oldPassword: string,
  newPassword: string,
): Promise<Account> {
  const stored = await findStoredUser(db, username);
  if (!stored || !(await passwordFits(stored.passwordHash, oldPassword))) throw wrongPassword();
  if (newPassword === oldPassword) throw samePassword();
  const account = await replacePassword(db, {
    username,
    hashed: await hashPassword(newPassword),
    mustChange: false,
    tokenVersion: stored.tokenVersion,
    changedBy: stored.user.username,
  });
  // It was reset or changed meanwhile.
  if (!account) throw wrongPassword();
  bus.publish(ACCOUNTS_SUBJECT, { username: account.user.username });
  return account;
}

const wrongPassword = (): Refusal =>
  new Refusal(402, 'Your old password is not right.', { field: 'oldPassword', code: 'WRONG_PASSWORD' });
