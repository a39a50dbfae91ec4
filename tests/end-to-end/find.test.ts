import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually, openWindow } from '#tests/support/windows.ts';
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

test('a jeweller finds a stone by what it is like, and acts on a pasted list of numbers of two lines at once', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context), { reducedMotion: 'reduce' });
  const [portal, list] = [shell(page), stoneListPage(page)];
  await loginPage(page, vitrine.address).enter('demo-customer');
  await portal.everyTab();
  await portal.show('Available', 'Clarity LG Diamonds');
  await list.waitForRows();
  const [labGrown] = (await list.parcels()) as [string];
  await portal.show('Available');
  await list.waitForRows();
  const [natural] = (await list.parcels()) as [string];

  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: 'Find' });
  const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await input.fill('round vs1');
  await page.getByText('Round · VS1').waitFor();
  await page.evaluate(settled);
  expect(await findings(page)).toEqual([]);
  await options.filter({ hasText: /^Available: Loose Diamonds.* found/ }).click();
  await page.getByRole('button', { name: 'Shape: Round' }).waitFor();
  await list.waitForRows();
  for (const clarity of await list.column('Clarity')) expect(clarity).toBe('VS1');

  await page.keyboard.press('Control+k');
  await input.fill(labGrown);
  await options.filter({ hasText: labGrown }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: labGrown }).waitFor();

  await page.keyboard.press('Control+k');
  await input.fill('numbers');
  await options.filter({ hasText: 'Paste or scan a list of numbers' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Find a list of numbers' });
  await dialog.getByRole('textbox', { name: 'Numbers' }).fill(`${natural}\n${labGrown}\nNEVER-77777`);
  await dialog.getByRole('region', { name: 'Found' }).getByRole('checkbox').nth(1).waitFor();
  await dialog.getByText('In none of your lists any more').waitFor();
  await page.evaluate(settled);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Request (2)' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm your request' });
  await confirm.getByRole('button', { name: 'Request', exact: true }).click();
  await confirm.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const [prefix, parcelName] of [
    ['inventory', natural],
    ['labgrown', labGrown],
  ] as const) {
    const held = async (): Promise<string[]> => {
      const reply = await page.request.get(`${vitrine.address}/${prefix}/customer`);
      return ((await reply.json()) as { parcelName: string }[]).map((row) => row.parcelName);
    };
    await expect.poll(held, eventually).toContain(parcelName);
  }
  expect(problems).toEqual([]);
});
