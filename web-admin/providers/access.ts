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

/** Whether a user may open the pages of a resource. */
export function mayOpen(user: User, resource: string): boolean {
  const facts = factsOf(resource);
  return facts !== undefined && isOf(facts.opens ?? 'administrators', user);
}

/** What may be done with a resource's records. */
export function mayDo(user: User, resource: string, action: string): boolean {
  if (action === 'list' || action === 'show') return mayOpen(user, resource);
  const changes = factsOf(resource)?.changes;
  return changes !== undefined && isOf(changes, user);
}
