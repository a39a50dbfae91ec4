import { createContext, useContext } from 'react';
import type { Customer } from '#contracts/api/customers.ts';
import type { User } from '#contracts/api/session.ts';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { customerActedFor } from './api-client.ts';

/** Who is signed in, whom they act for, and what they may see. */
export type Session = {
  user: User;
  /** Sales reps and administrators. */
  staff: boolean;
  administrator: boolean;
  /** The customer acted for; null for staff without one. */
  customer: Customer | null;
  /** Whether it has been answered: what a list shows follows from the customer. */
  customerKnown: boolean;
  showPrices: ShowPrices;
  /** Why instructions and the cart are closed to this session; null when they are open. */
  actionsClosed: string | null;
  /** Log Out: ends the session and purges what was saved. */
  logOut: () => void;
};

/** The customer that staff act for or view the portal as: what they write or choose is for it; null: for oneself. */
export const customerOf = ({ viewingAs }: Pick<User, 'viewingAs'>): number | null =>
  viewingAs?.customerId ?? customerActedFor();

/**
 * The customer that all one does is for: acted for, viewed as, or one's own; null for staff without one. The session says
 * it, before that customer's record has come.
 */
export const customerIdOf = (user: Pick<User, 'viewingAs' | 'customerId'>): number | null =>
  customerOf(user) ?? user.customerId;

/** What a customer is called: until its record has been read, by its number. */
export const customerName = (customer: Pick<Customer, 'name'> | null, customerId: number): string =>
  customer?.name ?? `customer ${customerId}`;

export const SessionContext = createContext<Session | null>(null);

/** The session; only inside the signed-in shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is for the signed-in shell');
  return session;
}
