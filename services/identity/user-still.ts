import type { User } from '#contracts/api/session.ts';
import { findUser, type UserStore } from './users.ts';

export type UserStillDeps = Pick<UserStore, 'db'> & {
  customerAccess(customerId: number): Promise<{ allowLogin: boolean } | null>;
};

/**
 * A user who would still see a customer's data if it signed in now, for work done in its absence. Null when it is gone,
 * inactive or of another customer, or its customer may not log in. Only staff act for no customer.
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
