import type { User } from '#contracts/api/session.ts';

type StaffPage = { name: string; title: string; path: string; administratorsOnly: boolean };

/** The sidebar's tabs that lead to the back office, in order (product: Sidebar). */
const STAFF_PAGES: readonly StaffPage[] = [
  { name: 'users', title: 'Users', path: '/admin/users', administratorsOnly: false },
  { name: 'customers', title: 'Customers', path: '/admin/customers', administratorsOnly: true },
  { name: 'vendors', title: 'Vendors', path: '/admin/vendors', administratorsOnly: true },
  { name: 'billing', title: 'Billing', path: '/admin/billing', administratorsOnly: true },
  { name: 'reassort', title: 'Reassort', path: '/admin/reassort', administratorsOnly: false },
];

/** The tabs that a user may open (product: Roles). */
export function staffPagesOf({ administrator, salesRep }: User): readonly StaffPage[] {
  if (administrator) return STAFF_PAGES;
  return salesRep ? STAFF_PAGES.filter((page) => !page.administratorsOnly) : [];
}
