import type { Locator, Page } from 'playwright-core';

/**
 * What a jeweller does all day, in a wide window that is signed in: opens a list, filters, selects, compares, turns the
 * page, goes to another list, opens a stone, and goes back.
 */
export async function coreLoop(page: Page, base: string): Promise<void> {
  const shown = (locator: Locator): Locator => locator.and(page.locator(':visible')).first();
  const button = (name: string | RegExp): Locator => shown(page.getByRole('button', { name }));
  const row = (place: number): Locator => shown(page.locator(`tbody tr[data-key]:nth-child(${place})`));
  const box = (place: number): Locator => row(place).getByRole('checkbox');
  const list = async (group: string): Promise<void> => {
    await page.getByRole('region', { name: group }).getByRole('button', { name: 'Loose Diamonds' }).click();
    await row(1).waitFor();
  };
  const filter = async (name: string, choose: (dialog: Locator) => Promise<void>): Promise<void> => {
    await button(new RegExp(`^${name}$`)).click();
    const dialog = page.getByRole('dialog', { name: `Filter by ${name}` });
    await dialog.waitFor();
    await choose(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  await page.goto(`${base}/?page=available/natural`);
  await row(1).waitFor();
  await filter('Weight', async (dialog) => {
    await dialog.getByRole('textbox', { name: /^From/ }).fill('0.70');
    await dialog.getByRole('textbox', { name: /^To/ }).fill('1.50');
  });
  await filter('Clarity', async (dialog) => {
    await dialog.getByRole('checkbox', { name: /^VS1/ }).check();
    await dialog.getByRole('checkbox', { name: /^VS2/ }).check();
  });
  for (const place of [1, 2, 3]) await box(place).check();
  await button('Compare 3').click();
  const comparison = page.getByRole('dialog', { name: 'Compare' });
  await comparison.waitFor();
  await page.keyboard.press('Escape');
  await comparison.waitFor({ state: 'detached' });
  await button('Clear Filters').click();
  await button('Next page').click();

  await list('My Inventory');
  await box(1).check();
  await box(1).uncheck();

  await list('Available');
  const opened = (await row(1).getAttribute('data-key')) ?? '';
  await row(1).getByText(opened, { exact: true }).click();
  await shown(page.getByRole('heading', { level: 1, name: opened })).waitFor();
  await shown(page.getByRole('heading', { name: 'History', exact: true })).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Open stones' });
  await tabs.getByRole('button', { name: 'Loose Diamonds' }).click();
  await row(1).waitFor();
  await tabs.getByRole('button', { name: /^Close / }).click();
  await tabs.waitFor({ state: 'detached' });
}
