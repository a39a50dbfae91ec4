import type { Locator, Page } from 'playwright-core';

/** Core Jewellery that is available: models with their steppers, and the pieces beside them. Written for wide screens. */
export function modelsPage(page: Page) {
  const visible = page.locator(':visible');
  const grid = page.getByRole('grid', { name: 'Jewellery models' });
  const actions = page.getByRole('group', { name: 'Actions' }).and(visible);
  const backOrdersDialog = page.getByRole('dialog', { name: 'Back orders' });
  const manageDialog = page.getByRole('dialog', { name: 'Manage jewellery models' });
  return {
    grid,
    /** The models on the page shown, from the top. */
    names: () =>
      grid
        .locator('tr[data-key]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key') ?? '')),
    row: (model: string): Locator => grid.locator(`tr[data-key="${model}"]`),
    async order(model: string, quantity: number): Promise<void> {
      await grid.getByRole('textbox', { name: `${model} ordered` }).fill(String(quantity));
    },
    ordered: (model: string) => grid.getByRole('textbox', { name: `${model} ordered` }).inputValue(),
    /** Requests what is ordered, through the large dialog. */
    async request(comment?: string): Promise<void> {
      await actions.getByRole('button', { name: 'Request' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm your request' });
      if (comment !== undefined) await dialog.getByLabel('Comment (optional)').fill(comment);
      await dialog.getByRole('button', { name: 'Request', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    backOrders: {
      async open(): Promise<void> {
        await actions.getByRole('button', { name: 'Back orders' }).click();
        await backOrdersDialog.waitFor();
      },
      /** Ordered, filled and waiting of a model's one order. */
      figures: (model: string) =>
        backOrdersDialog
          .getByRole('row', { name: new RegExp(model) })
          .locator('td[data-figure]')
          .allInnerTexts(),
      async cancel(model: string): Promise<void> {
        await backOrdersDialog.getByRole('button', { name: `Cancel the back order of ${model}` }).click();
        await page
          .getByRole('dialog', { name: `Cancel the back order of ${model}?` })
          .getByRole('button', { name: 'Yes' })
          .click();
        await backOrdersDialog.getByRole('row', { name: new RegExp(model) }).waitFor({ state: 'detached' });
      },
      close: () => backOrdersDialog.getByRole('button', { name: 'Close' }).click(),
    },
    showPieces: () =>
      page.getByRole('group', { name: 'View' }).and(visible).getByRole('button', { name: 'Pieces' }).click(),
    showModels: () =>
      page.getByRole('group', { name: 'View' }).and(visible).getByRole('button', { name: 'Models' }).click(),
    manageButton: actions.getByRole('button', { name: 'Manage' }),
    manage: {
      dialog: manageDialog,
      async open(): Promise<void> {
        await actions.getByRole('button', { name: 'Manage' }).click();
        await manageDialog
          .getByRole('button', { name: /^Edit / })
          .first()
          .waitFor();
      },
      /** Imports a spreadsheet; answers what was reported. */
      async import(file: { name: string; mimeType: string; buffer: Buffer }): Promise<string> {
        await manageDialog.getByLabel(/Import models/).setInputFiles(file);
        const report = manageDialog.getByRole('status').filter({ hasText: 'imported' });
        await report.waitFor();
        return report.innerText();
      },
      async setAdditional(model: string, quantity: number): Promise<void> {
        await manageDialog.getByRole('button', { name: `Edit ${model}`, exact: true }).click();
        await manageDialog.getByLabel('Additional quantity').fill(String(quantity));
        await manageDialog.getByRole('button', { name: 'Save' }).click();
        await manageDialog.getByRole('button', { name: `Edit ${model}`, exact: true }).waitFor();
      },
      close: () => manageDialog.getByRole('button', { name: 'Close' }).click(),
    },
  };
}
