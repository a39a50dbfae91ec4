import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Today } from '#contracts/api/today.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

test('each figure of today opens to its list, which has as many rows', async (context) => {
  const { page, shell, read, problems } = await openOffice(
    await openBrowser(context),
    vitrine.address,
    'demo-admin',
  );
  await shell.show('Today');
  const figures = await read<Today>('/api/today');
  const opens = async (label: string, title: string, rows: number): Promise<void> => {
    await page.getByRole('main').getByRole('link', { name: label }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const counted = async () => (await page.getByRole('status').first().innerText()).split(' ')[0];
    // Until the list comes, its rows of before may be shown.
    await expect.poll(counted, { ...eventually, message: label }).toBe(formatCount(rows));
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  };
  await opens('Below minimum', 'Customers', figures.customersBelowMinimum!);
  await opens('Near maximum', 'Customers', figures.customersNearMaximum!);
  await opens('Memos overdue', 'Memos Due', figures.memosOverdue);
  await opens('Memos due', 'Memos Due', figures.memosDueSoon);
  await opens('Anomalies', 'Anomalies', figures.anomalies!);
  await opens('Suspense', 'Suspense', figures.suspense!);
  await opens('Mails failed', 'Outbox', figures.mailsFailed!);
  await opens('Old feeds', 'Vendors', figures.feedsOld!);
  await opens('Billed for', 'Bills', figures.money!.billed!.count);
  expect(problems).toEqual([]);
});

test('a rep arrives at what reps may see, and its figures open, too', async (context) => {
  const { page, shell, problems } = await openOffice(await openBrowser(context), vitrine.address, 'demo-rep');
  await shell.show('Today');
  await page.getByRole('region', { name: 'Money of the month' }).getByText('Fee base').waitFor();
  for (const label of ['Anomalies', 'Billed for', 'To bill', 'Invoiced'])
    expect([label, await page.getByRole('main').getByRole('link', { name: label }).count()]).toEqual([
      label,
      0,
    ]);
  await page.getByRole('main').getByRole('link', { name: 'Memos due' }).click();
  await page.getByRole('button', { name: 'Due within 7 days', pressed: true }).waitFor();
  expect(problems).toEqual([]);
});

// In a browser: the tests' own window calls its listeners in another order.
test('the first Back in a filtered list shows it without the filter', async (context) => {
  const { page, shell, problems } = await openOffice(
    await openBrowser(context),
    vitrine.address,
    'demo-admin',
  );
  await shell.show('Customers');
  const filter = (pressed: boolean) => page.getByRole('button', { name: 'Below minimum', pressed });
  await filter(false).click();
  await filter(true).waitFor();
  await page.goBack();
  await filter(false).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(problems).toEqual([]);
});
