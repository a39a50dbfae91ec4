import type { Download, Page } from 'playwright-core';

/** The profile drawer and what opens from it. Written for wide screens. */
export function profileDrawer(page: Page) {
  const drawer = page.getByRole('dialog', { name: 'Profile' });
  const invoices = page.getByRole('dialog', { name: 'Invoices' });
  const year = page.getByRole('dialog', { name: 'My year' });
  const reminders = page.getByRole('dialog', { name: 'Memo reminders' });
  const password = page.getByRole('dialog', { name: 'Change Password' });
  return {
    async open(): Promise<void> {
      await page.getByRole('button', { name: 'Profile' }).click();
      await drawer.waitFor();
    },
    legalName: drawer.getByRole('heading'),
    /** ['Minimum', '$60,000'], … as they stand there. */
    async values(): Promise<[string, string][]> {
      const terms = await drawer.getByRole('term').allInnerTexts();
      const values = await drawer.getByRole('definition').allInnerTexts();
      return terms.map((term, place) => [term, values[place] ?? '']);
    },
    button: (name: string | RegExp) => drawer.getByRole('button', { name }),
    link: (name: string) => drawer.getByRole('link', { name }),
    invoices: {
      dialog: invoices,
      async open(): Promise<void> {
        await drawer.getByRole('button', { name: 'Invoices' }).click();
        await invoices.waitFor();
      },
      /** Values of the month select, from the top. */
      months: () =>
        invoices
          .getByLabel('Month')
          .locator('option')
          .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
      working: invoices.getByRole('button', { name: 'How this bill comes about' }),
      /** Lines of the bill's working; a press opens one. */
      lines: invoices.getByRole('region', { name: /^Bill for / }).locator('summary'),
      row: (fileName: string) => invoices.getByRole('listitem').filter({ hasText: fileName }),
      async download(fileName: string): Promise<Download> {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          invoices.getByRole('button', { name: `Download ${fileName}` }).click(),
        ]);
        return download;
      },
      all: invoices.getByRole('button', { name: 'All (zip)' }),
    },
    year: {
      dialog: year,
      async open(): Promise<void> {
        await drawer.getByRole('button', { name: 'My year' }).click();
        await year.waitFor();
      },
      rows: (table: string) => year.getByRole('region', { name: table }).getByRole('row'),
    },
    reminders: {
      dialog: reminders,
      async open(): Promise<void> {
        await drawer.getByRole('button', { name: 'Memo reminders' }).click();
        await reminders.waitFor();
      },
      on: reminders.getByRole('checkbox'),
      daysBefore: reminders.getByLabel('Days before'),
      save: reminders.getByRole('button', { name: 'Save' }),
    },
    password: {
      async change(old: string, next: string, repeated: string): Promise<void> {
        await drawer.getByRole('button', { name: 'Change Password' }).click();
        await password.getByLabel('Old password').fill(old);
        await password.getByLabel('New password', { exact: true }).fill(next);
        await password.getByLabel('Repeat new password').fill(repeated);
      },
      dialog: password,
      button: password.getByRole('button', { name: 'Change Password' }),
      message: (text: string) => password.getByText(text),
    },
  };
}
