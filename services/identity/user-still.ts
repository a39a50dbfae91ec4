import type { User } from '#contracts/api/session.ts';
import { findUser, type UserStore } from './users.ts';

export type UserStillDeps = Pick<UserStore, 'db'> & {
  customerAccess(customerId: number): Promise<{ allowLogin: boolean } | null>;
};

/**
 * A user who would still see a customer's data if it signed in now, for what is done in its absence; null for one that
 * is gone, not active, of another customer, or of one that may not log in. Only staff act for no customer.
 */
export async function userStill(
  { db, customerAccess }: UserStillDeps,
  username: string,
  customerId: number | null,
): Promise<User | null> {
  const user = await findUser(db, username);
  if (!user?.active) return null;
  if (user.administrator || user.salesRep) return user;
  if (customerId === null || user.customerId !== customerId) return null;
  return (await customerAccess(customerId))?.allowLogin ? user : null;
}
