import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Today } from '#contracts/api/today.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
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
  const opened = async (label: string, title: string): Promise<string> => {
    await page.getByRole('main').getByRole('link', { name: label }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.getByRole('status').first().innerText()).toMatch(/^\d/);
    const summary = await page.getByRole('status').first().innerText();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    return summary.split(' ')[0]!;
  };
  expect(await opened('Below minimum', 'Customers')).toBe(formatCount(figures.customersBelowMinimum!));
  expect(await opened('Near maximum', 'Customers')).toBe(formatCount(figures.customersNearMaximum!));
  expect(await opened('Memos overdue', 'Memos Due')).toBe(formatCount(figures.memosOverdue));
  expect(await opened('Memos due', 'Memos Due')).toBe(formatCount(figures.memosDueSoon));
  expect(await opened('Anomalies', 'Anomalies')).toBe(formatCount(figures.anomalies!));
  expect(await opened('Suspense', 'Suspense')).toBe(formatCount(figures.suspense!));
  expect(await opened('Mails failed', 'Outbox')).toBe(formatCount(figures.mailsFailed!));
  expect(await opened('Old feeds', 'Vendors')).toBe(formatCount(figures.feedsOld!));
  expect(await opened('Billed for', 'Bills')).toBe(formatCount(figures.money!.billed!.count));
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
