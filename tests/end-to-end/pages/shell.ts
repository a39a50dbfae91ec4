import type { Locator, Page } from 'playwright-core';

export type Group = 'My Inventory' | 'Available' | 'Cart' | 'Account History';

export const LINES = [
  'Loose Diamonds',
  'Clarity LG Diamonds',
  'Fancy Coloured Diamonds',
  'Core Jewellery',
] as const;

/** The signed-in shell: sidebar, stone tabs, holding, toasts. Written for wide screens. */
export function shell(page: Page) {
  const main = page.getByRole('navigation', { name: 'Main' });
  const tabOf = (group: Group, line: string): Locator =>
    main.getByRole('region', { name: group }).getByRole('button', { name: line });
  const strip = page.getByRole('navigation', { name: 'Open stones' });
  return {
    /** Shows a list by its sub-tab. */
    async show(group: Group, line = 'Loose Diamonds'): Promise<void> {
      await tabOf(group, line).click();
      await tabOf(group, line).and(page.locator('[aria-current="page"]')).waitFor();
      await page.getByRole('heading', { level: 1, name: line }).and(page.locator(':visible')).waitFor();
    },
    /** A jeweller of the demo has something in almost every list: waits until their sub-tabs are there. */
    async everyTab(): Promise<void> {
      for (const line of LINES)
        for (const group of ['My Inventory', 'Available', 'Account History'] as const)
          await tabOf(group, line).waitFor();
    },
    /** A sub-tab, which is there only while its list has items. */
    tab: (group: Group, line = 'Loose Diamonds'): Locator => tabOf(group, line),
    /** '18 pcs / $214,380', as the sub-tab shows it; null when it is not there. */
    async count(group: Group, line = 'Loose Diamonds'): Promise<string | null> {
      const tab = tabOf(group, line);
      return (await tab.count()) === 0 ? null : tab.locator('small').innerText();
    },
    /** The value held now, in dollars. */
    async holding(): Promise<number> {
      const text = await page
        .getByRole('group', { name: 'Inventory value' })
        .locator('strong')
        .and(page.locator(':visible'))
        .innerText();
      return Number(text.replace(/[$,]/g, ''));
    },
    holdingBar: page.getByRole('group', { name: 'Inventory value' }).and(page.locator(':visible')),
    /** Staff: acts for a customer from now on. */
    async actFor(customer: string): Promise<void> {
      await Promise.all([
        page.waitForEvent('load'),
        page.getByLabel('Acting for').selectOption({ label: customer }),
      ]);
      await main.waitFor();
    },
    /** A stone's tab, by its header (certificate number, or parcel name). */
    stoneTab: (header: string): Locator => strip.getByRole('button', { name: header, exact: true }),
    stoneTabs: strip,
    closeStone: (header: string) => strip.getByRole('button', { name: `Close ${header}` }).click(),
    /** A message with this text, success or failure. */
    toast: (text: string | RegExp): Locator =>
      page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }),
    closeToast: () => page.getByRole('button', { name: 'Close message' }).first().click(),
    logOut: () => page.getByRole('button', { name: 'Log Out' }).click(),
  };
}
