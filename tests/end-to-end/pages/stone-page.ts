import type { Locator, Page } from 'playwright-core';

/** The stone's tab in front. */
export function stonePage(page: Page) {
  const article = page.getByRole('article').and(page.locator(':visible'));
  const confirm = async (
    question: string | RegExp,
    answer: 'Yes' | 'No',
    comment?: string,
  ): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.waitFor();
    if (comment !== undefined) await dialog.getByLabel('Reason').fill(comment);
    await dialog.getByRole('button', { name: answer }).click(); // waits until the effect is known
    await dialog.waitFor({ state: 'detached' });
  };
  const correct = async (question: string | RegExp, reason?: string): Promise<string> => {
    const effect = page.getByRole('dialog', { name: question }).getByRole('status');
    await effect.locator('dl').waitFor();
    const text = await effect.innerText();
    await confirm(question, 'Yes', reason);
    return text;
  };
  const act =
    (name: 'Request' | 'Return' | 'Sold') =>
    async (remark?: string): Promise<void> => {
      if (remark !== undefined) await article.getByLabel('Remark (optional)').fill(remark);
      await article.getByRole('button', { name, exact: true }).click();
      await confirm('Are you sure?', 'Yes');
    };
  const fact = (section: string, name: string): Locator =>
    article
      .getByRole('region', { name: section })
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
      .locator('dd');
  return {
    article,
    /** Waits until this stone's details have come. */
    async waitFor(parcelName: string): Promise<void> {
      await page
        .getByRole('article', { name: new RegExp(`^(Stone|Piece) ${parcelName}$`) })
        .and(page.locator('[aria-busy="false"]'))
        .waitFor();
    },
    /** 'Diamond Details', or what the line calls it. */
    title: (name: string): Locator => article.getByText(name, { exact: true }),
    /** The sections' headings, from the top. */
    sections: () => article.getByRole('heading', { level: 2 }).allInnerTexts(),
    findAMatch: (): Promise<void> => article.getByRole('button', { name: 'Find a Match' }).click(),
    viewCertificate: (): Promise<void> => article.getByRole('button', { name: 'View certificate' }).click(),
    remark: article.getByLabel('Remark (optional)'),
    /** A value of a section, such as `fact('Stone Properties', 'Weight')`. */
    fact,
    status: () => fact('Status', 'Status').innerText(),
    price: () => article.getByRole('region', { name: 'Price' }).innerText(),
    request: act('Request'),
    return: act('Return'),
    sell: act('Sold'),
    action: (name: string): Locator => article.getByRole('button', { name, exact: true }),
    /** The history's entries as text, newest first. */
    history: () => article.getByRole('region', { name: 'History' }).getByRole('listitem').allInnerTexts(),
    historyEntries: article.getByRole('region', { name: 'History' }).getByRole('listitem'),
    /** Administrators: undoes the last entry after looking at the effect, whose text is answered. */
    async undo(reason?: string): Promise<string> {
      await article.getByRole('button', { name: 'Undo' }).click();
      return correct('Are you sure you want to delete this event?', reason);
    },
    /** Administrators: changes the last entry's date; `wallTime` as `2026-11-03T09:30` in the house's time zone. Answers the effect. */
    async changeDate(wallTime: string, reason?: string): Promise<string> {
      await article.getByRole('button', { name: 'Change date' }).click();
      await page.getByRole('dialog').getByLabel('New date').fill(wallTime);
      return correct(/^Change this event's date to /, reason);
    },
  };
}
