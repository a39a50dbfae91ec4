import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, houseMonth, openWindow } from '#tests/support/windows.ts';
import { seriousFindings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { profileDrawer } from './pages/profile-drawer.ts';
import { LINES, shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';
import { stonePage } from './pages/stone-page.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

const JEWELLER = 'Harbor Light Jewelers';

/** A new window, signed in; what goes wrong in it is kept. */
async function open(browser: Browser, username: string, options: BrowserContextOptions = {}) {
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce', ...options });
  const window = {
    page,
    problems,
    login: loginPage(page, vitrine.address),
    shell: shell(page),
    list: stoneListPage(page),
    profile: profileDrawer(page),
  };
  await window.login.enter(username);
  return window;
}

test('a jeweller has the four groups with every line that has items, each with pieces and value', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser, 'demo-customer');
  await jeweller.shell.everyTab();
  for (const group of ['My Inventory', 'Available', 'Cart', 'Account History'] as const)
    for (const line of LINES) {
      if ((await jeweller.shell.tab(group, line).count()) === 0) continue;
      await expect
        .poll(() => jeweller.shell.count(group, line), eventually)
        .toMatch(/^(1 pc|[\d,]+ pcs) \/ \$[\d,]+$/);
    }
  for (const line of LINES) await jeweller.shell.show('Available', line);
  await jeweller.shell.show('My Inventory');
  expect(await jeweller.page.getByRole('heading', { name: 'Back office' }).count()).toBe(0);
  expect(jeweller.problems).toEqual([]);
});

test("the staff's tabs follow the role and lead to the back office; the chosen customer is kept over the reload", async (context) => {
  const browser = await openBrowser(context);
  const [rep, admin] = [await open(browser, 'demo-rep'), await open(browser, 'demo-admin')];
  const office = (page: Page) => page.getByRole('region', { name: 'Back office' }).getByRole('link');
  await expect.poll(() => office(rep.page).allInnerTexts(), eventually).toEqual(['Users', 'Reassort']);
  await expect
    .poll(() => office(admin.page).allInnerTexts(), eventually)
    .toEqual(['Users', 'Customers', 'Vendors', 'Billing', 'Reassort']);
  expect(await rep.page.getByRole('button', { name: 'Sync' }).count()).toBe(0);
  await rep.shell.actFor(JEWELLER);
  await rep.shell.tab('My Inventory').waitFor();
  await rep.page.reload();
  await rep.shell.tab('My Inventory').waitFor();
  await expect
    .poll(() => rep.page.getByLabel('Acting for').locator('option:checked').innerText(), eventually)
    .toBe(JEWELLER);

  await admin.page.getByRole('button', { name: 'Sync' }).click();
  await admin.page
    .getByRole('dialog', { name: /^Do you want to check the external trading system for changes\?/ })
    .getByRole('button', { name: 'Yes' })
    .click();
  await admin.shell.toast('Sync request submitted.').waitFor();
  await office(admin.page).filter({ hasText: 'Customers' }).click();
  await admin.page.waitForURL('**/admin/customers*');
  for (const window of [rep, admin]) expect(window.problems).toEqual([]);
});

test('?parcel=&cert= opens and selects a tab of whatever line, ?page= a list; both leave the address /', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser, 'demo-customer');
  await jeweller.shell.show('Available', 'Clarity LG Diamonds');
  await jeweller.list.waitForRows();
  const [labGrown] = (await jeweller.list.parcels()) as [string];
  await jeweller.page.goto(`${vitrine.address}/?parcel=${labGrown}&cert=4711`);
  // The number of the link stands until the stone is there; then it is headed by its own.
  const tab = jeweller.shell.stoneTabs.locator('[aria-current="page"]');
  await tab.waitFor();
  await jeweller.page.getByRole('heading', { level: 1, name: labGrown }).waitFor();
  await jeweller.page.waitForURL(`${vitrine.address}/`);
  // The tooltip says what is known of the stone when it comes.
  await stonePage(jeweller.page).waitFor(labGrown);
  await jeweller.shell.stoneTab('4711').waitFor({ state: 'detached' });
  await tab.hover();
  const tooltip = jeweller.page.getByRole('tooltip').and(jeweller.page.locator(':popover-open'));
  await expect.poll(() => tooltip.innerText(), eventually).toContain(labGrown);
  expect(await tooltip.innerText()).toMatch(/\d\.\d\d ct[\s\S]*Polish[\s\S]*Available/);
  await jeweller.page.goto(`${vitrine.address}/?page=past`);
  await jeweller.page.getByText('Account History').and(jeweller.page.locator('main *')).first().waitFor();
  await jeweller.page.waitForURL(`${vitrine.address}/`);
  await jeweller.shell.stoneTabs.getByRole('button', { name: /^Close/ }).click();
  await jeweller.shell.stoneTabs.waitFor({ state: 'detached' });
  expect(jeweller.problems).toEqual([]);
});

test('the profile drawer: legal name, values, invoices by month, an asset page in a frame, change of password', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser, 'demo-customer');
  await jeweller.profile.open();
  expect(await jeweller.profile.legalName.innerText()).toContain('Harbor Light');
  await expect
    .poll(async () => (await jeweller.profile.values()).map(([term]) => term), eventually)
    .toEqual(['Minimum', 'Current', 'Maximum']);
  for (const [, value] of await jeweller.profile.values()) expect(value).toMatch(/^\$[\d,]+$/);
  expect(await jeweller.profile.link('Repair Service Request').getAttribute('href')).toMatch(/^https:/);

  await jeweller.profile.invoices.open();
  const months = await jeweller.profile.invoices.months();
  const { year, month: current } = houseMonth();
  expect(months[0]).toBe(`${year}${String(current).padStart(2, '0')}`);
  expect(months).toEqual(months.toSorted().reverse());
  for (const month of months) expect(month).toMatch(/^\d{6}$/);
  // Of the newest month that has one, how its bill comes about.
  await jeweller.profile.invoices.row('Due ').first().waitFor();
  await jeweller.profile.invoices.working.click();
  await jeweller.profile.invoices.lines.first().click();
  await jeweller.profile.invoices.dialog.getByRole('list', { name: 'Days' }).first().waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await jeweller.page.emulateMedia({ colorScheme });
    expect([colorScheme, await seriousFindings(jeweller.page)]).toEqual([colorScheme, []]);
  }
  await jeweller.page.keyboard.press('Escape');
  await jeweller.profile.invoices.dialog.waitFor({ state: 'detached' });

  await jeweller.profile.year.open();
  await expect.poll(() => jeweller.profile.year.rows('Month by month').count(), eventually).toBe(13);
  expect(await jeweller.profile.year.rows('What sits').nth(1).innerText()).toMatch(/\d+\s+\$[\d,]+$/);
  expect(await seriousFindings(jeweller.page)).toEqual([]);
  await jeweller.page.keyboard.press('Escape');
  await jeweller.profile.year.dialog.waitFor({ state: 'detached' });

  const { reminders } = jeweller.profile;
  await reminders.open();
  expect(await reminders.on.isChecked()).toBe(false);
  await reminders.on.check();
  await reminders.daysBefore.fill('90');
  await reminders.dialog.getByText('Use at most 60.').waitFor();
  expect(await seriousFindings(jeweller.page)).toEqual([]);
  await reminders.daysBefore.fill('7');
  await reminders.save.click();
  await reminders.dialog.waitFor({ state: 'detached' });
  await reminders.open();
  expect([await reminders.on.isChecked(), await reminders.daysBefore.inputValue()]).toEqual([true, '7']);
  await jeweller.page.keyboard.press('Escape');
  await reminders.dialog.waitFor({ state: 'detached' });

  await jeweller.profile.password.change('not my password', 'Demo-pass-2', 'Demo-pass-2');
  await jeweller.profile.password.button.click();
  await jeweller.page.getByRole('alert').filter({ hasText: 'Your old password is not right.' }).waitFor();
  await jeweller.page.keyboard.press('Escape');
  await jeweller.profile.password.dialog.waitFor({ state: 'detached' });

  await jeweller.profile.button(/How it works/).click();
  const frame = jeweller.page.frameLocator('iframe[title="How it works"]');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  expect(await frame.getByRole('banner').isVisible()).toBe(false);
  await jeweller.shell.closeStone('How it works');
  await jeweller.page.getByRole('heading', { level: 1, name: 'Loose Diamonds' }).waitFor();
  expect(jeweller.problems).toEqual([]);
});

test('an uploaded invoice can be downloaded by the customer, under its own name; two of them as one archive', async (context) => {
  const browser = await openBrowser(context);
  const admin = await open(browser, 'demo-admin');
  const month = houseMonth();
  const customerId = await admin.page.evaluate(async (name) => {
    const customers = (await (await fetch('/admin/allcustomers', { method: 'POST' })).json()) as {
      customerId: number;
      name: string;
    }[];
    return customers.find((customer) => customer.name === name)?.customerId;
  }, JEWELLER);
  for (const fileName of ['Statement of tests.pdf', 'Invoice of tests.pdf']) {
    const saved = await admin.page.evaluate(
      async (body) =>
        (
          await fetch('/billing/save', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).status,
      { month, customerId, fileName, fileBody: btoa('%PDF-1.4 a file'), sendEmail: false },
    );
    expect(saved).toBe(200);
  }
  const jeweller = await open(browser, 'demo-customer');
  await jeweller.profile.open();
  await jeweller.profile.invoices.open();
  await jeweller.profile.invoices.row('Statement of tests.pdf').waitFor();
  const download = await jeweller.profile.invoices.download('Statement of tests.pdf');
  expect(download.suggestedFilename()).toBe('Statement of tests.pdf');
  const [archive] = await Promise.all([
    jeweller.page.waitForEvent('download'),
    jeweller.profile.invoices.all.click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(/\.zip$/);
  for (const window of [admin, jeweller]) expect(window.problems).toEqual([]);
});

test('an expired session is announced once and goes to the login; the same user comes back to the same tab, selection and remark', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser, 'demo-customer');
  await jeweller.shell.show('My Inventory');
  await jeweller.list.waitForRows();
  const statuses = await jeweller.list.column('Status');
  const [first, second] = (await jeweller.list.parcels()).filter(
    (_, place) => statuses[place] === 'Customer',
  ) as [string, string];
  await jeweller.list.select(first);
  await jeweller.shell.show('Available');
  await jeweller.list.waitForRows();
  const [free] = (await jeweller.list.parcels()) as [string];
  await jeweller.list.open(free);
  await jeweller.page.getByRole('heading', { level: 1, name: free }).waitFor();
  await jeweller.shell.show('My Inventory');

  await jeweller.list.select(second);
  await jeweller.page.context().clearCookies();
  await jeweller.list.returnSelected('by courier');
  await jeweller.login.heading.waitFor();
  await jeweller.shell.toast('Your session has expired. Please log in again.').waitFor();
  expect(await jeweller.shell.toast('Your session has expired. Please log in again.').count()).toBe(1);

  await jeweller.login.fill('demo-customer', 'Demo-pass-1');
  await jeweller.login.submit();
  await jeweller.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await jeweller.list.row(first).waitFor();
  for (const selected of [first, second])
    await expect
      .poll(() => jeweller.list.row(selected).getByRole('checkbox').isChecked(), eventually)
      .toBe(true);
  await jeweller.list.actionButton('Return').click();
  const asked = jeweller.page.getByRole('dialog', { name: 'Are you sure?' });
  expect(await asked.getByLabel('Comment (optional)').inputValue()).toBe('by courier');
  await asked.getByRole('button', { name: 'No' }).click();
  await expect.poll(() => jeweller.shell.stoneTabs.getByRole('listitem').count(), eventually).toBe(2);

  await jeweller.shell.logOut();
  await jeweller.login.heading.waitFor();
  await expect
    .poll(() => jeweller.page.evaluate(() => localStorage.getItem('vitrine:saved:demo-customer')), eventually)
    .toBeNull();
  expect(jeweller.problems).toEqual([]);
});

test('the shell without a session goes to /home.html', async (context) => {
  const browser = await openBrowser(context);
  const { page } = await openWindow(browser);
  await page.goto(`${vitrine.address}/`);
  await page.waitForURL('**/home.html');
});

test('the installed portal opens without a network on what was last seen, and comes back with it', async (context) => {
  const browser = await openBrowser(context);
  const { page, problems, shell: portal } = await open(browser, 'demo-customer', { serviceWorkers: 'allow' });
  await portal.everyTab();
  const manifest = await page.request.get(`${vitrine.address}/manifest.webmanifest`);
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons)
    expect((await page.request.get(vitrine.address + src)).headers()['content-type']).toBe(type);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = (): Promise<boolean> =>
    page.evaluate(
      async () => (await (await caches.open('vitrine-last-seen')).match('/last-seen')) !== undefined,
    );
  await expect.poll(kept, eventually).toBe(true);

  await page.context().setOffline(true);
  await page.reload();
  const banner = page.getByText(/^No connection: as of /);
  await banner.waitFor();
  await page.getByRole('row').nth(3).waitFor();
  await page.getByRole('checkbox').nth(1).check();
  const add = page.getByRole('button', { name: 'Add to cart', exact: true });
  expect([await add.isDisabled(), await add.getAttribute('title')]).toEqual([
    true,
    'There is no connection: this needs the server.',
  ]);
  await page.locator('tr[data-key]').nth(2).getByRole('gridcell').nth(6).click();
  await page
    .getByRole('article')
    .getByText('There is no connection: this needs the server.')
    .first()
    .waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await portal.show('Available');

  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
  await expect.poll(() => add.isEnabled(), eventually).toBe(true);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
  // The browser removes what was kept in its own time.
  await expect
    .poll(() => page.evaluate(() => caches.keys()), eventually)
    .toEqual([expect.stringMatching(/^vitrine-files-/)]);
  expect(problems).toEqual([]);
});
