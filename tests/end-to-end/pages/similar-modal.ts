import type { Locator, Page } from 'playwright-core';

export type SimilarModal = ReturnType<typeof similarModal>;

/** The ranked similar stones of Find a Match or Refill, and their comparison. */
export function similarModal(page: Page, title: 'Find a Match' | 'Replacement options') {
  const dialog = page.getByRole('dialog', { name: title });
  const candidates = dialog.getByRole('list', { name: 'Similar stones' }).locator('> li');
  return {
    dialog,
    candidates,
    none: dialog.getByText("We weren't able to find a close match. Sorry!"),
    waitForCandidates: () => candidates.first().waitFor(),
    /** The scores, from the top. */
    scores: async (): Promise<number[]> =>
      (
        await dialog
          .getByRole('list', { name: /^Score/ })
          .locator('li:first-child')
          .allInnerTexts()
      ).map(Number),
    /** What the first candidate's score is made of: '−1 colour', '+0.03 ct'. */
    firstDifferences: (): Promise<string[]> =>
      candidates
        .first()
        .getByRole('list', { name: /^Score/ })
        .locator('li:not(:first-child)')
        .allInnerTexts(),
    addToCart: (place: number): Locator =>
      candidates.nth(place).getByRole('button', { name: /^Add .* to cart$/ }),
    inCart: (place: number): Locator =>
      candidates.nth(place).getByRole('button', { name: /^Remove .* from cart$/ }),
    async compare(count: number): Promise<Locator> {
      const boxes = dialog.getByRole('checkbox', { name: /^Compare / });
      for (let place = 0; place < count; place++) await boxes.nth(place).check();
      await dialog.getByRole('button', { name: /^Compare \d/ }).click();
      const table = dialog.getByRole('table');
      await table.waitFor();
      return table;
    },
    close: async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Close' }).first().click();
      await dialog.waitFor({ state: 'detached' });
    },
  };
}
