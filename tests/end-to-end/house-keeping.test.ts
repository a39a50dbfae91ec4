import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AvailableAccount, RetailMarkupRow } from '#contracts/api/customer-edits.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { loginPage } from './pages/login-page.ts';
import { modelsPage } from './pages/models-page.ts';
import { profileDrawer } from './pages/profile-drawer.ts';
import { shell } from './pages/shell.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

const administrator = (browser: Browser) => openOffice(browser, vitrine.address, 'demo-admin');

/** A window on the portal, signed in. */
async function openPortal(browser: Browser, username: string, password?: string) {
  const { page, problems } = await openWindow(browser);
  await loginPage(page, vitrine.address).signIn(username, password);
  return { page, problems, shell: shell(page), profile: profileDrawer(page), models: modelsPage(page) };
}

test('models are uploaded with a report of each row, one is edited, and the portal offers them so', async (context) => {
  const browser = await openBrowser(context);
  const { page, shell: office, form, row, problems, group } = await administrator(browser);
  await office.show('Jewellery Models');
  const sheet = [
    'Style No.,Description,Metal,List Price,Extra Qty,Lab Grown,Hidden',
    'ZZ900Y,Signet ring of the tests,Yellow Gold,1250,3,0,0',
    'ZZ901W,Hidden ring of the tests,White Gold,990,2,false,yes',
    'ZZ902W,No quantity,White Gold,990,,0,0',
  ].join('\n');
  const file = { name: 'models.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) };
  await page.getByLabel('Upload spreadsheet: file').setInputFiles(file);
  const report = page.getByRole('dialog', { name: 'What was imported' });
  await report.getByText('3 rows: 2 new, 0 changed, 0 unchanged, 1 skipped.').waitFor();
  expect(await report.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Row 4 \(ZZ902W\): /),
  ]);
  await report.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('of the tests');
  await expect.poll(() => row(/ZZ90\d/).count(), eventually).toBe(2);
  await row(/ZZ901W/)
    .getByText('Hidden', { exact: true })
    .waitFor();

  await page.getByRole('link', { name: 'ZZ900Y' }).click();
  await page.getByRole('heading', { level: 1, name: 'ZZ900Y' }).waitFor();
  await form.fill('Additional quantity', '-1');
  await form.save();
  await group('Model').getByText('Use 0 or more.').waitFor();
  await form.fill('Additional quantity', '8');
  await form.choose('Tier', 'Reserve');
  await form.save();
  await office.toast('ZZ900Y was saved.').waitFor();
  await expect.poll(() => row(/ZZ900Y/).innerText(), eventually).toMatch(/Reserve[\s\S]*8/);

  const portal = await openPortal(browser, 'demo-customer');
  await portal.shell.show('Available', 'Core Jewellery');
  await portal.models.showModels();
  await portal.page
    .getByRole('searchbox', { name: 'Model' })
    .and(portal.page.locator(':visible'))
    .fill('ZZ90');
  await expect.poll(() => portal.models.names(), eventually).toEqual(['ZZ900Y']);
  for (const window of [problems, portal.problems]) expect(window).toEqual([]);
});

test('an asset page is created, edited and removed; the profile drawer of the portal follows', async (context) => {
  const browser = await openBrowser(context);
  const { page, shell: office, form, problems, yes, heading } = await administrator(browser);
  const jeweller = await openPortal(browser, 'demo-customer');
  const offered = async (): Promise<string> => {
    await jeweller.page.reload();
    await jeweller.profile.open();
    await jeweller.profile.button(/Our diamonds/).waitFor();
    const names = await jeweller.page
      .getByRole('dialog', { name: 'Profile' })
      .getByRole('button')
      .allInnerTexts();
    return names.join('\n');
  };
  await office.show('Asset Pages');
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await heading('New asset page');
  await form.fill('Title', 'Care of jewellery');
  await form.fill('Path', 'ftp://elsewhere');
  await form.save();
  await form
    .alert(/path|\//i)
    .first()
    .waitFor();
  await form.fill('Path', '/analytics.html');
  await form.fill('Place', '3');
  await form.save();
  await office.toast('Care of jewellery was created.').waitFor();
  expect(await offered()).toContain('Care of jewellery');
  await jeweller.profile.button(/Care of jewellery/).click();
  const frame = jeweller.page.frameLocator('iframe[title="Care of jewellery"]');
  await frame.getByRole('heading', { level: 1 }).waitFor();

  await page.getByRole('link', { name: 'Care of jewellery' }).click();
  await heading('Care of jewellery');
  await form.fill('Title', 'Keep it clean');
  await form.save();
  await office.toast('Keep it clean was saved.').waitFor();
  expect(await offered()).toContain('Keep it clean');
  await page.getByRole('link', { name: 'Keep it clean' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await yes('Remove the page Keep it clean?');
  await office.toast('Keep it clean was removed.').waitFor();
  await page.getByRole('link', { name: 'Our diamonds' }).waitFor();
  expect(await offered()).not.toContain('Keep it clean');
  for (const window of [problems, jeweller.problems]) expect(window).toEqual([]);
});

test('an account becomes known, goes to a customer, is taken from it again, and is removed', async (context) => {
  const browser = await openBrowser(context);
  const { page, shell: office, form, group, problems, yes, customers, read } = await administrator(browser);
  const accountsOf = async (): Promise<string[]> => {
    const { accountCodes } = await read<{ accountCodes: { accountCode: string; docType: string }[] }>(
      '/api/customers/3',
    );
    return accountCodes.map(({ accountCode, docType }) => `${accountCode} ${docType}`).toSorted();
  };
  const before = await accountsOf();
  await office.show('Customers');
  await page.getByRole('link', { name: 'Available Accounts' }).click();
  const added = page.getByRole('form', { name: 'New account' });
  await added.getByRole('textbox', { name: 'Account code' }).pressSequentially('4477');
  await added.getByRole('button', { name: 'Add account' }).click();
  await added.getByRole('alert').filter({ hasText: 'An account code is like 10-02-4074.' }).waitFor();
  await added.getByRole('textbox', { name: 'Account code' }).fill('');
  // The dashes come by themselves.
  await added.getByRole('textbox', { name: 'Account code' }).pressSequentially('44771234');
  await added.getByLabel('Instance').selectOption({ label: 'Mumbai' });
  await added.getByRole('button', { name: 'Add account' }).click();
  await office.toast('44-77-1234 was added.').waitFor();
  const account = group('44-77-1234');
  expect(await account.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await account.getByLabel('Documents').selectOption({ label: 'Both' });
  await account.getByRole('combobox', { name: 'Customer' }).fill('beacon');
  await page.getByRole('option', { name: 'Beacon Hill Goldsmiths' }).click();
  await account.getByRole('button', { name: 'Save' }).click();
  await office.toast('44-77-1234 was assigned.').waitFor();
  await account.waitFor({ state: 'detached' });
  await expect.poll(accountsOf, eventually).toEqual([...before, '44-77-1234 INVOICE,MEMO'].toSorted());

  await form.open('/customers/3', 'Beacon Hill Goldsmiths');
  await page.getByRole('button', { name: 'Remove account 44-77-1234' }).click();
  await form.save();
  await office.toast('Beacon Hill Goldsmiths was saved.').waitFor();
  await customers.waitForRows();
  await expect.poll(accountsOf, eventually).toEqual(before);
  await page.getByRole('link', { name: 'Available Accounts' }).click();
  await page.getByRole('button', { name: 'Remove account 44-77-1234' }).click();
  await yes('Remove the account 44-77-1234?');
  await office.toast('44-77-1234 was removed.').waitFor();
  await group('44-77-1234').waitFor({ state: 'detached' });
  const codes = async (): Promise<string[]> => {
    const known = await page.request.post(`${vitrine.address}/admin/getnullaccounts`, {
      headers: { origin: vitrine.address },
    });
    return ((await known.json()) as AvailableAccount[]).map(({ accountCode }) => accountCode);
  };
  await expect.poll(codes, eventually).not.toContain('44-77-1234');
  expect(problems).toEqual([]);
});

test('a retail markup: first its type, then its markup; the pair that is not used is null', async (context) => {
  const { page, shell: office, form, group, problems } = await administrator(await openBrowser(context));
  const rows = async (): Promise<RetailMarkupRow[]> => {
    const headers = { customer: '8', origin: vitrine.address };
    return (await page.request.post(`${vitrine.address}/admin/getmarkup`, { headers })).json() as Promise<
      RetailMarkupRow[]
    >;
  };
  const before = await rows();
  await form.open('/customers/8/markups', 'Retail Markups');
  await page.getByRole('button', { name: 'Add row' }).click();
  const added = group(`Row ${before.length + 1}`);
  expect(await added.getByRole('textbox').count()).toBe(0);
  await form.save();
  await added.getByRole('alert').first().waitFor();
  await added.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'By value' });
  await added.getByLabel('From ($)').fill('500');
  await added.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'By weight' });
  await added.getByLabel('From (ct)').fill('2.5');
  await added.getByLabel('To (ct)').fill('4');
  await added.getByLabel('Markup (%)').fill('75');
  await added.getByLabel('Mounted').uncheck();
  await form.save();
  await office.toast('Retail markups were saved.').waitFor();
  await expect
    .poll(async () => (await rows()).at(-1), eventually)
    .toEqual({
      type: 'weight',
      minWeight: 2.5,
      maxWeight: 4,
      minValue: null,
      maxValue: null,
      markup: 75,
      productTypes: ['LOOSE', 'LAB_GROWN', 'FANCY_COLOUR'],
    });

  await form.open('/customers/8/markups', 'Retail Markups');
  await page.getByRole('button', { name: `Remove row ${before.length + 1}` }).click();
  await form.save();
  await office.toast('Retail markups were saved.').last().waitFor();
  await expect.poll(rows, eventually).toEqual(before);
  expect(problems).toEqual([]);
});

test('a reset password comes by mail, ends the sessions, lets one in, and must be changed before anything else', async (context) => {
  const browser = await openBrowser(context);
  const { page, shell: office, form, problems, yes, row } = await administrator(browser);
  const jeweller = await openPortal(browser, 'lakeside');
  await form.open('/users/lakeside', 'lakeside');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await yes('Give lakeside a new password?');
  await office
    .toast(
      'lakeside has a new password. No mail server is set up: an administrator reads the password under Outbox.',
    )
    .waitFor();
  await jeweller.page.reload();
  await jeweller.page.waitForURL(/\/(home|login)(\.html)?$/);

  await office.show('Outbox');
  const mail = row(/owner@lakeside\.example\.com/).filter({ hasText: 'Your new Vitrine password' });
  await mail.locator('summary').click();
  const [, password = ''] = /Password: (\S+)/.exec(await mail.innerText()) ?? [];
  expect(password).toHaveLength(16);

  const login = loginPage(jeweller.page, vitrine.address);
  await login.open();
  await login.fill('lakeside', 'Demo-pass-1');
  await login.submit();
  await jeweller.shell.toast('Login Failed').waitFor();
  await login.fill('lakeside', password);
  await login.submit();
  const forced = jeweller.page.getByRole('dialog', { name: 'Welcome to Vitrine' });
  await forced.getByText('To begin, please choose a new password.').waitFor();
  await jeweller.page.keyboard.press('Escape');
  const change = forced.getByRole('button', { name: 'Change Password' });
  await forced.getByLabel('Old password').fill(password);
  await forced.getByLabel('New password', { exact: true }).fill('lower-only');
  await forced.getByText('New password must contain an upper case letter.').waitFor();
  expect(await change.isDisabled()).toBe(true);
  await forced.getByLabel('New password', { exact: true }).fill('My-own-pass-1');
  await forced.getByLabel('Repeat new password').fill('My-own-pass-2');
  await forced.getByText("Repeated passwords don't match.").waitFor();
  await forced.getByLabel('Repeat new password').fill('My-own-pass-1');
  await change.click();
  await forced.waitFor({ state: 'detached' });
  await jeweller.shell.tab('Available').waitFor();
  const again = await openPortal(browser, 'lakeside', 'My-own-pass-1');
  await again.shell.tab('Available').waitFor();
  for (const window of [problems, jeweller.problems]) expect(window).toEqual([]);
});
