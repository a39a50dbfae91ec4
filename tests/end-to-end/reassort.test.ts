import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetBytes, workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { findings, findingsInEveryLook } from './pages/findings.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: WORKBOOK_TYPE,
  buffer: Buffer.from(bytes),
});

/** Two pieces for Main Street and so many for Harbour, of whatever is white and of some size. */
const ideal = (harbour: number | string) =>
  workbookBytes((workbook) => {
    for (const [store, quantity] of [
      ['Main Street', 2],
      ['Harbour', harbour],
    ] as const)
      workbook
        .addWorksheet(store)
        .addRows([
          ['Ideal 2026'],
          [],
          ['Weight Maps', 'D-K', 'Totals'],
          ['0.30 – 3.00', quantity, quantity],
          ['Totals', quantity, quantity],
        ]);
  });

const paste = (cell: Locator, text: string): Promise<void> =>
  cell.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('a customer’s stores, words, ideal and stock become a plan that is acted on', async (context) => {
  const browser = await openBrowser(context);
  const office = await openOffice(browser, vitrine.address, 'demo-admin');
  const { page } = office;
  const stock = file(
    'stock.xlsx',
    await sheetBytes([
      ['SKU', 'weight', 'colour', 'Shop', 'quantity'],
      ['J-1', 0.51, 'D', 'Main Street', 3],
      ['J-2', 0.52, 'Colourless', 'Main Street', 1],
    ]),
  );
  const save = (table: string): Promise<void> =>
    page.getByRole('button', { name: `Save ${table}`, exact: true }).click();

  const downloadOf = async (button: string): Promise<string> => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return (await saved).suggestedFilename();
  };

  await page.goto(`${vitrine.address}/admin/reassort?customer=8&view=Metadata`);
  const stores = page.getByRole('region', { name: 'Stores', exact: true });
  await stores.getByRole('button', { name: 'Add row' }).click();
  await paste(stores.getByLabel('Store id, row 1'), '1\tMain Street\n2\tHarbour\n');
  await save('stores');
  await office.shell.toast('Stores saved').waitFor();
  await page.getByLabel('Learn from a stock file: file').setInputFiles(stock);
  await page.getByRole('combobox', { name: 'Property, row 1' }).first().waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await save('column mapping');
  await office.shell.toast('Column Mapping Saved').waitFor();

  await page.getByRole('button', { name: 'Ideal Inventory', exact: true }).click();
  await page.getByLabel('Nickname').fill('Ideal 2026');
  const load = page.getByLabel('Load Ideal Inventory: file');
  await load.setInputFiles(file('ideal.xlsx', await ideal('many')));
  await page.getByText('Harbour!B4: "many" is not a whole number of pieces').waitFor();
  await office.shell.closeToast();
  await load.setInputFiles(file('ideal.xlsx', await ideal(4)));
  await office.shell.toast('Ideal Inventory Loaded').waitFor();
  await page.getByRole('button', { name: '0.30-2.99 | D-K, Harbour: 0 of 4, below minimum' }).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit bins' }).click();
  const cell = (quantity: string): Locator =>
    page.getByLabel(`${quantity} of 0.30-2.99 | D-K, Harbour`, { exact: true });
  await cell('Minimum').fill('2');
  await cell('Maximum').fill('3');
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save bins' }).click();
  await page.getByText('the maximum 3 is below the target 4').waitFor();
  await office.shell.closeToast();
  await cell('Maximum').fill('4');
  await page.getByRole('button', { name: 'Save bins' }).click();
  await office.shell.toast('1 bin has other quantities.').waitFor();
  await page.getByRole('button', { name: 'Harbour: 0 of 4, below minimum' }).waitFor();
  expect(await downloadOf('Export ideal inventory')).toBe('Ideal Inventory.xlsx');

  await page.getByRole('button', { name: 'Reassort', exact: true }).click();
  await page.getByLabel('Upload Current Stock: file').setInputFiles(stock);
  await office.shell.toast('Current Stock Loaded').waitFor();
  await page.getByRole('heading', { name: 'Suggested shipments' }).waitFor();
  await page.getByText('"Colourless" is not on the list of colour, and has no value map').waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByLabel('colour, row 3').fill('D');
  await page.getByRole('button', { name: 'Save rows' }).click();
  await office.shell.toast('All rows can be read now.').waitFor();
  await page.getByText('2 stones go to another store.').waitFor();
  expect(await downloadOf('Export shipments')).toBe('Suggested Shipments.xlsx');

  const bin = page.getByRole('button', { name: '0.30-2.99 | D-K, Harbour: 0 before, 4 of 4, at target' });
  await bin.click();
  await page
    .getByRole('dialog')
    .getByText(/^shipped here/)
    .first()
    .waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  // What if: nothing is recorded, and the two plans stand side by side.
  await page.getByRole('button', { name: 'What if', exact: true }).click();
  await page.getByLabel('Stone of the what-if').fill('J-1');
  await page.getByRole('button', { name: 'Lock in the what-if' }).click();
  await cell('Maximum').fill('5');
  await page.getByRole('button', { name: 'Show the difference' }).click();
  await page.getByText('Harbour: maximum 5; J-1 stays in its store.').waitFor();
  await office.row(/^J-1 Main Street sends it to Harbour, 0\.30-2\.99 \| D-K not moved/).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);

  await page.getByRole('button', { name: 'Comparison', exact: true }).click();
  await office.row(/^J-2 Main Street sends it to Harbour, 0\.30-2\.99 \| D-K not moved/).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);

  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('button', { name: 'Lock J-1 in its store' }).click();
  await office.shell.toast('J-1 stays in its store from the next plan on.').waitFor();
  await page.getByText('1 stone stays in its store').waitFor();
  await page.getByRole('button', { name: 'Plan again' }).click();
  await page.getByText('1 stone goes to another store.').waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unlock J-1' }).click();
  await page.getByText('0 stones stay in their stores').waitFor();

  await page.getByRole('button', { name: 'Add all to cart' }).click();
  await office.shell.toast('Added to Cart').waitFor();
  await page.getByText('In cart').first().waitFor();
  expect(office.problems).toEqual([]);
});

test('the house’s live inventory is checked against its ideal', async (context) => {
  const browser = await openBrowser(context);
  const office = await openOffice(browser, vitrine.address, 'demo-rep');
  const { page } = office;
  await page.goto(`${vitrine.address}/admin/reassort?customer=1&view=Reassort`);
  await page.getByRole('button', { name: 'Check Current Stock' }).click();
  await page
    .getByRole('button', { name: /Vault: [1-9]\d* of/ })
    .first()
    .click();
  const stones = page.getByRole('dialog').getByRole('table');
  await expect.poll(() => stones.getByRole('row').count(), eventually).toBeGreaterThan(1);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // The house has no stock to upload and no plan.
  expect(await page.getByRole('button', { name: 'Upload Current Stock' }).count()).toBe(0);
  expect(office.problems).toEqual([]);
});
