import type { Locator, Page } from 'playwright-core';
import { correctableParcel, type Screen } from './screen.ts';

/** A name, an address below /admin, and the heading that shows it is there. */
type Listed = readonly [name: string, path: string, heading: string];

/** Pages of the back office; a page more is a line here. */
const PAGES: readonly Listed[] = [
  ['customers', '/customers', 'Customers'],
  ['customer', '/customers/7/show', 'Harbor Light Jewelers'],
  ['customer-edit', '/customers/7', 'Harbor Light Jewelers'],
  ['customer-new', '/customers/create', 'New customer'],
  ['available-accounts', '/customers/available-accounts', 'Available Accounts'],
  ['markups', '/customers/7/markups', 'Retail Markups'],
  ['users', '/users', 'Users'],
  ['user', '/users/demo-rep', 'demo-rep'],
  ['user-new', '/users/create', 'New user'],
  ['account', '/account', 'Your account'],
  ['billing', '/billing', 'Billing'],
  ['bills', '/bills', 'Bills'],
  ['bill-runs', '/bill-runs', 'Bill Runs'],
  ['bill-alarms', '/bill-alarms', 'Bill Alarms'],
  ['finance', '/finance', 'Finance'],
  ['jewellery-models', '/jewellery-models', 'Jewellery Models'],
  ['jewellery-model', '/jewellery-models/BT218P/model', 'BT218P'],
  ['back-orders', '/back-orders', 'Back Orders'],
  ['asset-pages', '/asset-pages', 'Asset Pages'],
  ['asset-page', '/asset-pages/1', 'How it works'],
  ['asset-page-new', '/asset-pages/create', 'New asset page'],
  ['referrals', '/referrals', 'Referrals'],
  ['attributes', '/attribute-lists', 'Attribute Lists'],
  ['attribute-list', '/attribute-lists/shapes', 'Shapes'],
  ['attribute-list-sentences', '/attribute-lists/tiers', 'Tiers'],
  ['attribute-codes', '/attribute-lists/clarities', 'Clarities'],
  ['vendors', '/vendors', 'Vendors'],
  ['feed-runs', '/feed-runs', 'Feed Runs'],
  ['price-lists', '/price-lists', 'Price Lists'],
  ['reassort', '/reassort', 'Reassort'],
  ['desires', '/desires', 'Open Desires'],
  ['repricings', '/repricings', 'Repricings'],
  ['vendor-statements', '/vendor-statements', 'Vendor Statements'],
  ['history', '/history', 'History'],
  ['anomalies', '/anomalies', 'Anomalies'],
  ['vendor-notices', '/vendor-notices', 'Vendor Notices'],
  ['outbox', '/mails', 'Outbox'],
  ['projections', '/projections', 'Projections'],
  ['suspense', '/suspense', 'Suspense'],
  ['stuck-instructions', '/stuck-instructions', 'Stuck Instructions'],
  ['syncs', '/syncs', 'Syncs'],
];

/** The same to other eyes: what a rep sees of a customer, and what is refused. */
const TO_OTHERS: readonly (readonly [user: string, ...Listed])[] = [
  ['demo-rep', 'rep-customer', '/customers/7/show', 'Harbor Light Jewelers'],
  ['demo-rep', 'rep-refused', '/projections', 'This page is for administrators'],
  ['demo-customer', 'customer-refused', '/customers', 'This place is for staff'],
];

/** Where the table above leads: addresses below /admin. */
export const OFFICE_PATHS: readonly string[] = PAGES.map(([, path]) => path);

const screen = (user: string, [name, path, heading]: Listed): Screen => ({
  name: `office-${name}`,
  user,
  visit: async (page, { base }) => {
    await open(page, `${base}/admin${path}`, heading);
    await page.waitForLoadState('networkidle');
  },
  has: (page) => headed(page, heading),
});

const headed = (page: Page, heading: string): Locator =>
  page.getByRole('heading', { level: 1, name: heading });

async function open(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await headed(page, heading).waitFor();
}

/** What opens on the pages. */
const OPENED: readonly Screen[] = [
  {
    name: 'office-log-in',
    user: null,
    visit: async (page, { base }) => {
      await page.goto(`${base}/admin/`);
      await page.getByRole('button', { name: 'Sign In' }).waitFor();
    },
  },
  {
    name: 'office-menu',
    user: 'demo-admin',
    only: 'narrow',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/users`, 'Users');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
  },
  {
    name: 'office-customer-refused-fields',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/customers/create`, 'New customer');
      await page.getByLabel('Minimum inventory ($)').fill('much');
      await page.getByRole('button', { name: 'Add account' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Give a name.').waitFor();
    },
  },
  {
    name: 'office-terms-preview',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/customers/7`, 'Harbor Light Jewelers');
      await page.getByLabel('Monthly fee (%)', { exact: true }).fill('1.5');
      await page.getByRole('button', { name: 'Show what this changes' }).click();
      const effect = page.getByRole('region', { name: 'What these terms would change' });
      await effect.getByRole('row').or(effect.getByText('No bill')).first().waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'office-generate-all',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await chosenMonth(page, base);
      await page.getByRole('button', { name: 'Generate All' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'office-save-invoice',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await chosenMonth(page, base);
      await page.getByRole('button', { name: 'Save an invoice of Harbor Light Jewelers' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'office-bill',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      const [bill] = await read<{ id: string }>(page, `${base}/api/bills?filter={"customerId":7}&range=[0,0]`);
      await page.goto(`${base}/admin/bills/${bill?.id ?? ''}/show`);
      await page.locator('summary').first().click();
      await page.getByText(/House: /).first().waitFor();
    },
  },
  {
    name: 'office-vendor-statement',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/vendor-statements`, 'Vendor Statements');
      await follow(page, 'Vendor statements');
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'office-desire',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/desires`, 'Open Desires');
      await follow(page, 'Open desires');
      await page.getByRole('heading', { name: 'Stones that could fill it' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'office-parcel-date',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await openParcel(page, base, await correctableParcel(page, base));
      await page.getByRole('button', { name: 'Change date' }).click();
      await page.getByRole('dialog').getByLabel('New date').waitFor();
    },
  },
  {
    name: 'office-parcel',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await openParcel(page, base, await correctedParcel(page, base));
      await page.getByRole('heading', { name: 'What we knew' }).waitFor();
    },
  },
  {
    name: 'office-parcel-undo',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await openParcel(page, base, await correctableParcel(page, base));
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page
        .getByRole('status', { name: 'What it would change' })
        .and(page.locator('[aria-busy="false"]'))
        .waitFor();
    },
  },
];

/** Billing with its newest month. */
async function chosenMonth(page: Page, base: string): Promise<void> {
  await open(page, `${base}/admin/billing`, 'Billing');
  await page.getByRole('button', { name: 'Create the bill of Harbor Light Jewelers' }).waitFor();
  await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 });
}

async function read<T>(page: Page, address: string): Promise<T[]> {
  const reply = await page.request.get(address);
  if (!reply.ok()) throw new Error(`${address}: ${reply.status()} ${await reply.text()}`);
  return (await reply.json()) as T[];
}

/** Opens the first record of a table, or of its cards where the window is narrow. */
async function follow(page: Page, list: string): Promise<void> {
  const records = page.getByRole('table', { name: list }).or(page.getByRole('list', { name: list }));
  await records.getByRole('link').first().click();
  await page.waitForURL(/\/show$/);
}

const CORRECTIONS = encodeURIComponent('{"type":["EventUndone","EventDateChanged"]}');

/** A parcel of which an entry was corrected. */
async function correctedParcel(page: Page, base: string): Promise<string> {
  const address = `${base}/api/history?filter=${CORRECTIONS}&range=[0,0]`;
  const [entry] = await read<{ parcelNames: string[] }>(page, address);
  const parcelName = entry?.parcelNames[0];
  if (parcelName === undefined) throw new Error('the demo has no correction');
  return parcelName;
}

const openParcel = (page: Page, base: string, parcelName: string): Promise<unknown> =>
  page.goto(`${base}/admin/parcels/${encodeURIComponent(parcelName)}/show`);

/** The back office (product: Customers screen; product: Users screen; product: Billing screen). */
export const OFFICE_SCREENS: readonly Screen[] = [
  ...PAGES.map((listed) => screen('demo-admin', listed)),
  ...TO_OTHERS.map(([user, ...listed]) => screen(user, listed)),
  ...OPENED,
];
