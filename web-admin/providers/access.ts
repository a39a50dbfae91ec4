import type { User } from '#contracts/api/session.ts';

/**
 * The resources of the back office, each a folder, by who may open them (product: Roles). A rep may act for every
 * customer and therefore reads the list, without terms (rule: Reps). The server enforces it; here it decides what is
 * offered.
 */
const FOR_STAFF = [
  'today',
  'ageing',
  'customers',
  'users',
  'vendor-notices',
  'back-orders',
  'desires',
  'reassort',
  'reports',
] as const;
const FOR_ADMINISTRATORS = [
  'billing',
  'bills',
  'bill-runs',
  'bill-alarms',
  'finance',
  'invoices',
  'history',
  'parcels',
  'anomalies',
  'mails',
  'asset-pages',
  'referrals',
  'jewellery-models',
  'attribute-lists',
  'vendors',
  'feed-runs',
  'price-lists',
  'repricings',
  'vendor-statements',
  'projections',
  'suspense',
  'stuck-instructions',
  'syncs',
] as const;

export type ResourceName = (typeof FOR_STAFF)[number] | (typeof FOR_ADMINISTRATORS)[number];

/** What may be changed, and by whom; a rep changes only users who are not administrators (rule: Reps). */
const CHANGED_BY_STAFF: readonly ResourceName[] = ['users', 'back-orders'];
const CHANGED_BY_ADMINISTRATORS: readonly ResourceName[] = [
  'customers',
  'vendors',
  'asset-pages',
  'jewellery-models',
  'attribute-lists',
  'reassort',
];

/** Null for a customer's user, who has no business here. */
export function roleOf({ administrator, salesRep }: User): 'administrator' | 'sales rep' | null {
  if (administrator) return 'administrator';
  return salesRep ? 'sales rep' : null;
}

/** Whether a resource is among those of the user's role. */
function isAmong(
  user: User,
  resource: string,
  staffs: readonly string[],
  others: readonly string[],
): boolean {
  const role = roleOf(user);
  if (role === null) return false;
  return staffs.includes(resource) || (role === 'administrator' && others.includes(resource));
}

/** Whether a user may open the pages of a resource. */
export const mayOpen = (user: User, resource: string): boolean =>
  isAmong(user, resource, FOR_STAFF, FOR_ADMINISTRATORS);

/** What may be done with a resource's records. */
export function mayDo(user: User, resource: string, action: string): boolean {
  if (action === 'list' || action === 'show') return mayOpen(user, resource);
  return isAmong(user, resource, CHANGED_BY_STAFF, CHANGED_BY_ADMINISTRATORS);
}
