import type { ResourceName } from '../providers/access.ts';

/** The menu: groups of pages. Who may open which, `mayOpen` says. */
export const MENU: readonly { title: string; pages: readonly { resource: ResourceName; title: string }[] }[] =
  [
    {
      title: 'House',
      pages: [
        { resource: 'today', title: 'Today' },
        { resource: 'reports', title: 'Reports' },
        { resource: 'customers', title: 'Customers' },
        { resource: 'users', title: 'Users' },
        { resource: 'ageing', title: 'Memos Due' },
        { resource: 'vendors', title: 'Vendors' },
        { resource: 'feed-runs', title: 'Feed Runs' },
        { resource: 'price-lists', title: 'Price Lists' },
        { resource: 'reassort', title: 'Reassort' },
        { resource: 'desires', title: 'Open Desires' },
        { resource: 'repricings', title: 'Repricings' },
      ],
    },
    {
      title: 'Money',
      pages: [
        { resource: 'billing', title: 'Billing' },
        { resource: 'bills', title: 'Bills' },
        { resource: 'bill-runs', title: 'Bill Runs' },
        { resource: 'bill-alarms', title: 'Bill Alarms' },
        { resource: 'vendor-statements', title: 'Vendor Statements' },
        { resource: 'finance', title: 'Finance' },
      ],
    },
    {
      title: 'Catalogue',
      pages: [
        { resource: 'jewellery-models', title: 'Jewellery Models' },
        { resource: 'back-orders', title: 'Back Orders' },
        { resource: 'asset-pages', title: 'Asset Pages' },
        { resource: 'referrals', title: 'Referrals' },
        { resource: 'attribute-lists', title: 'Attribute Lists' },
      ],
    },
    {
      title: 'Audit',
      pages: [
        { resource: 'history', title: 'History' },
        { resource: 'anomalies', title: 'Anomalies' },
        { resource: 'vendor-notices', title: 'Vendor Notices' },
        { resource: 'mails', title: 'Outbox' },
      ],
    },
    {
      title: 'Operations',
      pages: [
        { resource: 'projections', title: 'Projections' },
        { resource: 'suspense', title: 'Suspense' },
        { resource: 'stuck-instructions', title: 'Stuck Instructions' },
        { resource: 'syncs', title: 'Syncs' },
      ],
    },
  ];
