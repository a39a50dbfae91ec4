import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { CALLS } from '#tests/calls/call-table.ts';
import { MENU } from '../../web-admin/layout/menu.ts';
import { openOffice } from './pages/admin/office.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

const HARBOR = 'Harbor Light Jewelers';

const open = (browser: Browser, username: string) => openOffice(browser, vitrine.address, username);

test('an administrator creates a customer, edits it, and sees what new terms would change', async (context) => {
  const { page, form, shell, group, problems, heading } = await open(
    await openBrowser(context),
    'demo-admin',
  );
  await shell.show('Customers');
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await heading('New customer');
  await form.save();
  await form.alert('Give a name.').waitFor();
  await form.fill('Name', 'Aurora Gems');
  // What only the server knows is shown at its field too.
  await page.getByRole('button', { name: 'Add account' }).click();
  const account = group('Account 1');
  await account.getByLabel('Account code').fill('10-07-4259');
  await form.save();
  await account.getByRole('alert').filter({ hasText: 'This account belongs to customer 7.' }).waitFor();
  await account.getByLabel('Account code').fill('10-99-0001');
  await form.save();
  await shell.toast('Aurora Gems was created.').waitFor();
  await page.getByRole('link', { name: 'Aurora Gems' }).waitFor();

  await form.open('/customers/7', HARBOR);
  await form.fill('Monthly fee (%)', '1.1');
  await form.fill('Effective from', '2026-01-01');
  await page.getByRole('button', { name: 'Show what this changes' }).click();
  await page
    .getByRole('row', { name: /^Bill \d{4}-\d\d/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await form.fill('Minimum inventory ($)', '99999999');
  await form.save();
  await form.confirmTerms();
  await form.alert('the minimum is above the maximum').first().waitFor();
  expect(await form.value('Monthly fee (%)')).toBe('1.1');
  expect(problems).toEqual([]);
});

test('of two administrators who edit one customer the second is refused, and nothing is lost', async (context) => {
  const browser = await openBrowser(context);
  const [first, second] = [await open(browser, 'demo-admin'), await open(browser, 'demo-admin')];
  await first.form.open('/customers/2', 'Alder & Pine Jewelers');
  await second.form.open('/customers/2', 'Alder & Pine Jewelers');
  await first.form.fill('E-mail', 'first@example.com');
  await first.form.save();
  await first.shell.toast('Alder & Pine Jewelers was saved.').waitFor();
  await second.form.fill('Legal name', 'Second and Sons LLC');
  await second.form.save();
  await second.form.alert(/has changed this customer since you opened it/).waitFor();
  await second.form.alert(/first@example\.com/).waitFor();
  // The fields are filled anew a moment after the message.
  await expect.poll(() => second.form.value('E-mail'), eventually).toBe('first@example.com');
  expect(await second.form.value('Legal name')).toBe('Second and Sons LLC');
  await second.form.save();
  await second.shell.toast('Alder & Pine Jewelers was saved.').waitFor();
});

test('what is unsaved is not left without a question', async (context) => {
  const { page, form, heading } = await open(await openBrowser(context), 'demo-admin');
  await form.open('/customers/7', HARBOR);
  await form.fill('Legal name', 'Not saved');
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await asked;
  expect(await form.value('Legal name')).toBe('Not saved');
  page.once('dialog', (dialog) => void dialog.accept());
  await form.cancel();
  await heading('Customers');
});

test('a rep creates a user and never an administrator; deactivating it ends its sessions immediately', async (context) => {
  const browser = await openBrowser(context);
  const rep = await open(browser, 'demo-rep');
  await rep.shell.show('Users');
  await rep.page.getByRole('link', { name: 'New', exact: true }).click();
  await rep.heading('New user');
  await rep.form.fill('Username', 'new.rep');
  await rep.form.fill('E-mail', 'new.rep@example.com');
  await rep.form.check('Sales rep');
  expect(await rep.page.getByLabel('Administrator', { exact: true }).isDisabled()).toBe(true);
  await rep.form.save();
  await rep.page.getByText(/^new\.rep was created/).waitFor();
  expect(await rep.call('PUT', '/api/users/demo-rep', { administrator: true })).toBe(403);
  expect(await rep.call('PUT', '/api/users/demo-admin', { active: false })).toBe(403);

  const admin = await open(browser, 'demo-admin');
  await admin.form.open('/users/demo-rep', 'demo-rep');
  await admin.form.check('Active', false);
  await admin.form.save();
  await admin.shell.toast('demo-rep was saved.').waitFor();
  await expect.poll(() => rep.call('POST', '/login/check'), eventually).toBe(401);
  await admin.form.open('/users/demo-rep', 'demo-rep');
  await admin.form.check('Active');
  await admin.form.save();
  await admin.shell.toast('demo-rep was saved.').last().waitFor();
});

test('staff view the portal as a customer does, and come back', async (context) => {
  const { page, call, heading } = await open(await openBrowser(context), 'demo-rep');
  await page.goto(`${vitrine.address}/admin/customers/7/show`);
  await page.getByRole('button', { name: 'View as customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  const banner = page.getByRole('complementary', { name: 'Viewing as a customer' });
  await banner.getByText(HARBOR).waitFor();
  expect(await call('GET', '/api/customers')).toBe(403);
  await page.goto(`${vitrine.address}/admin/customers`);
  await heading('You are viewing as a customer');
  await page.goto(`${vitrine.address}/`);
  await banner.getByRole('button', { name: 'End view' }).click();
  await heading(HARBOR);
  expect(await call('GET', '/api/customers')).toBe(200);
});

/** The pages that reps share; the rest of the menu is for administrators (product: Roles). */
const FOR_REPS = [
  'today',
  'reports',
  'ageing',
  'users',
  'reassort',
  'desires',
  'back-orders',
  'vendor-notices',
];

test('a rep is refused each administrator screen, and each call behind it on the server', async (context) => {
  const { page, shell, call } = await open(await openBrowser(context), 'demo-rep');
  const pages = MENU.flatMap((group) => group.pages);
  const others = pages.filter(({ resource }) => !FOR_REPS.includes(resource));
  expect((await shell.pages()).toSorted()).toEqual(
    pages
      .filter((one) => !others.includes(one))
      .map(({ title }) => title)
      .toSorted(),
  );
  expect(others.length).toBeGreaterThan(12);
  const below = [
    '/customers/7',
    '/customers/create',
    '/customers/available-accounts',
    '/customers/7/markups',
    '/bills/7-2026-10-1/show',
    '/jewellery-models/BT218P/model',
    '/asset-pages/create',
    '/asset-pages/1',
    '/parcels/KP14316/show',
  ];
  for (const path of [...others.map(({ resource }) => `/${resource}`), ...below]) {
    await page.goto(`${vitrine.address}/admin${path}`);
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  }
  const answers = await Promise.all(
    CALLS.filter(({ who }) => who === 'administer').map(async (row) => {
      const [method = '', path = ''] = row.call.replaceAll(/\{[^}]*\}/g, '1').split(' ');
      return `${row.call}: ${await call(method, path, method === 'GET' ? undefined : {})}`;
    }),
  );
  expect(answers.length).toBeGreaterThan(40);
  expect(answers.filter((answer) => !answer.endsWith(': 403'))).toEqual([]);
});
