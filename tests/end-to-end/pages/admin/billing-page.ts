import type { Locator, Page } from 'playwright-core';
import { downloadedBy, type DownloadedFile } from '../download.ts';

type UploadedFile = { name: string; mimeType: string; buffer: Buffer };

/** The Billing screen, and a bill opened from it. Written for wide screens. */
export function billingPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const row = (customer: string): Locator => page.getByRole('row', { name: new RegExp(customer) });
  const generateAll = button('Generate All');
  return {
    months: () => page.getByLabel('Month', { exact: true }).locator('option').allInnerTexts(),
    chooseMonth: (name: string) => page.getByLabel('Month', { exact: true }).selectOption({ label: name }),
    generateAll,
    generateVendors: button('Generate Vendors'),
    create: (customer: string) => button(`Create the bill of ${customer}`),
    /** Of a bill that stands already, once old and new are shown. */
    makeAgain: dialog.getByRole('button', { name: /^(Download it|Replace version \d+)$/ }),
    save: (customer: string) => button(`Save an invoice of ${customer}`),
    download: (customer: string) => button(`Download the invoices of ${customer}`),
    /** The total of the customer's newest bill of the month. */
    billOf: (customer: string) => row(customer).getByRole('link', { name: /^\$/ }),
    openBill: (customer: string) => row(customer).getByRole('link', { name: /^\$/ }).click(),
    dialog,
    /** The file that a button's press leads to. */
    downloaded: (press: Locator): Promise<DownloadedFile> => downloadedBy(page, () => press.click()),
    /** The dialog of Generate All. */
    overrides: {
      async open(): Promise<void> {
        await generateAll.click();
        await dialog.getByRole('heading', { name: /^Generate All, / }).waitFor();
      },
      choose: (file: UploadedFile) => dialog.getByLabel('Overrides file').setInputFiles(file),
      generate: dialog.getByRole('button', { name: 'Generate All' }),
      /** Once old and new bills are shown. */
      replace: dialog.getByRole('button', { name: /^Replace \d+ and generate$/ }),
      cancel: () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    },
    /** How far the run under way has come: '4 of 9'. */
    runProgress: page
      .getByRole('status')
      .filter({ hasText: / of (\d|…)/ })
      .last(),
    /** Chooses an invoice's file in the dialog of Save; the button that saves it. */
    async chooseInvoice(file: UploadedFile): Promise<Locator> {
      await dialog.getByLabel('File', { exact: true }).setInputFiles(file);
      return dialog.getByRole('button', { name: /^(Save New|Replace) Invoice$/ });
    },
    /** The bill's lines; a press on the summary opens the working. */
    lines: page.locator('details'),
    line: (text: string | RegExp): Locator => page.locator('details').filter({ hasText: text }),
    total: () => page.getByText('Total', { exact: true }).locator('xpath=..').innerText(),
    /** Explains between what the bill was made of and what is known now: the words, and the events behind them. */
    async explain(): Promise<{ words: string; events: string[] }> {
      const section = page.getByRole('region', { name: 'Explain between two cuts' });
      await section.getByRole('button', { name: 'Explain' }).click();
      const words = section.getByRole('status').filter({ hasText: 'became' });
      await words.waitFor({ timeout: 60_000 });
      return { words: await words.innerText(), events: await section.getByRole('listitem').allInnerTexts() };
    },
  };
}
