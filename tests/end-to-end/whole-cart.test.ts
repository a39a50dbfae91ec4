import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { openWindow } from '#tests/support/windows.ts';
import { findings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { settled } from './pages/settled.ts';
import { shell } from './pages/shell.ts';
import { stoneListPage } from './pages/stone-list-page.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});
afterAll(async () => {
  await vitrine?.remove();
});

test('what is in the cart of several lines is requested at once, with what the inventory comes to', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context), { reducedMotion: 'reduce' });
  const [portal, list] = [shell(page), stoneListPage(page)];
  await loginPage(page, vitrine.address).enter('demo-customer');
  await portal.everyTab();
  const carted: string[] = [];
  for (const line of ['Loose Diamonds', 'Clarity LG Diamonds']) {
    await portal.show('Available', line);
    await list.waitForRows();
    const free = list.grid.getByRole('button', { name: /^Add \S+ to cart$/ }).first();
    carted.push(((await free.getAttribute('aria-label')) ?? '').split(' ')[1]!);
    await free.click();
    await portal.toast('Added to Cart').first().waitFor();
  }
  await page.getByRole('button', { name: /^Request whole cart/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your request' });
  await dialog.getByRole('region', { name: 'Inventory after this request' }).waitFor();
  await page.evaluate(settled);
  expect(await findings(page)).toEqual([]);
  // Of what the demo has in the cart only ours stays: the rest may not fit. Removing one leaves the others.
  const cards = dialog.getByRole('button', { name: /^Remove / });
  const names = await cards.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label') ?? ''),
  );
  for (const name of names)
    if (!carted.some((parcelName) => name === `Remove ${parcelName}`))
      await dialog.getByRole('button', { name, exact: true }).first().click();
  const asked = page.waitForRequest('**/parcels/request_stones');
  await dialog.getByRole('button', { name: 'Request', exact: true }).click();
  expect(((await asked).postDataJSON() as { parcelNames: string[] }).parcelNames.toSorted()).toEqual(
    carted.toSorted(),
  );
  await dialog.waitFor({ state: 'detached' });
  await portal.toast('Requested: 2 pcs').waitFor();
  expect(problems).toEqual([]);
});
