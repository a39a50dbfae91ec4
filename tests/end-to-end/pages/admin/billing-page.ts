import type { Page } from 'playwright-core';

export type BillingPage = ReturnType<typeof billingPage>;

/** The Billing screen, and a bill opened from it. Written for wide screens. */
export function billingPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    months: () => page.getByLabel('Month', { exact: true }).locator('option').allInnerTexts(),
    chooseMonth: (name: string) => page.getByLabel('Month', { exact: true }).selectOption({ label: name }),
    generateAll: button('Generate All'),
    generateVendors: button('Generate Vendors'),
    create: (customer: string) => button(`Create the bill of ${customer}`),
    save: (customer: string) => button(`Save an invoice of ${customer}`),
    download: (customer: string) => button(`Download the invoices of ${customer}`),
    openBill: (customer: string) =>
      page
        .getByRole('row', { name: new RegExp(customer) })
        .getByRole('link', { name: /^\$/ })
        .click(),
    dialog: page.getByRole('dialog'),
    /** The bill's lines, and the working of the first. */
    lines: page.locator('details'),
    total: () => page.getByText('Total', { exact: true }).locator('xpath=..').innerText(),
  };
}
