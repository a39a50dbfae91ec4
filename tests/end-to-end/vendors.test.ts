import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { findingsInEveryLook } from './pages/findings.ts';

let vitrine: LaunchedVitrine;
beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

/** A stock list as a European vendor sends it: a title above, semicolons, decimal commas, the trade's own words. */
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

  await office.shell.show('Vendors');
  await page.getByLabel('Vendor', { exact: true }).selectOption({ label: '1 | Meridian Cutting House' });
  await page.getByRole('heading', { name: 'Meridian Cutting House' }).waitFor();
  await page.getByText('Sold this year').waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);

  await page.getByRole('link', { name: 'Column mapping' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await office.shell.toast('stock.csv: headings in row 3.').waitFor();
  await page.getByRole('row', { name: /Asscher/ }).waitFor();
  await page.getByRole('row', { name: /ZZ9\W* is not known as clarity/ }).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await office.shell.toast('Column Mapping Saved').waitFor();

  await page.getByRole('link', { name: 'Scheduled feed' }).click();
  await page.getByLabel('Source').selectOption({ label: 'A folder of the file store' });
  await page.getByLabel('Folder').fill('meridian');
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await office.shell.toast('Feed Source Saved').waitFor();
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await page.getByText('There is no file in the folder vendor-drops/meridian.').waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);

  await page.getByRole('link', { name: 'Stock classification' }).click();
  await page.getByRole('heading', { name: 'Classify stock' }).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: /^3\s*New/ }).waitFor();
  await page.getByText('Held for a person').waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
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

  // The next file has Q5 for Q2, and Q1 at another price.
  const next = STOCK.replace('5400,00', '5500,00').replace(/^Q2;/m, 'Q5;').replace('501', '505');
  await page.goto(`${vitrine.address}/admin/vendors/1/stock`);
  await page.getByRole('heading', { name: 'Classify stock' }).waitFor();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...file, name: 'next.csv', buffer: Buffer.from(next) });
  await page.getByRole('button', { name: 'Compare with the run before' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison with the run before', exact: true });
  await comparison.getByText('1 stone more, 1 fewer, 1 at another cost.').waitFor();
  await comparison.getByRole('row', { name: /MCQ1 .*\$5,400\.00.*\$5,500\.00/s }).waitFor();
  expect(await findingsInEveryLook(page)).toEqual([]);
  expect(office.problems).toEqual([]);
});

test("a vendor's report is saved from its page, which says when the next feed of its schedule comes", async (context) => {
  const browser = await openBrowser(context);
  const office = await openOffice(browser, vitrine.address, 'demo-admin');
  const { page } = office;
  const put = await page.request.put(`${vitrine.address}/api/vendors/3/feed-source`, {
    data: {
      place: { type: 'FOLDER', folder: 'kunming' },
      kind: 'FULL',
      schedule: { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], at: '06:30', everyHours: null },
    },
    headers: { origin: vitrine.address },
  });
  const { nextAt } = (await put.json()) as { nextAt: string };
  await page.goto(`${vitrine.address}/admin/vendors/3`);
  await office.heading('Kunming Polishing Works');
  const glance = page.getByRole('region', { name: 'At a glance' });
  const next = glance.locator('time').first();
  await expect.poll(() => next.getAttribute('datetime'), eventually).toBe(nextAt);
  const saved = page.waitForEvent('download');
  await glance.getByRole('button', { name: 'Vendor report' }).click();
  expect((await saved).suggestedFilename()).toMatch(/vendor 3 Kunming Polishing Works \d{4}-\d{2}\.xlsx$/);
  expect(office.problems).toEqual([]);
});

test('a vendor sees its stock and statements by a link, without an account, until it is revoked', async (context) => {
  const browser = await openBrowser(context);
  const office = await openOffice(browser, vitrine.address, 'demo-admin');
  const { page } = office;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${vitrine.address}/admin/vendors/1/links`);
  await office.heading('Meridian Cutting House');
  await page.getByRole('button', { name: 'Make link' }).click();
  await office.shell.toast('Link Made').waitFor();
  const newest = page.getByRole('list', { name: 'Links' }).getByRole('listitem').first();
  await newest.getByText('Never opened').waitFor();
  await newest.getByRole('button', { name: /^Copy/ }).click();
  await office.shell.toast('Link Copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const address = copied.replace(/^.*(?=\/vendorview)/, vitrine.address);

  const visitor = await openWindow(browser, { reducedMotion: 'reduce' });
  const refused: number[] = [];
  visitor.page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.status());
  });
  await visitor.page.goto(address);
  await visitor.page.getByRole('heading', { level: 1, name: 'Meridian Cutting House' }).waitFor();
  const stock = visitor.page.getByRole('region', { name: 'Your stock', exact: true });
  await stock.getByRole('row').nth(100).waitFor();
  await stock.getByRole('button', { name: 'Show more' }).click();
  await stock.getByRole('row').nth(101).waitFor();
  await stock.getByLabel('Status').selectOption({ label: 'Customer' });
  await expect
    .poll(async () => (await stock.getByRole('row').allInnerTexts()).slice(1), eventually)
    .toSatisfy((rows: string[]) => rows.length > 0 && rows.every((row) => row.includes('Customer')));
  for (const [heading, button] of [
    ['Your stock', 'Save as workbook'],
    ['Your statements', 'Save as PDF'],
  ] as const) {
    const saved = visitor.page.waitForEvent('download');
    const region = visitor.page.getByRole('region', { name: heading, exact: true });
    await region.getByRole('button', { name: button }).click();
    expect((await saved).suggestedFilename()).toMatch(/Meridian.*\.(xlsx|pdf)$/);
  }
  expect([visitor.problems, refused]).toEqual([[], []]);

  await page.reload();
  await newest.getByText(/Last opened/).waitFor();
  await newest.getByRole('button', { name: /^Send/ }).click();
  await newest.getByLabel('Send to').fill('stock@meridian.example');
  await newest.getByRole('button', { name: 'Send mail' }).click();
  await office.shell.toast('The link goes to stock@meridian.example.').waitFor();
  await newest.getByRole('button', { name: /^Revoke/ }).click();
  await office.yes(/Revoke this link/);
  await office.shell.toast('Link Revoked').waitFor();
  await newest.getByText(/revoked by demo-admin/).waitFor();
  await visitor.page.reload();
  await visitor.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  expect(refused).toEqual([404]);
  expect(office.problems).toEqual([]);
});
