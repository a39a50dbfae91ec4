import type { User } from '#contracts/api/session.ts';
import { isNamed } from '../../lib/plain-values.ts';

type StaffPage = { title: string; path: string; administratorsOnly: boolean };

/** The sidebar's tabs that lead to the back office, in order (product: Sidebar). */
const STAFF_PAGES: readonly StaffPage[] = [
  { title: 'Users', path: '/admin/users', administratorsOnly: false },
  { title: 'Customers', path: '/admin/customers', administratorsOnly: true },
  { title: 'Vendors', path: '/admin/vendors', administratorsOnly: true },
  { title: 'Billing', path: '/admin/billing', administratorsOnly: true },
  { title: 'Reassort', path: '/admin/reassort', administratorsOnly: false },
];

/** The tabs that a user may open (product: Roles). */
export function staffPagesOf({ administrator, salesRep }: User): readonly StaffPage[] {
  if (administrator) return STAFF_PAGES;
  return salesRep ? STAFF_PAGES.filter((page) => !page.administratorsOnly) : [];
}

/** The one of them that a link names in the sidebar's words, without regard to case (product: Shell links). */
export const staffPageNamed = (user: User, name: string): StaffPage | undefined =>
  staffPagesOf(user).find(({ title }) => isNamed(name, title));
