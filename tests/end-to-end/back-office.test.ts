import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, findings, NARROW, openWindow, WIDE } from '#tests/support/windows.ts';
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

/** A new window with nobody signed in; what goes wrong in it is kept. */
async function open(browser: Browser, options: BrowserContextOptions = {}) {
  const { page, problems } = await openWindow(browser, options);
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
  const context = await browser.newContext({ viewport: WIDE, timezoneId: 'America/New_York' });
  const page = await context.newPage();
  const list = stoneListPage(page);
  await loginPage(page, vitrine.address).signIn('demo-customer');
  await shell(page).show('Available');
  await list.waitForRows();
  const [parcelName = ''] = await list.parcels();
  await list.select(parcelName);
  await list.addSelectedToCart();
  await shell(page).toast('Added to Cart').waitFor();
  await context.close();
}

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
    .waitFor({ timeout: 30_000 });
  expect(office.problems).toEqual([]);
});

test('a sales rep reads the customers without terms, and nothing else', async (context) => {
  const office = await open(await openBrowser(context));
  await office.entrance.open('/projections');
  await office.entrance.signIn('demo-rep');
  await office.page.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  expect(await office.shell.pages()).toEqual([
    'Customers',
    'Users',
    'Reassort',
    'Back Orders',
    'Vendor Notices',
  ]);
  await office.shell.show('Customers');
  await office.customers.waitForRows();
  await office.customers.open('Harbor Light Jewelers');
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

test.for([
  ['light', WIDE],
  ['dark', WIDE],
  ['light', NARROW],
  ['dark', NARROW],
] as const)('axe finds nothing on any page, %s, %o', async ([colorScheme, viewport], context) => {
  const browser = await openBrowser(context);
  const office = await open(browser, { colorScheme, viewport, reducedMotion: 'reduce' });
  await office.entrance.open('/');
  await office.entrance.heading.waitFor();
  expect(await findings(office.page)).toEqual([]);
  await office.entrance.signIn('demo-admin');
  const pages = ['Customers', 'Projections', 'Suspense', 'Syncs', 'Harbor Light Jewelers'];
  const paths = ['/customers', '/projections', '/suspense', '/syncs', '/customers/7/show'];
  await office.page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  for (const [place, path] of paths.entries()) {
    await office.entrance.open(path);
    await office.page.getByRole('heading', { level: 1, name: pages[place] ?? '' }).waitFor();
    await office.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    expect({ path, findings: await findings(office.page) }).toEqual({ path, findings: [] });
    expect({ path, overflow: await overflow(office.page) }).toEqual({ path, overflow: 0 });
  }
});

/** By how many pixels the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)');
