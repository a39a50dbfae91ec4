import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, NARROW, openWindow } from '#tests/support/windows.ts';
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
    const parcelName = ((await free.getAttribute('aria-label')) ?? '').split(' ')[1]!;
    carted.push(parcelName);
    // The message of the line before may stand there still.
    await Promise.all([page.waitForResponse('**/cart_stones'), list.addToCart(parcelName)]);
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

test('a client sees stones by a link, likes one and asks; the jeweller sees that, and ends it', async (context) => {
  const browser = await openBrowser(context);
  const { page, problems } = await openWindow(browser, { reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const [portal, list] = [shell(page), stoneListPage(page)];
  await loginPage(page, vitrine.address).enter('demo-customer');
  await portal.everyTab();
  await portal.show('Available');
  await list.waitForRows();
  const boxes = list.grid.getByRole('checkbox', { name: /^Select [A-Z0-9]/ });
  const chosen: string[] = [];
  for (const place of [0, 1]) {
    const box = boxes.nth(place);
    chosen.push(((await box.getAttribute('aria-label')) ?? '').split(/[ ,]+/)[1]!);
    await box.click();
  }
  await page.getByRole('button', { name: 'Client link', exact: true }).and(page.locator(':visible')).click();
  const making = page.getByRole('dialog', { name: 'Client link' });
  await making.getByLabel('Title (optional)').fill('For Anna');
  await page.evaluate(settled);
  expect(await findings(page)).toEqual([]);
  await making.getByRole('button', { name: 'Make link' }).click();
  const ready = page.getByRole('dialog', { name: 'The link is ready' });
  await ready.getByRole('button', { name: 'Copy link' }).click();
  await portal.toast('Link copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await ready.getByRole('button', { name: 'Close' }).click();

  const client = await openWindow(browser, { reducedMotion: 'reduce', viewport: NARROW });
  const stones = client.page.getByRole('article');
  await client.page.goto(copied.replace(/^.*(?=\/clientlink)/, vitrine.address));
  await client.page.getByRole('heading', { level: 1, name: 'For Anna' }).waitFor();
  await expect.poll(() => stones.count(), eventually).toBe(2);
  const words = await client.page.locator('body').innerText();
  for (const word of [...chosen, 'Rap', 'Tier', 'Vitrine']) expect(words).not.toContain(word);
  expect(words).toMatch(/\$[\d,]+\.\d\d/);
  const like = stones.first().getByRole('button', { name: /^Like / });
  await like.click();
  await expect.poll(() => like.getAttribute('aria-pressed'), eventually).toBe('true');
  await stones
    .first()
    .getByRole('button', { name: /^Ask about/ })
    .click();
  await stones.first().getByLabel('Your question').fill('Is it eye clean?');
  await stones.first().getByRole('button', { name: 'Send question' }).click();
  await stones.first().getByText('“Is it eye clean?”').waitFor();
  expect(await findings(client.page)).toEqual([]);

  await page.reload();
  await page.getByRole('button', { name: 'Client links, 3 new' }).click();
  const panel = page.getByRole('dialog', { name: 'Client links' });
  await panel.getByText('Is it eye clean?').waitFor();
  await panel
    .getByText(/^Liked:/)
    .getByRole('button', { name: chosen[0]!, exact: true })
    .waitFor();
  await page.evaluate(settled);
  expect(await findings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Revoke For Anna' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await panel.getByText('Revoked', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Client links', exact: true }).waitFor();

  // The client's page, which stands open, sees that as soon as it is looked at again.
  await client.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await client.page
    .getByRole('heading', { name: 'This link no longer works' })
    .waitFor({ timeout: eventually.timeout });
  expect([problems, client.problems]).toEqual([[], []]);
});
