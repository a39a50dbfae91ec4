import ExcelJS from 'exceljs';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, NARROW, resize } from '#tests/support/windows.ts';
import { cutControls } from './pages/cut-controls.ts';
import { seriousFindings } from './pages/findings.ts';
import { openPortal } from './pages/portal-window.ts';
import { settled } from './pages/settled.ts';
import { smallTargets } from './pages/small-targets.ts';

/** What is done in the lists: with a mouse, by touch, from a link. */

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});
const open = (browser: Browser, username: string, options?: BrowserContextOptions) =>
  openPortal(browser, vitrine.address, username, options);

test('a request for similar stones: from filters to the cart, to My, given up, in the history', async (context) => {
  const { page, list, shell: tabs, problems } = await open(await openBrowser(context), 'demo-customer');
  await tabs.show('Available');
  await list.waitForRows();
  await list.filterText('Parcel Name', 'no such stone');
  await expect.poll(() => list.summary(), eventually).toBe('0 stones found');
  expect(await list.similarRow.count()).toBe(0);
  await list.filterChoice('Colour', ['F']);
  await list.similarRow.waitFor();
  expect(await list.similarRow.innerText()).toMatch(/Similar Stones[\s\S]*All[\s\S]*EX, VG/);
  await expect.poll(() => list.similarRow.innerText(), eventually).toMatch(/\$[\d,]+\.\d\d–\$[\d,]+\.\d\d/);
  await page.getByRole('button', { name: 'Add similar stones to cart' }).click();
  await tabs.toast('Added to Cart').waitFor();

  // After a reload the saved filters make the row again, and it knows that it is in the cart.
  await page.reload();
  await page.getByRole('button', { name: 'Remove similar stones from cart' }).waitFor();
  await list.clearFilters();
  await list.similarRow.waitFor({ state: 'detached' });

  await tabs.show('Cart');
  await list.desireRows.first().waitFor();
  await list.desireRows.getByRole('checkbox').check();
  await list.requestSelected('for a wedding in May');
  await tabs.show('My Inventory');
  await list.filterText('Parcel Name', 'only what has no parcel passes');
  await list.desireRows.first().waitFor();
  await list.desireRows.getByRole('checkbox').check();
  expect(await list.actionButton('Sold').isDisabled()).toBe(true);
  await list.returnSelected();
  await list.desireRows.first().waitFor({ state: 'detached' });
  await tabs.show('Account History');
  await list.filterText('Parcel Name', 'only what has no parcel passes');
  await list.desireRows.getByText('Closed').waitFor();
  expect(problems).toEqual([]);
});

test('models: ordered beyond what is there with a warning, requested, pieces in My; an administrator imports and edits', async (context) => {
  const browser = await openBrowser(context);
  const jeweller = await open(browser, 'demo-customer');
  await jeweller.shell.show('Available', 'Core Jewellery');
  await jeweller.models.grid.waitFor();
  await jeweller.models.grid.locator('tr[data-key]').first().waitFor();
  const [model] = await jeweller.models.names();
  await jeweller.shell.tab('My Inventory', 'Core Jewellery').waitFor();
  const before = await jeweller.shell.count('My Inventory', 'Core Jewellery');
  expect(await jeweller.models.manageButton.count()).toBe(0);
  await jeweller.models.order(model!, 1);
  await jeweller.models.request('size 6');
  await expect
    .poll(() => jeweller.shell.count('My Inventory', 'Core Jewellery'), eventually)
    .not.toBe(before);
  await expect.poll(() => jeweller.models.ordered(model!), eventually).toBe('0');
  await jeweller.models.order(model!, 9);
  await jeweller.page
    .getByText(
      'Some of the items you selected are not available on-hand. It may take some time to fill your order.',
    )
    .waitFor();

  const admin = await open(browser, 'demo-admin');
  await admin.shell.show('Available', 'Core Jewellery');
  await admin.models.manage.open();
  const report = await admin.models.manage.import({
    name: 'models.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Description,Additional Quantity\nE2E-1,A ring from a sheet,3\nE2E-2,No quantity,\n',
    ),
  });
  expect(report).toMatch(/2 rows: 1 imported, 0 changed, 0 unchanged, 1 skipped/);
  await admin.models.manage.setAdditional('E2E-1', 7);
  await admin.models.manage.close();
  // The other window shows the new model without being touched.
  await jeweller.page.getByRole('searchbox', { name: 'Model' }).fill('E2E-1');
  await jeweller.models.row('E2E-1').waitFor();
  // No piece of it is there: what is ordered waits, and is cancelled.
  await jeweller.models.order('E2E-1', 2);
  await jeweller.models.request();
  await jeweller.models.backOrders.open();
  await expect.poll(() => jeweller.models.backOrders.figures('E2E-1'), eventually).toEqual(['2', '0', '2']);
  await jeweller.models.backOrders.cancel('E2E-1');
  await jeweller.models.backOrders.close();
  for (const window of [jeweller, admin]) expect(window.problems).toEqual([]);
});

test('the gallery opens a card, Refill its replacement options, Export a workbook of what is showing', async (context) => {
  const { list, shell: tabs, page, problems } = await open(await openBrowser(context), 'demo-customer');
  await tabs.show('Available');
  await list.waitForRows();
  await list.showGallery();
  const card = await list.openCard(0);
  await card.getByText('Measurements').waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await list.showTable();

  await list.filterRange('Weight', '1.00', '1.50');
  const showing = Number(/^([\d,]+) of/.exec(await list.summary())![1]!.replace(',', ''));
  const file = await list.export();
  expect(file.name).toBe('Vitrine Export.xlsx');
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file.path);
  const [sheet] = workbook.worksheets;
  expect(sheet!.name).toBe('Vitrine Inventory');
  expect(sheet!.rowCount).toBe(showing + 1);

  await tabs.show('Account History');
  await list.waitForRows();
  const [past] = await list.parcels();
  const options = await list.refill(past!);
  await options.getByRole('button', { name: 'Close' }).click();
  expect(problems).toEqual([]);
});

/** From here on down a list is cards (product: Stone table). */
const CARDS_BELOW = 600;
const TOUCHED = [820, 768, 600, 390] as const;

test('lists on tablets and phones: a table from 600 px, nothing cut or too small, nothing scrolls to the side', async (context) => {
  const { page, problems } = await open(await openBrowser(context), 'demo-customer', { hasTouch: true });
  const found: string[] = [];
  const shown = page.locator(':visible');
  const row = page.locator('[data-key]').and(shown).first();
  const look = async (name: string): Promise<void> => {
    for (const width of TOUCHED) {
      await resize(page, { width, height: width < CARDS_BELOW ? 844 : 1100 });
      await row.waitFor();
      await page.evaluate(settled);
      const scrolled = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
      const ways = [
        ...(scrolled > width ? [`it is ${scrolled} wide`] : []),
        ...((await page.getByRole('grid').and(shown).count()) > 0 === width >= CARDS_BELOW
          ? []
          : ['a table or not']),
        ...(await page.evaluate(cutControls)),
        ...(await page.evaluate(smallTargets)),
      ];
      found.push(...ways.map((way) => `${name}, ${width}: ${way}`));
    }
  };
  for (const [line, { prefix }] of Object.entries(LINE_FACTS))
    for (const kind of ['available', 'customer', 'cart', 'past']) {
      const list = await page.request.get(`${vitrine.address}${prefix}/${kind}`);
      if (((await list.json()) as unknown[]).length === 0) continue;
      await page.goto(`${vitrine.address}/?page=${kind}/${line}`);
      await look(`${kind}/${line}`);
    }
  expect(found).toEqual([]);

  // In both themes, each at two of the widths.
  await page.goto(`${vitrine.address}/?page=available/natural`);
  for (const [place, width] of TOUCHED.entries()) {
    await resize(page, { width, height: 1100 });
    await page.emulateMedia({ colorScheme: place % 2 === 0 ? 'light' : 'dark' });
    await row.waitFor();
    expect(await seriousFindings(page), `at ${width}`).toEqual([]);
  }
  expect(problems).toEqual([]);
});

test('cards on a phone: sorted, selected, their columns chosen, their film and certificate opened', async (context) => {
  const { page, problems } = await open(await openBrowser(context), 'demo-customer', {
    viewport: NARROW,
    hasTouch: true,
  });
  await page.goto(`${vitrine.address}/?page=available/natural`);
  const cards = page.getByRole('list', { name: 'Available: Loose Diamonds' });
  const money = async (): Promise<number[]> =>
    (await cards.getByText(/^\$[\d,]+\.\d\d$/).allInnerTexts()).map((text) =>
      Number(text.replace(/[$,]/g, '')),
    );
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Total');
  await page.getByRole('button', { name: 'Ascending order' }).tap();
  await page.getByRole('button', { name: 'Descending order' }).waitFor();
  const falling = await money();
  expect(falling.length).toBeGreaterThan(5);
  expect(falling).toEqual(falling.toSorted((a, b) => b - a));

  await page.getByRole('checkbox', { name: 'Select all' }).tap();
  const actions = page.getByRole('group', { name: 'Actions' });
  expect(await actions.getByRole('button', { name: 'Add to cart' }).isEnabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Select all' }).tap();

  await page.getByRole('button', { name: 'Columns' }).tap();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Total' }).tap();
  await columns.getByRole('button', { name: 'Done' }).tap();
  await expect.poll(money, eventually).toEqual([]);

  for (const name of [/^Certificate of /, /^Show /]) {
    const button = cards.getByRole('button', { name }).first();
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await button.tap();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(problems).toEqual([]);
});

test('a link with filters, and a saved search, open the list as it was', async (context) => {
  const window = await open(await openBrowser(context), 'demo-customer');
  const filters = { shape: { kind: 'choice', values: ['OV'] } };
  await window.page.goto(
    `${vitrine.address}/?${new URLSearchParams({ page: 'available/natural', filters: JSON.stringify(filters) }).toString()}`,
  );
  await window.list.waitForRows();
  for (const shape of await window.list.column('Shape')) expect(shape).toBe('Oval');
  expect(new URL(window.page.url()).search).toBe('');

  // Saved under a name, it is opened from another list, on another device.
  const { page, shell } = window;
  const panel = page.getByRole('dialog', { name: 'Saved searches' });
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await panel.getByLabel('Name of these filters').fill('Ovals');
  await panel.getByRole('button', { name: 'Save' }).click();
  const mails = panel.getByRole('checkbox', { name: 'Mail me new matches of Ovals' });
  await mails.waitFor();
  expect(await mails.isChecked()).toBe(false);
  await mails.click();
  await expect.poll(() => mails.isChecked(), eventually).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await shell.show('My Inventory');
  await page.getByRole('button', { name: 'Saved searches' }).click();
  await panel.getByRole('button', { name: /^Ovals/ }).click();
  await page.getByRole('button', { name: 'Shape: Oval' }).waitFor();
  for (const shape of await window.list.column('Shape')) expect(shape).toBe('Oval');
  expect(window.problems).toEqual([]);
});
