import type { User } from '#contracts/api/session.ts';

/** The resources of the back office; each is a folder. */
export type ResourceName =
  | 'today'
  | 'ageing'
  | 'customers'
  | 'users'
  | 'billing'
  | 'bills'
  | 'bill-runs'
  | 'bill-alarms'
  | 'finance'
  | 'invoices'
  | 'history'
  | 'parcels'
  | 'anomalies'
  | 'vendor-notices'
  | 'mails'
  | 'asset-pages'
  | 'referrals'
  | 'jewellery-models'
  | 'back-orders'
  | 'attribute-lists'
  | 'vendors'
  | 'feed-runs'
  | 'price-lists'
  | 'desires'
  | 'repricings'
  | 'vendor-statements'
  | 'reassort'
  | 'reports'
  | 'projections'
  | 'suspense'
  | 'stuck-instructions'
  | 'syncs';

type Role = 'administrator' | 'sales rep';

/**
 * Who may open what (product: Roles): a rep may act for every customer and therefore reads the list, without
 * terms (rule: Reps). The server enforces it; here it decides what is offered.
 */
const OPEN_TO: Readonly<Record<ResourceName, readonly Role[]>> = {
  today: ['administrator', 'sales rep'],
  ageing: ['administrator', 'sales rep'],
  customers: ['administrator', 'sales rep'],
  users: ['administrator', 'sales rep'],
  billing: ['administrator'],
  bills: ['administrator'],
  'bill-runs': ['administrator'],
  'bill-alarms': ['administrator'],
  finance: ['administrator'],
  invoices: ['administrator'],
  history: ['administrator'],
  parcels: ['administrator'],
  anomalies: ['administrator'],
  'vendor-notices': ['administrator', 'sales rep'],
  mails: ['administrator'],
  'asset-pages': ['administrator'],
  referrals: ['administrator'],
  'jewellery-models': ['administrator'],
  'back-orders': ['administrator', 'sales rep'],
  'attribute-lists': ['administrator'],
  vendors: ['administrator'],
  'feed-runs': ['administrator'],
  'price-lists': ['administrator'],
  desires: ['administrator', 'sales rep'],
  repricings: ['administrator'],
  'vendor-statements': ['administrator'],
  reassort: ['administrator', 'sales rep'],
  reports: ['administrator', 'sales rep'],
  projections: ['administrator'],
  suspense: ['administrator'],
  'stuck-instructions': ['administrator'],
  syncs: ['administrator'],
};

const isResource = (name: string): name is ResourceName => Object.hasOwn(OPEN_TO, name);

/** Null for a customer's user, who has no business here. */
export function roleOf({ administrator, salesRep }: User): Role | null {
  if (administrator) return 'administrator';
  return salesRep ? 'sales rep' : null;
}

/** Whether a user may open the pages of a resource. */
export function mayOpen(user: User, resource: string): boolean {
  const role = roleOf(user);
  return role !== null && isResource(resource) && OPEN_TO[resource].includes(role);
}

/** Who may change what; a rep changes only users who are not administrators (rule: Reps). */
const CHANGED_BY: Readonly<Partial<Record<ResourceName, readonly Role[]>>> = {
  customers: ['administrator'],
  users: ['administrator', 'sales rep'],
  vendors: ['administrator'],
  'asset-pages': ['administrator'],
  'jewellery-models': ['administrator'],
  'attribute-lists': ['administrator'],
  'back-orders': ['administrator', 'sales rep'],
  reassort: ['administrator'],
};

/** What may be done with a resource's records. */
export function mayDo(user: User, resource: string, action: string): boolean {
  if (!mayOpen(user, resource)) return false;
  if (action === 'list' || action === 'show') return true;
  const role = roleOf(user);
  return role !== null && isResource(resource) && (CHANGED_BY[resource]?.includes(role) ?? false);
}
