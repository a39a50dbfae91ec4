import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';

/** A workbook as a spreadsheet program would save it. */
export async function workbookBytes(fill: (workbook: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  fill(workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** A workbook of one sheet, 'Sheet1', with these rows from row 1 on. */
export function sheetBytes(rows: readonly (readonly ExcelJS.CellValue[])[]): Promise<Uint8Array> {
  return workbookBytes((workbook) => {
    const sheet = workbook.addWorksheet('Sheet1');
    for (const row of rows) sheet.addRow([...row]);
  });
}

/**
 * A workbook put together by hand: `sheet` is what stands inside its worksheet, `workbook` inside its workbook part, and
 * `parts` are more of it, by their names.
 */
export function rawWorkbook(
  sheet: string,
  workbook = '',
  parts: Readonly<Record<string, string>> = {},
): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Raw" sheetId="1" r:id="rId1"/></sheets>${workbook}</workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${main}">${sheet}</worksheet>`),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])),
  });
}
