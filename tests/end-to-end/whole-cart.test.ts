import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
import { findings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { modelsPage } from './pages/models-page.ts';
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

test('what is in the cart of several lines and the models ordered are requested at once, and taken back', async (context) => {
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
  // One of a model with nothing else ordered, typed.
  await portal.show('Available', 'Core Jewellery');
  const models = modelsPage(page);
  await models.grid.locator('tr[data-key]').first().waitFor();
  const [model] = await models.names();
  await models.order(model!, 1);
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
    if (![...carted, model].some((kept) => name === `Remove ${kept}`))
      await dialog.getByRole('button', { name, exact: true }).first().click();
  const asked = page.waitForRequest('**/parcels/request_stones');
  await dialog.getByRole('button', { name: 'Request', exact: true }).click();
  const body = (await asked).postDataJSON() as { parcelNames: string[]; models: string[] };
  expect(body.parcelNames.toSorted()).toEqual(carted.toSorted());
  expect(body.models).toEqual([model]);
  await dialog.waitFor({ state: 'detached' });
  const toast = portal.toast('Requested: 3 pcs');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await portal.toast('Withdrawn: 3 pcs').waitFor();
  await expect.poll(() => models.ordered(model!), eventually).toBe('0');
  expect(problems).toEqual([]);
});
