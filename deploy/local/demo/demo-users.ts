import type { Actor } from '#contracts/events/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { insertUser, type NewUser } from '#services/identity/index.ts';

/** The password of every demo account (architecture: What stays fixed). */
export const DEMO_PASSWORD = 'Demo-pass-1';

/** In whose name the demo does what an administrator does. */
export const DEMO_ADMINISTRATOR: Actor = { username: 'demo-admin', role: 'administrator' };

export type DemoUsers = {
  /** The customer of `demo-customer`. */
  customerId: number;
  /** The e-mail address of `demo-rep`: customers with it as `salesRepEmail` are its own. */
  repEmail: string;
};

/** Makes the demo accounts that are not there yet; those that are stay as they are. Demo mode only. */
export async function ensureDemoUsers(db: Db, { customerId, repEmail }: DemoUsers): Promise<void> {
  const users: Omit<NewUser, 'password'>[] = [
    {
      username: 'demo-customer',
      firstName: 'Dana',
      lastName: 'Demo',
      email: 'demo-customer@example.com',
      customerId,
    },
    { username: 'demo-rep', firstName: 'Robin', lastName: 'Demo', email: repEmail, salesRep: true },
    {
      username: DEMO_ADMINISTRATOR.username,
      firstName: 'Alex',
      lastName: 'Demo',
      email: 'demo-admin@example.com',
      administrator: true,
    },
  ];
  for (const user of users) await insertUser(db, user, DEMO_PASSWORD);
}
