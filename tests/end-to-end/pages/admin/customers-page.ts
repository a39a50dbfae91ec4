import type { Locator, Page } from 'playwright-core';

/** The list of customers, and the customer opened from it. Written for wide screens. */
export function customersPage(page: Page) {
  const table = page.getByRole('table', { name: 'Customers' });
  const names = table.locator('tbody').getByRole('link');
  return {
    waitForRows: () => names.first().waitFor(),
    /** The names from the top. */
    names: () => names.allInnerTexts(),
    row: (name: string): Locator =>
      table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
    filter: (text: string) => page.getByRole('searchbox', { name: 'Find a customer' }).fill(text),
    nothingFound: page.getByText('0 customers found').first(),
    /** Opens a customer by a click beside its name. */
    async open(name: string): Promise<void> {
      await table
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .locator('td')
        .nth(2)
        .click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
    /** A field's value, as the opened customer shows it. */
    fact: (group: string, label: string) =>
      page
        .getByRole('region', { name: group })
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
        .locator('dd')
        .innerText(),
    back: () => page.getByRole('main').getByRole('link', { name: 'Customers' }).click(),
  };
}
