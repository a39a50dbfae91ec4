import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SuspenseResource } from '#contracts/api/back-office.ts';
import type { Today } from '#contracts/api/today.ts';
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

test('an anomaly gets an owner and is acknowledged, a document in suspense is dismissed: today counts one fewer of each', async (context) => {
  const { page, shell, read, problems } = await openOffice(
    await openBrowser(context),
    vitrine.address,
    'demo-admin',
  );
  const before = await read<Today>('/api/today');
  const dialog = page.getByRole('dialog');
  await shell.show('Anomalies');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page
    .getByRole('button', { name: /^Handle / })
    .first()
    .click();
  await dialog.getByLabel('Owner').selectOption('demo-admin');
  await dialog.getByText('Owner changed').waitFor();
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Acknowledged by demo-admin' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Mine' }).click();
  await page.getByRole('row', { name: /Acknowledged demo-admin/ }).waitFor();

  await shell.show('Suspense');
  await page
    .getByRole('button', { name: /^Handle / })
    .first()
    .click();
  await dialog.getByLabel('Note').fill('a test of the trading system');
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  // Not the note that is being typed: while it is, Close asks first.
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Dismissed by demo-admin' })
    .filter({ hasText: 'a test of the trading system' })
    .waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Dismissed', exact: true }).click();
  await page.getByRole('row', { name: /Dismissed/ }).waitFor();
  expect(await read<SuspenseResource[]>('/api/suspense?filter={"state":"DISMISSED"}')).toMatchObject([
    { note: 'a test of the trading system', handledBy: 'demo-admin' },
  ]);
  const after = await read<Today>('/api/today');
  expect([after.anomalies, after.suspense]).toEqual([before.anomalies! - 1, before.suspense! - 1]);
  expect(problems).toEqual([]);
});
