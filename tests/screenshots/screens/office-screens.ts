import type { Locator, Page } from 'playwright-core';
import { correctableParcel, type Screen } from './screen.ts';

/** A name, an address below /admin, and the heading that shows it is there. */
type Listed = readonly [name: string, path: string, heading: string];

/** Pages of the back office; a page more is a line here. */
const PAGES: readonly Listed[] = [
  ['today', '/today', 'Today'],
  ['reports', '/reports', 'Reports'],
  ['reports-customer', '/reports?customerId=7', 'Reports'],
  ['report-stones', '/reports?of=HELD&title=Exposure', 'Exposure'],
  ['memos-due', '/ageing', 'Memos Due'],
  ['customers', '/customers', 'Customers'],
  ['customers-near-maximum', '/customers?filter=%7B%22limits%22%3A%22NEAR_MAXIMUM%22%7D', 'Customers'],
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
  ['vendor', '/vendors/1', 'Meridian Cutting House'],
  ['vendor-columns', '/vendors/1/columns', 'Meridian Cutting House'],
  ['vendor-stock', '/vendors/1/stock', 'Meridian Cutting House'],
  ['vendor-feed', '/vendors/1/feed', 'Meridian Cutting House'],
  ['vendor-links', '/vendors/1/links', 'Meridian Cutting House'],
  ['feed-runs', '/feed-runs', 'Feed Runs'],
  ['price-lists', '/price-lists', 'Price Lists'],
  ['reassort', '/reassort', 'Reassort'],
  ['reassort-metadata', '/reassort?customer=7&view=Metadata', 'Reassort'],
  ['reassort-ideal', '/reassort?customer=7&view=Ideal+Inventory', 'Reassort'],
  ['reassort-plan', '/reassort?customer=7&view=Reassort', 'Reassort'],
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
  ['demo-rep', 'rep-today', '/today', 'Today'],
  ['demo-rep', 'rep-reports', '/reports', 'Reports'],
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
    name: 'office-feed-run',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/feed-runs`, 'Feed Runs');
      await page.getByRole('link', { name: 'kunming-monday.csv' }).first().click();
      await page.getByRole('button', { name: /^\d+\s*New/ }).waitFor();
      await page.getByRole('button', { name: 'Compare with the run before' }).click();
      await page.getByText('This vendor has no earlier run.').waitFor();
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
    name: 'office-reassort-house',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/reassort?customer=1&view=Reassort`, 'Reassort');
      await page.getByRole('button', { name: 'Check Current Stock' }).click();
      await page.getByRole('button', { name: /^RD.* of / }).first().waitFor();
    },
  },
  {
    name: 'office-reassort-edit-ideal',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/reassort?customer=7&view=Ideal+Inventory`, 'Reassort');
      await page.getByRole('button', { name: 'Edit bins' }).click();
      await page.getByLabel(/^Target of/).first().fill('4');
      await page.getByLabel(/^Maximum of/).first().fill('many');
    },
  },
  {
    name: 'office-reassort-bin',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/reassort?customer=7&view=Ideal+Inventory`, 'Reassort');
      await page.getByRole('button', { name: /: [1-9] of / }).first().click();
      await page.getByRole('dialog').getByRole('table', { name: /^History/ }).or(page.getByRole('dialog').getByText('Returned')).first().waitFor();
    },
  },
  {
    name: 'office-reassort-suggestions',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/reassort?customer=7&view=Reassort`, 'Reassort');
      await page.getByRole('heading', { name: 'Suggested additions' }).scrollIntoViewIfNeeded();
      await page.getByRole('heading', { name: 'Suggested shipments' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'office-reassort-what-if',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/reassort?customer=7&view=Reassort`, 'Reassort');
      await page.getByRole('button', { name: 'What if', exact: true }).click();
      await page.getByLabel(/^Maximum of/).first().fill('9');
      await page.getByLabel(/^Target of/).first().fill('8');
      await page.getByRole('button', { name: 'Show the difference' }).click();
      await page.getByRole('heading', { name: 'What would differ' }).waitFor({ timeout: 60_000 });
      await page.getByRole('heading', { name: 'What if' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'office-reassort-comparison',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/reassort?customer=7&view=Reassort`, 'Reassort');
      const plans = page.getByRole('combobox', { name: 'Plan', exact: true });
      await plans.waitFor();
      if ((await plans.locator('option').count()) < 2) await makeAnotherPlan(page);
      await page.getByRole('button', { name: 'Comparison', exact: true }).click();
      const comparison = page.getByRole('region', { name: 'Comparison' });
      await comparison.getByRole('table').first().waitFor();
      await comparison.scrollIntoViewIfNeeded();
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
    name: 'office-bill-run',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/bill-runs`, 'Bill Runs');
      await followVerified(page);
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'office-vendor-statement',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/vendor-statements`, 'Vendor Statements');
      const none = page.getByText('0 statements found');
      await none.or(page.getByLabel('Vendor statements', { exact: true })).first().waitFor();
      // On the first days of a month the demo has not billed the one before.
      if (await none.isVisible()) await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 });
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
    name: 'office-suspense-handled',
    user: 'demo-admin',
    visit: async (page, { base }) => {
      await open(page, `${base}/admin/suspense`, 'Suspense');
      await page.getByRole('button', { name: /^Handle / }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).waitFor();
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

/** A second plan of the ideal that is shown, with one of the first one's shipments locked. */
async function makeAnotherPlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Lock .* in its store$/ }).first().click();
  await page.getByRole('button', { name: /^Unlock / }).first().waitFor();
  await page.getByRole('button', { name: 'Plan again' }).click();
  await page
    .getByRole('combobox', { name: 'Plan', exact: true })
    .locator('option')
    .nth(1)
    .waitFor({ state: 'attached', timeout: 60_000 });
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

/** Has every bill checked, and opens that run once it is done. */
async function followVerified(page: Page): Promise<void> {
  const asked = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/bill-runs'),
  );
  await page.getByRole('button', { name: 'Verify all bills' }).click();
  const { id } = (await (await asked).json()) as { id: string };
  await page.getByText('Every bill is being checked.').waitFor();
  const link = page.locator(`a[href$="/bill-runs/${encodeURIComponent(id)}/show"]`);
  const run = page.getByRole('row').or(page.getByRole('listitem')).filter({ has: link });
  await run.locator('td, dd').getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
  await link.click();
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
