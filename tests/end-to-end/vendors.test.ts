import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, NARROW, WIDE } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { findings } from './pages/findings.ts';
import { settled } from './pages/settled.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

/** A stock list as a European supplier sends it: a title above, semicolons, decimal commas, the trade's own words. */
const STOCK = [
  'Our stock of Monday;;;;;;;;',
  '',
  'Stock #;Shape;Weight;Color;Clarity;Cut Grade;Price;Lab;Certificate',
  'Q1;Round;1,01;G;VS1;EX;5400,00;GIA;2141234501',
  'Q2;B;0,70;F;VS2;EX;2400,50;GIA;2141234502',
  'Q3;Sq. Emerald;1,20;H;SI1;;4100,00;GIA;2141234503',
  'Q4;Oval;0,90;G;ZZ9;;3100,00;GIA;2141234504',
].join('\r\n');

test("a vendor's file is mapped by example, classified, held, applied on a person's word and taken back", async (context) => {
  const browser = await openBrowser(context);
  const office = await openOffice(browser, vitrine.address, 'demo-admin');
  const { page } = office;
  const file = { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(STOCK) };
  const looksGood = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const size of [WIDE, NARROW]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        await page.evaluate(settled);
        expect(await findings(page)).toEqual([]);
      }
    await page.setViewportSize(WIDE);
  };

  await office.shell.show('Vendors');
  await page.getByLabel('Vendor', { exact: true }).selectOption({ label: '1 | Meridian Cutting House' });
  await page.getByRole('heading', { name: 'Meridian Cutting House' }).waitFor();
  await page.getByText('Sold this year').waitFor();
  await looksGood();

  await page.getByRole('link', { name: 'Column mapping' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await office.shell.toast('stock.csv: headings in row 3.').waitFor();
  await page.getByRole('row', { name: /Asscher/ }).waitFor();
  await page.getByRole('row', { name: /ZZ9\W* is not known as clarity/ }).waitFor();
  await looksGood();
  await page.getByRole('button', { name: 'Save' }).click();
  await office.shell.toast('Column Mapping Saved').waitFor();

  await page.getByRole('link', { name: 'Stock classification' }).click();
  await page.getByRole('heading', { name: 'Classify stock' }).waitFor();
  await looksGood();
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: /^3\s*New/ }).waitFor();
  await page.getByText('Held for a person').waitFor();
  await looksGood();
  await page.getByRole('button', { name: /^1\s*Refused/ }).click();
  await page.getByRole('row', { name: /MCQ4/ }).waitFor();
  expect(await page.getByRole('link', { name: 'MCQ4' }).count()).toBe(0);

  const run = async () => (await office.read<FeedRunResource[]>('/api/feed-runs'))[0];
  expect(await run()).toMatchObject({ state: 'HELD', counts: { NEW: 3, REFUSED: 1 } });
  await page.getByRole('button', { name: 'Apply' }).click();
  await office.yes(/Apply this feed/);
  await expect.poll(async () => (await run())?.state, eventually).toBe('APPLIED');
  await page.getByRole('button', { name: 'Take back' }).click();
  await office.yes(/Take this feed back/);
  await expect.poll(async () => (await run())?.state, eventually).toBe('TAKEN_BACK');
  expect(office.problems).toEqual([]);
});
