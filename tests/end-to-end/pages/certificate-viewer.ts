import type { Page } from 'playwright-core';

/** The certificate in the page. `number` as its heading has it: lab and certificate number. */
export function certificateViewer(page: Page, number: string) {
  const dialog = page.getByRole('dialog', { name: number });
  const frame = dialog.locator('iframe');
  return {
    dialog,
    /** Where the PDF that is shown comes from. */
    async shown(): Promise<string> {
      await frame.waitFor();
      return (await frame.getAttribute('src')) ?? '';
    },
    addendum: dialog.getByRole('button', { name: 'AGS Addendum' }),
    certificate: dialog.getByRole('button', { name: 'Certificate', exact: true }),
    /** The name that a download gets. */
    downloadName: () => dialog.getByRole('link', { name: 'Download' }).getAttribute('download'),
    close: async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
  };
}
