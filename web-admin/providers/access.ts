import type { User } from '#contracts/api/session.ts';
import { factsOf } from './resources.ts';

/** Null for a customer's user, who has no business here. */
export function roleOf({ administrator, salesRep }: User): 'administrator' | 'sales rep' | null {
  if (administrator) return 'administrator';
  return salesRep ? 'sales rep' : null;
}

/** Whether the user is of the staff, or of its administrators. */
function isOf(who: 'staff' | 'administrators', user: User): boolean {
  const role = roleOf(user);
  return role === 'administrator' || (role === 'sales rep' && who === 'staff');
}

/** Whether a user may open a resource from the menu: its list, or its page where it has no list. */
export function mayOpen(user: User, resource: string): boolean {
  const facts = factsOf(resource);
  return facts !== undefined && isOf(facts.lists ?? facts.opens ?? 'administrators', user);
}

/** Whether a user may open the page of one of its records. */
function mayShow(user: User, resource: string): boolean {
  const facts = factsOf(resource);
  return facts !== undefined && isOf(facts.opens ?? 'administrators', user);
}

/** What may be done with a resource's records. */
export function mayDo(user: User, resource: string, action: string): boolean {
  if (action === 'list') return mayOpen(user, resource);
  if (action === 'show') return mayShow(user, resource);
  const changes = factsOf(resource)?.changes;
  return changes !== undefined && isOf(changes, user);
}
