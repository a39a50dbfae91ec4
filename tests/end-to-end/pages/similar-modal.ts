import type { Locator, Page } from 'playwright-core';

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
          .locator('li:first-child b')
          .allInnerTexts()
      ).map(Number),
    /** What the first candidate's score is in a word: 'Closest'. */
    firstVerdict: (): Promise<string> =>
      candidates
        .first()
        .getByText(/^(Closest|Near|Further)$/)
        .innerText(),
    /** How the candidates differ, from the top: '0.03 ct smaller'. */
    differences: (): Promise<string[]> =>
      candidates.getByRole('list', { name: 'Differences' }).locator('li').allInnerTexts(),
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
