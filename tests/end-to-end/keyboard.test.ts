import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow, WIDE } from '#tests/support/windows.ts';
import { officeShell } from './pages/admin/office-shell.ts';
import { byKeyboard } from './pages/by-keyboard.ts';
import { loginPage } from './pages/login-page.ts';
import { shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';

/** Less high than phones: half of one with its keyboard, or one page at 200 %. */
const LOW = { width: 390, height: 600 };

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

test('without a mouse a jeweller signs in, finds a stone, puts it into the cart and requests it', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context));
  const [keys, portal, list] = [byKeyboard(page), shell(page), stoneListPage(page)];
  await page.goto(`${vitrine.address}/login`);
  await keys.write(page.getByLabel('Username'), 'demo-customer');
  await keys.write(page.getByLabel('Password'), 'Demo-pass-1');
  await page.keyboard.press('Enter');

  await keys.press(portal.tab('Available'));
  await list.waitForRows();
  await list.firstFilter.waitFor();
  const free = list.grid.getByRole('button', { name: /^Add [A-Z]+\d+ to cart$/ }).first();
  const parcelName = (await free.getAttribute('aria-label'))?.split(' ')[1] ?? '';
  await page.keyboard.press('/');
  await page.keyboard.type(parcelName);
  await expect.poll(() => list.parcels().then((names) => names[0]), eventually).toBe(parcelName);
  await keys.tabTo(list.row(parcelName));
  await page.keyboard.press('Space');
  await expect.poll(() => list.row(parcelName).getByRole('checkbox').isChecked(), eventually).toBe(true);
  await keys.press(list.actionButton('Add to cart'), 'Shift+Tab');
  await portal.toast('Added to Cart').waitFor();

  await keys.press(portal.tab('Cart'), 'Shift+Tab');
  await keys.tabTo(list.row(parcelName).or(list.grid.locator('tr[tabindex="0"]')).first());
  for (let steps = 0; steps < 20; steps++) {
    if (await list.row(parcelName).evaluate((row) => row === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Space');
  await keys.press(list.actionButton('Request'), 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: 'Confirm your request' });
  await keys.write(dialog.getByLabel('Comment (optional)'), 'without a mouse');
  await keys.press(dialog.getByRole('button', { name: 'Request', exact: true }));
  await dialog.waitFor({ state: 'detached' });

  await keys.press(portal.tab('My Inventory'), 'Shift+Tab');
  await portal.tab('My Inventory').and(page.locator('[aria-current="page"]')).waitFor();
  await list.waitForRows();
  await list.firstFilter.waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(parcelName);
  await list.status(parcelName, 'Requested').or(list.status(parcelName, 'Customer')).waitFor();
  expect(problems).toEqual([]);
});

test('without a mouse an administrator finds a customer, reads what is wrong at its field, corrects it and saves', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context));
  const [keys, office] = [byKeyboard(page), officeShell(page)];
  await page.goto(`${vitrine.address}/admin/`);
  await keys.write(page.getByLabel('Username'), 'demo-admin');
  await keys.write(page.getByLabel('Password'), 'Demo-pass-1');
  await page.keyboard.press('Enter');

  await keys.press(office.menu.getByRole('link', { name: 'Customers' }));
  await keys.write(page.getByRole('searchbox', { name: 'Find a customer' }), 'magnolia');
  const found = page.getByRole('table', { name: 'Customers' }).locator('tbody').getByRole('link');
  await expect.poll(() => found.allInnerTexts(), eventually).toEqual(['Magnolia Row Jewelers']);
  await keys.press(found);
  await keys.press(page.getByRole('link', { name: 'Edit' }).or(page.getByRole('button', { name: 'Edit' })));
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();

  await keys.write(page.getByLabel('E-mail', { exact: true }), 'no address');
  await keys.write(page.getByLabel('Legal name'), 'Magnolia Row LLC');
  await keys.tabTo(page.getByLabel('Legend', { exact: true }));
  await page.keyboard.press('Space');
  await keys.tabTo(page.getByLabel('Reason'));
  await keys.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Write it like name@example.com.').waitFor();
  // The first field that is refused gets the focus.
  const email = page.getByLabel('E-mail', { exact: true });
  await expect.poll(() => email.evaluate((field) => field === document.activeElement), eventually).toBe(true);
  await keys.write(email, 'shop@magnoliarow.example.com');
  await page.keyboard.press('Enter');
  await office.toast('Magnolia Row Jewelers was saved.').waitFor();
  await keys.press(found.filter({ hasText: 'Magnolia Row Jewelers' }));
  await page.getByText('Magnolia Row LLC', { exact: true }).first().waitFor();
  expect(problems).toEqual([]);
});

test('in a form nothing has the focus beneath a bar that stays, however small the window', async (context) => {
  const browser = await openBrowser(context);
  for (const viewport of [WIDE, LOW]) {
    const { page, problems } = await openWindow(browser, { viewport });
    const keys = byKeyboard(page);
    await loginPage(page, vitrine.address).signIn('demo-admin');
    await page.goto(`${vitrine.address}/admin/customers/7`);
    await keys.tabTo(page.getByLabel('E-mail', { exact: true }));
    expect(await keys.unseen('Tab', 40)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).focus();
    expect(await keys.unseen('Shift+Tab', 45)).toEqual([]);
    expect(problems).toEqual([]);
  }
});

test('in a list nothing has the focus beneath a bar that stays, in small windows with something selected', async (context) => {
  const browser = await openBrowser(context);
  for (const viewport of [LOW, { width: 720, height: 450 }]) {
    const { page, problems } = await openWindow(browser, { viewport });
    const keys = byKeyboard(page);
    await loginPage(page, vitrine.address).signIn('demo-customer');
    const first = page
      .getByRole('main')
      .getByRole('checkbox', { name: /^Select [A-Z]+\d/ })
      .first();
    await first.focus();
    await page.keyboard.press('Space');
    await page.getByRole('group', { name: 'Actions' }).and(page.locator(':visible')).waitFor();
    expect(await keys.unseen('Tab', 25)).toEqual([]);
    expect(await keys.unseen('Shift+Tab', 60)).toEqual([]);
    // On cards the arrows scroll the page.
    if (await page.getByRole('grid').isVisible()) {
      await first.focus();
      expect(await keys.unseen('ArrowDown', 15)).toEqual([]);
      expect(await keys.unseen('ArrowUp', 15)).toEqual([]);
    }
    expect(problems).toEqual([]);
  }
});

test('in high contrast one sees which row has the focus, what is chosen and which way a list is sorted', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context), { forcedColors: 'active' });
  const [keys, portal, list] = [byKeyboard(page), shell(page), stoneListPage(page)];
  await loginPage(page, vitrine.address).signIn('demo-customer');
  await portal.show('Available');
  await list.waitForRows();
  const style = (of: Locator, property: string, part?: string): Promise<string> =>
    of.evaluate(
      (element, wanted) => getComputedStyle(element, wanted.part).getPropertyValue(wanted.property),
      {
        property,
        part,
      },
    );

  const row = list.grid.locator('tr[tabindex="0"]');
  await keys.tabTo(row);
  expect(await style(row, 'outline-style')).toBe('solid');
  const [chosen, other] = ['Table', 'Gallery'].map((name) => page.getByRole('button', { name, exact: true }));
  expect(await style(chosen!, 'background-color')).not.toBe(await style(other!, 'background-color'));
  const arrow = (edge: string) =>
    style(list.grid.locator('th[aria-sort]'), `border-${edge}-color`, '::after');
  expect(await arrow('left')).toBe('rgba(0, 0, 0, 0)');
  expect(await arrow('bottom')).not.toBe('rgba(0, 0, 0, 0)');
  expect(problems).toEqual([]);
});
