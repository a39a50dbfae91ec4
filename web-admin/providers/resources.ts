import type { RaRecord } from 'react-admin';
import type { z } from 'zod';
import { assetPageResource } from '#contracts/api/asset-pages.ts';
import { attributeListResource } from '#contracts/api/attribute-lists.ts';
import {
  customerResource,
  projectionResource,
  stuckInstructionResource,
  suspenseResource,
  syncResource,
} from '#contracts/api/back-office.ts';
import {
  billAlarmResource,
  billResource,
  billRunResource,
  wireStatementSchema,
} from '#contracts/api/bills.ts';
import { openDesireResource } from '#contracts/api/desires.ts';
import { historyResource } from '#contracts/api/history.ts';
import { invoiceResource } from '#contracts/api/invoices.ts';
import { backOrderResource } from '#contracts/api/jewellery.ts';
import { mailResource } from '#contracts/api/mails.ts';
import { priceListResource } from '#contracts/api/price-lists.ts';
import { referralResource } from '#contracts/api/referrals.ts';
import { repricingResource } from '#contracts/api/repricings.ts';
import { userResource } from '#contracts/api/users.ts';
import { feedRunResource } from '#contracts/api/vendor-feeds.ts';
import { vendorNoticeResource } from '#contracts/api/vendor-notices.ts';
import { vendorResource } from '#contracts/api/vendors.ts';
import { ageingResource, anomalyResource } from '#contracts/api/watch-lists.ts';

/** The groups of the menu, in its order. */
export const MENU_GROUPS = ['House', 'Money', 'Catalogue', 'Audit', 'Operations'] as const;

type ResourceFacts = {
  /** In the menu, above its page, and on the way back to it. */
  title: string;
  /** Without one it has no place in the menu. */
  group?: (typeof MENU_GROUPS)[number];
  /** Sales reps open it too; without it administrators alone do (product: Roles). */
  opens?: 'staff';
  /** Reps open its records alone, to which their own pages lead: not its list, nor its place in the menu. */
  lists?: 'administrators';
  /** Whose are its changes; without it there are none. */
  changes?: 'staff' | 'administrators';
  /** Its record, as the server promises it; null where pages make calls of their own. */
  record: z.ZodType<RaRecord> | null;
};

/**
 * The resources of the back office, in the menu's order. A rep may act for every customer and therefore finds each in
 * pickers and reads its page, without terms, but has no list of them (product: Customers screen); it changes only users
 * who are not administrators (rule: Reps). The server enforces what may be read and changed; here it decides what is
 * offered.
 */
const DECLARED = {
  today: { title: 'Today', group: 'House', opens: 'staff', record: null },
  reports: { title: 'Reports', group: 'House', opens: 'staff', record: null },
  customers: {
    title: 'Customers',
    group: 'House',
    opens: 'staff',
    lists: 'administrators',
    changes: 'administrators',
    record: customerResource,
  },
  users: { title: 'Users', group: 'House', opens: 'staff', changes: 'staff', record: userResource },
  ageing: { title: 'Memos Due', group: 'House', opens: 'staff', record: ageingResource },
  vendors: { title: 'Vendors', group: 'House', changes: 'administrators', record: vendorResource },
  'feed-runs': { title: 'Feed Runs', group: 'House', record: feedRunResource },
  'price-lists': { title: 'Price Lists', group: 'House', record: priceListResource },
  reassort: { title: 'Reassort', group: 'House', opens: 'staff', changes: 'administrators', record: null },
  desires: { title: 'Open Desires', group: 'House', opens: 'staff', record: openDesireResource },
  repricings: { title: 'Repricings', group: 'House', record: repricingResource },
  billing: { title: 'Billing', group: 'Money', record: null },
  bills: { title: 'Bills', group: 'Money', record: billResource },
  'bill-runs': { title: 'Bill Runs', group: 'Money', record: billRunResource },
  'bill-alarms': { title: 'Bill Alarms', group: 'Money', record: billAlarmResource },
  'vendor-statements': { title: 'Vendor Statements', group: 'Money', record: wireStatementSchema },
  finance: { title: 'Finance', group: 'Money', record: null },
  'jewellery-models': {
    title: 'Jewellery Models',
    group: 'Catalogue',
    changes: 'administrators',
    record: null,
  },
  'back-orders': {
    title: 'Back Orders',
    group: 'Catalogue',
    opens: 'staff',
    changes: 'staff',
    record: backOrderResource,
  },
  'asset-pages': {
    title: 'Asset Pages',
    group: 'Catalogue',
    changes: 'administrators',
    record: assetPageResource,
  },
  referrals: { title: 'Referrals', group: 'Catalogue', record: referralResource },
  'attribute-lists': {
    title: 'Attribute Lists',
    group: 'Catalogue',
    changes: 'administrators',
    record: attributeListResource,
  },
  history: { title: 'History', group: 'Audit', record: historyResource },
  anomalies: { title: 'Anomalies', group: 'Audit', record: anomalyResource },
  'vendor-notices': { title: 'Vendor Notices', group: 'Audit', opens: 'staff', record: vendorNoticeResource },
  mails: { title: 'Outbox', group: 'Audit', record: mailResource },
  projections: { title: 'Projections', group: 'Operations', record: projectionResource },
  suspense: { title: 'Suspense', group: 'Operations', record: suspenseResource },
  'stuck-instructions': {
    title: 'Stuck Instructions',
    group: 'Operations',
    record: stuckInstructionResource,
  },
  syncs: { title: 'Syncs', group: 'Operations', record: syncResource },
  invoices: { title: 'Invoices', record: invoiceResource },
  parcels: { title: 'Parcels', record: null },
} satisfies Record<string, ResourceFacts>;

export type ResourceName = keyof typeof DECLARED;

export const RESOURCE_FACTS: Readonly<Record<ResourceName, ResourceFacts>> = DECLARED;

/** Undefined where there is no such resource. */
export const factsOf = (resource: string): ResourceFacts | undefined =>
  RESOURCE_FACTS[resource as ResourceName];

/** The head of its page: the title, and above it the group. */
export function headingOf(resource: ResourceName) {
  const { title, group } = RESOURCE_FACTS[resource];
  return { title, above: group };
}
