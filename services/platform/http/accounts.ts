import type { User } from '#contracts/api/session.ts';

/** A user as it is now. */
export type Account = {
  user: User;
  /** Grows when the password changes; tokens of an earlier version are refused. */
  tokenVersion: number;
  /** Signing in takes a code besides the password (rule: Second factor). */
  secondFactor: boolean;
};

/**
 * What the platform must know about users and customers; services/identity provides it. It is asked on every request,
 * so that a deactivated user is out immediately: an answer may be at most a second old.
 */
export type Accounts = {
  /**
   * Null when there is no such user.
   * @param atLeast the version of a token of the user: where only an earlier one is known, it is asked for again
   */
  account(username: string, atLeast?: number): Promise<Account | null>;
  /** Null when there is no such customer. */
  customerAccess(customerId: number): Promise<{ allowLogin: boolean } | null>;
};

/**
 * True when the account may sign in: it is active, and belongs to staff or to a customer that may log in (product:
 * Roles; rule: Users without a place).
 */
export async function maySignIn(
  { user }: Account,
  accounts: Pick<Accounts, 'customerAccess'>,
): Promise<boolean> {
  if (!user.active) return false;
  if (user.administrator || user.salesRep) return true;
  if (user.customerId === null) return false;
  return (await accounts.customerAccess(user.customerId))?.allowLogin ?? false;
}

/**
 * True for an active user of this customer, which staff may view as (rule: View as customer). Staff who belong to the
 * customer are none of its users: their price mode is not one that the customer sees.
 */
export function isUserOf(user: User, customerId: number): boolean {
  return user.active && user.customerId === customerId && !user.administrator && !user.salesRep;
}
