import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { customersPage } from './pages/admin/customers-page.ts';
import { entrance } from './pages/admin/entrance.ts';
import { officeShell } from './pages/admin/office-shell.ts';
import { projectionsPage } from './pages/admin/projections-page.ts';
import { loginPage } from './pages/login-page.ts';
import { shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

/** A new window without a session; its errors are kept. */
async function open(browser: Browser) {
  const { page, problems } = await openWindow(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  return {
    page,
    problems,
    asked,
    entrance: entrance(page, vitrine.address),
    shell: officeShell(page),
    customers: customersPage(page),
    projections: projectionsPage(page),
  };
}

test('an administrator signs in, finds a customer, reads it, and sees the projections move by themselves', async (context) => {
  const browser = await openBrowser(context);
  const office = await open(browser);
  await office.entrance.open('/');
  await office.entrance.signIn('demo-admin');
  for (const title of ['Customers', 'Users', 'Vendors', 'Reassort', 'Billing', 'History', 'Projections'])
    expect(await office.shell.pages()).toContain(title);

  await office.shell.show('Customers');
  await office.customers.waitForRows();
  const names = await office.customers.names();
  expect(names.length).toBeGreaterThan(5);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));

  await office.customers.filter('no such jeweller');
  await office.customers.nothingFound.waitFor();
  await office.customers.filter('harbor');
  await expect.poll(() => office.customers.names(), eventually).toEqual(['Harbor Light Jewelers']);
  await office.customers.open('Harbor Light Jewelers');
  expect(await office.customers.fact('Identity and contact', 'Name')).toBe('Harbor Light Jewelers');
  expect(await office.customers.fact('Inventory', 'Currently holding')).toMatch(/^\$[\d,]+$/);
  expect(await office.customers.fact('Commercial terms', 'Payment due after')).toMatch(/^\d+ days$/);
  await office.customers.back();
  await expect.poll(() => office.customers.names(), eventually).toEqual(['Harbor Light Jewelers']);

  await office.shell.show('Projections');
  await office.projections.waitForRows();
  for (const name of await office.projections.names()) {
    await expect.poll(() => office.projections.status(name), eventually).toBe('Live');
  }
  await office.projections.noneParked.waitFor();
  const before = await office.projections.position('carts');
  await cartOneStone(browser);
  await expect.poll(() => office.projections.position('carts'), eventually).toBeGreaterThan(before);

  expect(office.problems).toEqual([]);
  // No figures about the house go anywhere else.
  expect(new Set(office.asked)).toEqual(new Set([vitrine.address]));
});

/** A jeweller puts a stone into the cart, in the portal: something new in the log. */
async function cartOneStone(browser: Browser): Promise<void> {
  const { page } = await openWindow(browser);
  const list = stoneListPage(page);
  await loginPage(page, vitrine.address).signIn('demo-customer');
  await shell(page).show('Available');
  await list.waitForRows();
  const free = list.grid.getByRole('button', { name: /^Add [A-Z]+\d+ to cart$/ }).first();
  const parcelName = (await free.getAttribute('aria-label'))?.split(' ')[1] ?? '';
  await list.select(parcelName);
  await list.addSelectedToCart();
  await shell(page).toast('Added to Cart').waitFor();
  await page.context().close();
}

/** The number of the build of the parcels that answers now. */
async function liveBuild(): Promise<number> {
  const database = new pg.Client({ connectionString: vitrine.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ build: number }>(
    "select build from vitrine.projection_build where name = 'parcels' and state = 'live'",
  );
  await database.end();
  return rows[0]?.build ?? 0;
}

test('a projection is rebuilt beside the live one, with its progress, and ends live', async (context) => {
  const office = await open(await openBrowser(context));
  await office.entrance.open('/projections');
  await office.entrance.signIn('demo-admin');
  await office.projections.waitForRows();
  const before = await liveBuild();
  await office.projections.rebuild('parcels').click();
  await office.page
    .getByRole('dialog', { name: 'Rebuild parcels?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await office.shell.toast('parcels is being rebuilt.').waitFor();
  // A small log is through before the page asks again: the database shows that it was rebuilt.
  await expect.poll(liveBuild, { ...eventually, timeout: 120_000 }).toBeGreaterThan(before);
  await expect.poll(() => office.projections.share('parcels'), eventually).toBe(100);
  await expect
    .poll(() => office.projections.status('parcels'), { ...eventually, timeout: 120_000 })
    .toBe('Live');
  await office.projections.noneParked.waitFor();
  expect(office.problems).toEqual([]);
});

test('a stream whose event cannot be applied is parked with its reason; once the cause is gone, Retry lets it flow', async (context) => {
  const browser = await openBrowser(context);
  const office = await open(browser);
  await office.entrance.open('/projections');
  await office.entrance.signIn('demo-admin');
  await office.projections.noneParked.waitFor();
  const database = new pg.Client({ connectionString: vitrine.databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ build: number }>(
      "select build from vitrine.projection_build where name = 'carts' and state = 'live'",
    );
    const table = `projection_carts_${rows[0]?.build}.cart_item`;
    await database.query(`alter table ${table} add constraint no_room check (false) not valid`);
    await cartOneStone(browser);
    const parked = office.page
      .getByRole('table', { name: 'Parked streams' })
      .getByRole('row', { name: /cart-7/ });
    await parked.waitFor({ timeout: 60_000 });
    expect(await parked.innerText()).toMatch(/carts[\s\S]*no_room/);
    // All other streams flow on.
    await expect.poll(() => office.projections.status('carts'), eventually).toBe('Live');
    await office.projections.retry('carts').click();
    await office.shell.toast('0 of 1 stream flows again.').waitFor();
    await parked.waitFor();

    await database.query(`alter table ${table} drop constraint no_room`);
    await office.projections.retry('carts').click();
    await office.shell.toast('1 of 1 stream flows again.').waitFor();
    await office.projections.noneParked.waitFor({ timeout: 60_000 });
  } finally {
    await database.end();
  }
  expect(office.problems).toEqual([]);
});

test('an administrator asks for a sync and sees it finish', async (context) => {
  const office = await open(await openBrowser(context));
  await office.entrance.open('/syncs');
  await office.entrance.signIn('demo-admin');
  await office.page.getByRole('button', { name: 'Sync' }).click();
  const question = /^Do you want to check the external trading system for changes\?/;
  await office.page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Yes' }).click();
  await office.shell.toast('Sync request submitted.').waitFor();
  await office.page
    .getByRole('table', { name: 'Syncs' })
    .getByText('Finished', { exact: true })
    .last()
    .waitFor();
  expect(office.problems).toEqual([]);
});

test('a sales rep reads a customer without terms, and no list of them', async (context) => {
  const office = await open(await openBrowser(context));
  await office.entrance.open('/projections');
  await office.entrance.signIn('demo-rep');
  await office.page.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  await office.entrance.open('/customers');
  await office.page.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  await office.entrance.open('/customers/7/show');
  await office.page.getByRole('heading', { level: 1, name: 'Harbor Light Jewelers' }).waitFor();
  expect(await office.customers.fact('Inventory', 'Currently holding')).toMatch(/^\$/);
  expect(await office.page.getByRole('region', { name: 'Commercial terms' }).count()).toBe(0);
});

test("a customer's user is refused kindly and led to the portal, still signed in", async (context) => {
  const office = await open(await openBrowser(context));
  await office.entrance.open('/customers');
  await office.entrance.signIn('demo-customer');
  await office.entrance.forStaff.waitFor();
  await office.entrance.toThePortal.click();
  await shell(office.page).tab('Available').waitFor();
  await office.entrance.open('/projections');
  await office.entrance.forStaff.waitFor();
});

test('signing out in one window ends the other with a word; signing in again goes on where one was', async (context) => {
  const office = await open(await openBrowser(context));
  await office.entrance.open('/projections');
  await office.entrance.signIn('demo-admin');
  await office.projections.waitForRows();
  const other = await office.page.context().newPage();
  await entrance(other, vitrine.address).open('/customers');
  await officeShell(other).logOut();
  await entrance(other, vitrine.address).heading.waitFor();
  await office.shell.toast('Your session has expired. Please log in again.').waitFor();
  await office.entrance.signIn('demo-admin');
  await office.projections.waitForRows();
  expect(office.problems).toEqual([]);
});
