import type { Page } from 'playwright-core';

/** A form of the back office: its fields by their labels, Cancel and Save. */
export function formPage(page: Page, base: string) {
  return {
    async open(path: string, heading: string): Promise<void> {
      await page.goto(`${base}/admin${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    },
    fill: (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text),
    check: (label: string, on = true) => page.getByLabel(label, { exact: true }).setChecked(on),
    choose: (label: string, option: string) =>
      page.getByLabel(label, { exact: true }).selectOption({ label: option }),
    value: (label: string) => page.getByLabel(label, { exact: true }).inputValue(),
    save: () => page.getByRole('button', { name: 'Save', exact: true }).click(),
    /** Terms that count from a month that is over are saved once their effect is worked out and confirmed. */
    confirmTerms: () =>
      page
        .getByRole('dialog', { name: /^Save terms that apply from / })
        .getByRole('button', { name: 'Yes' })
        .click({ timeout: 60_000 }),
    cancel: () => page.getByRole('link', { name: 'Cancel' }).click(),
    /** The messages at fields, or about the whole. */
    alert: (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }),
  };
}
