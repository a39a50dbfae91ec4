import ExcelJS from 'exceljs';

/** The workbook of these bytes. */
export async function readWorkbook(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer);
  return workbook;
}

/** The texts, or results of formulas, in a column of the sheet, from above. */
export const shown = (sheet: ExcelJS.Worksheet | undefined, column: string): string[] => {
  const words: string[] = [];
  sheet?.getColumn(column).eachCell((cell) => {
    if (cell.value !== null) words.push(String(cell.result ?? cell.value));
  });
  return words;
};
