/** A sheet as a jeweller's spreadsheet program saves it: rows of cells from row 1 on, and the ranges that are merged. */
export type DemoSheet = {
  name: string;
  rows: readonly (readonly (string | number | null)[])[];
  merges?: readonly string[];
};

/** A workbook of these sheets. */
export async function workbookOf(sheets: readonly DemoSheet[]): Promise<Uint8Array> {
  // Only the first start of a demo needs it.
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.Workbook();
  for (const { name, rows, merges = [] } of sheets) {
    const sheet = workbook.addWorksheet(name);
    for (const row of rows) sheet.addRow([...row]);
    for (const range of merges) sheet.mergeCells(range);
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
