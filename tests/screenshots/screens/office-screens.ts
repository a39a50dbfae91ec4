import type { Screen } from './screen.ts';

/** Pages of the back office: a name, an address below /admin, and the heading that says it is there. */
const PAGES: readonly (readonly [name: string, path: string, heading: string | RegExp])[] = [
  ['customers', '/customers', 'Customers'],
  ['customer', '/customers/7/show', 'Harbor Light Jewelers'],
  ['customer-edit', '/customers/7', 'Harbor Light Jewelers'],
  ['customer-new', '/customers/create', 'New customer'],
  ['available-accounts', '/customers/available-accounts', 'Available Accounts'],
  ['markups', '/customers/7/markups', 'Retail Markups'],
  ['users', '/users', 'Users'],
  ['user', '/users/demo-rep', 'demo-rep'],
  ['billing', '/billing', 'Billing'],
  ['bills', '/bills', 'Bills'],
  ['bill-runs', '/bill-runs', 'Bill Runs'],
  ['bill-alarms', '/bill-alarms', 'Bill Alarms'],
  ['jewellery-models', '/jewellery-models', 'Jewellery Models'],
  ['back-orders', '/back-orders', 'Back Orders'],
  ['asset-pages', '/asset-pages', 'Asset Pages'],
  ['referrals', '/referrals', 'Referrals'],
  ['attributes', '/attributes', 'Attribute Lists'],
  ['vendors', '/vendors', 'Vendors'],
  ['reassort', '/reassort', 'Reassort'],
  ['history', '/history', 'History'],
  ['anomalies', '/anomalies', 'Anomalies'],
  ['vendor-notices', '/vendor-notices', 'Vendor Notices'],
  ['outbox', '/mails', 'Outbox'],
  ['projections', '/projections', 'Projections'],
  ['suspense', '/suspense', 'Suspense'],
  ['syncs', '/syncs', 'Syncs'],
];

const FILTER = encodeURIComponent('{"type":["EventUndone","EventDateChanged"]}');

/** A parcel of which an entry was corrected, on both time axes. */
const PARCEL: Screen = {
  name: 'office-parcel',
  user: 'demo-admin',
  visit: async (page, { base }) => {
    const reply = await page.request.get(`${base}/api/history?filter=${FILTER}&range=[0,0]`);
    const [entry] = (await reply.json()) as { parcelNames: string[] }[];
    const parcelName = entry?.parcelNames[0];
    if (parcelName === undefined) throw new Error('the demo has no correction');
    await page.goto(`${base}/admin/parcels/${encodeURIComponent(parcelName)}/show`);
    await page.getByRole('heading', { name: 'What we knew' }).waitFor();
  },
};

const LISTED: readonly Screen[] = PAGES.map(([name, path, heading]) => ({
  name: `office-${name}`,
  user: 'demo-admin',
  visit: async (page, { base }) => {
    await page.goto(`${base}/admin${path}`);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.waitForLoadState('networkidle');
  },
}));

/** The back office (specification, section 2.8); a page more is a line in the table above. */
export const OFFICE_SCREENS: readonly Screen[] = [...LISTED, PARCEL];
