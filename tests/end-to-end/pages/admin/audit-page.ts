import type { Page } from 'playwright-core';

/** The search over everything recorded. Written for wide screens. */
export function historyPage(page: Page) {
  const table = page.getByRole('table', { name: 'History' });
  return {
    waitForRows: () => table.locator('tbody tr').first().waitFor(),
    /** What the entries are, from the top. */
    types: () => table.locator('tbody tr td:first-child').allInnerTexts(),
    /** A group of types, or one type. */
    toggle: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    isOn: async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')) === 'true',
    find: (name: string) => page.getByRole('searchbox', { name: 'Parcel, document or number' }).fill(name),
    async chooseCustomer(part: string, name: string): Promise<void> {
      await page.getByRole('combobox', { name: 'Customer' }).fill(part);
      await page.getByRole('option', { name }).click();
    },
    customers: () => table.locator('tbody tr td:nth-child(3)').allInnerTexts(),
    /** Opens the parcel of the first entry; its name. */
    async openFirstParcel(): Promise<string> {
      const link = table
        .locator('tbody')
        .getByRole('link', { name: /^[A-Z]/ })
        .first();
      const name = await link.innerText();
      await link.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      return name;
    },
  };
}

/** A parcel on both time axes. Written for wide screens. */
export function parcelPage(page: Page, base: string) {
  const lane = (name: string) => page.getByRole('region', { name, exact: true });
  return {
    async open(parcelName: string): Promise<void> {
      await page.goto(`${base}/admin/parcels/${encodeURIComponent(parcelName)}/show`);
      await lane('What was').waitFor();
    },
    was: () => lane('What was').getByRole('listitem').allInnerTexts(),
    known: () => lane('What we knew').getByRole('listitem').allInnerTexts(),
    drawing: page.getByRole('region', { name: 'Timeline, scrolls' }),
    summary: () => page.locator('main header').innerText(),
    knowledge: page.getByRole('slider', { name: 'As known' }),
    undo: () => page.getByRole('button', { name: 'Undo', exact: true }).click(),
    changeDate: () => page.getByRole('button', { name: 'Change date' }).click(),
    dialog: page.getByRole('dialog'),
    effect: page.getByRole('status', { name: 'What it would change' }),
  };
}
