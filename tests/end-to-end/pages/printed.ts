import type { Page } from 'playwright-core';

/** Prints the page, as a person's printer would get it; answers how many sheets that takes and how many rows of a list are on them. */
export async function printed(page: Page): Promise<{ sheets: number; rows: number }> {
  // What stands on the page while it is printed is counted by the page itself.
  await page.evaluate(() =>
    window.addEventListener(
      'beforeprint',
      () =>
        document.body.setAttribute(
          'data-printed',
          String(
            [...document.querySelectorAll('tr[data-key]')].filter((row) => row.checkVisibility()).length,
          ),
        ),
      { once: true },
    ),
  );
  const pdf = (await page.pdf()).toString('latin1');
  return {
    sheets: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
    rows: Number(await page.locator('body').getAttribute('data-printed')),
  };
}
