import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIB } from '#tests/bench-web/budgets.ts';
import { NOTHING_AHEAD, weightsOf } from '#tests/bench-web/weights.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { root } from '#tests/support/launcher.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { openWindow } from '#tests/support/windows.ts';
import { loginPage } from './pages/login-page.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

/** What a page asks for until it stands, without what it fetches ahead when nothing else is to do. */
async function askedFor(page: Page, address: string, stands: (page: Page) => Promise<void>) {
  await page.addInitScript(NOTHING_AHEAD);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${vitrine.address}${address}`, { waitUntil: 'networkidle' });
  await stands(page);
  return asked;
}

const heading = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).waitFor();
const rows = (page: Page): Promise<void> => page.locator('tbody tr[data-key]').first().waitFor();

test('a page that is seen without a session weighs no more than its budget', async (context) => {
  const browser = await openBrowser(context);
  const weights = weightsOf(path.join(root, 'dist/portal'));
  for (const [address, budget] of [
    ['/home.html', KIB.publicPage],
    ['/referral', KIB.publicPage],
    ['/clientlink', KIB.publicPage],
    ['/vendorview', KIB.publicPage],
    ['/login', KIB.signIn],
    ['/forgotpassword', KIB.signIn],
    ['/newpassword#token=none', KIB.signIn],
  ] as const) {
    const { page } = await openWindow(browser);
    const kib = weights.ofRequests(await askedFor(page, address, heading));
    expect(kib, address).toBeGreaterThan(50);
    expect(kib, address).toBeLessThanOrEqual(budget);
    await page.context().close();
  }
});

test('the shell with its table, and whatever is loaded later, weigh no more than their budgets', async (context) => {
  const browser = await openBrowser(context);
  const weights = weightsOf(path.join(root, 'dist/portal'));
  const { page } = await openWindow(browser);
  await loginPage(page, vitrine.address).signIn('demo-customer');
  const shell = await askedFor(await page.context().newPage(), '/', rows);
  expect(weights.ofRequests(shell)).toBeGreaterThan(150);
  expect(weights.ofRequests(shell)).toBeLessThanOrEqual(KIB.shell);
  expect(weights.lazy(shell).filter(({ kib }) => kib > KIB.lazy)).toEqual([]);
});

test('the back office, where staff arrive, weighs no more than its budget', async (context) => {
  const browser = await openBrowser(context);
  const weights = weightsOf(path.join(root, 'dist/admin'));
  const { page } = await openWindow(browser);
  await loginPage(page, vitrine.address).signIn('demo-admin');
  const office = await askedFor(await page.context().newPage(), '/admin/', heading);
  expect(weights.ofRequests(office)).toBeGreaterThan(150);
  expect(weights.ofRequests(office)).toBeLessThanOrEqual(KIB.backOffice);
  expect(weights.lazy(office).filter(({ kib }) => kib > KIB.lazy)).toEqual([]);
});
