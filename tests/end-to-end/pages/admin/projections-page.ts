import type { Page } from 'playwright-core';

/** The status of the projections. Written for wide screens. */
export function projectionsPage(page: Page) {
  const table = page.getByRole('table', { name: 'Projections' });
  const cellsOf = (name: string) =>
    table
      .getByRole('row')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('td');
  const column = async (heading: string): Promise<number> => {
    const headings = await table.locator('thead th').allInnerTexts();
    return headings.findIndex((text) => text.trim() === heading);
  };
  const cell = async (name: string, heading: string): Promise<string> =>
    (
      await cellsOf(name)
        .nth(await column(heading))
        .innerText()
    ).trim();
  return {
    waitForRows: () => table.locator('tbody tr').first().waitFor(),
    names: () => table.locator('tbody tr td:first-child').allInnerTexts(),
    status: (name: string) => cell(name, 'Status'),
    /** The log position that a projection has reached. */
    async position(name: string): Promise<number> {
      const [reached = ''] = (await cell(name, 'Position')).split(' of ');
      return Number(reached.replaceAll(',', ''));
    },
    /** How far it has come, in percent. */
    share: async (name: string): Promise<number> =>
      Number(
        await page
          .getByRole('progressbar', { name: `Progress of ${name}`, exact: true })
          .getAttribute('aria-valuenow'),
      ),
    rebuild: (name: string) => page.getByRole('button', { name: `Rebuild ${name}`, exact: true }),
    retry: (name: string) => page.getByRole('button', { name: `Retry the parked streams of ${name}` }),
    noneParked: page.getByText('None. Every event could be applied.'),
  };
}
