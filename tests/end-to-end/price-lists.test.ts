import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PriceListResource } from '#contracts/api/price-lists.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import { demoPriceList } from '#local/demo/demo-price-list.ts';
import { priceListText } from '#services/prices/testing/made-price-lists.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { findingsInEveryLook } from './pages/findings.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

test('a price list is uploaded, shown as a difference, loaded once it is confirmed, and removed', async (context) => {
  const browser = await openBrowser(context);
  const office = await openOffice(browser, vitrine.address, 'demo-admin');
  const { page, row } = office;
  const today = houseDayOf(new Date().toISOString(), DEFAULT_TIME_ZONE);
  const { rows } = demoPriceList(today);
  const dearer = rows.map((cell) =>
    cell.table === 'round' ? { ...cell, centsPerCarat: cell.centsPerCarat * 2 } : cell,
  );
  const upload = (text: string) =>
    page
      .getByLabel('Upload price list: file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await office.shell.show('Price Lists');
  await row(/In force/).waitFor();

  await upload(priceListText(today, rows.slice(0, 1)));
  await office.shell.toast('The price list has no pear table.').waitFor();
  await office.shell.closeToast();

  await upload(priceListText(today, dearer));
  const dialog = page.getByRole('dialog', { name: `Price list of ${today}` });
  await dialog.getByRole('row', { name: /^Up/ }).waitFor();
  const half = formatCount(rows.length / 2);
  expect(await dialog.getByRole('row', { name: /^Up/ }).innerText()).toContain(half);
  expect(await dialog.getByRole('row', { name: /^As they were/ }).innerText()).toContain(half);
  await dialog.getByText('The largest differences').click();
  expect(await findingsInEveryLook(page)).toEqual([]);
  const load = dialog.getByRole('button', { name: 'Load price list' });
  expect(await load.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: /^Prices move by more than 25 %/ }).check();
  await load.click();
  await office.shell.toast(`${formatCount(rows.length)} prices of ${today} are loaded.`).waitFor();
  const inForce = async () =>
    (await office.read<PriceListResource[]>('/api/price-lists')).find(({ state }) => state === 'IN_FORCE');
  expect(await inForce()).toMatchObject({ date: today, fileName: 'list.csv', loadedBy: 'demo-admin' });

  await page.getByRole('button', { name: `Remove the list of ${today}` }).click();
  await office.yes(/It is in force/);
  await expect.poll(async () => (await inForce())?.loadedBy, eventually).toBe('demo');
  await row(/Removed.*by demo-admin/s).waitFor();
  expect(office.problems).toEqual([]);
});
