import type { Page } from 'playwright-core';

/** Attribute lists, and the form of one of them. `base` is the server's address, without a slash at the end. */
export function attributeListsPage(page: Page, base: string) {
  return {
    /** The row of a list in the table of wide screens. */
    row: (title: string) => page.getByRole('row', { name: new RegExp(`^${title}`) }),
    async open(list: string, heading: string): Promise<void> {
      await page.goto(`${base}/admin/attribute-lists/${list}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    /** What an entry is called: its field, by its code. */
    word: (code: string) => page.getByLabel(code, { exact: true }),
    resetWord: (code: string, word: string) =>
      page.getByRole('button', { name: `Reset ${code} to ${word}` }).click(),
    resetList: () => page.getByRole('button', { name: 'Reset to default' }).click(),
    /** Who called what otherwise, the newest first. */
    changes: page.getByRole('region', { name: 'Changes' }).getByRole('listitem'),
  };
}
