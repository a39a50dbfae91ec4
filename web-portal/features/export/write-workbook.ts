import { strToU8, Zip, ZipDeflate } from 'fflate';
import { wait } from '#web-shared/wait.ts';
import { fixedParts, sheetWriter, type Sheet } from './workbook-parts.ts';

const ROWS_AT_ONCE = 400;

/**
 * A workbook (.xlsx) of one sheet: widths and formats set, first row frozen, links as links, and no text ever
 * a formula (product: Spreadsheet export; rule: No formulas from text). Written a few hundred rows at a time,
 * so that the page stays responsive: `onProgress` receives the share that is done, from 0 to 1. Returns the
 * file's bytes in pieces. exceljs would cost 230 KiB for it.
 */
export async function writeWorkbook(
  sheet: Sheet,
  onProgress: (done: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const failures: Error[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) failures.push(error);
    else chunks.push(new Uint8Array(chunk));
  });
  const file = (path: string): ZipDeflate => {
    const part = new ZipDeflate(path, { level: 4 });
    zip.add(part);
    return part;
  };
  const whole = (path: string, xml: string): void => file(path).push(strToU8(xml), true);

  for (const [path, xml] of Object.entries(fixedParts(sheet.name))) whole(path, xml);
  const writer = sheetWriter(sheet);
  const part = file('xl/worksheets/sheet1.xml');
  part.push(strToU8(writer.head()));
  for (let from = 0; from < sheet.rowCount; from += ROWS_AT_ONCE) {
    part.push(strToU8(writer.rows(from, Math.min(from + ROWS_AT_ONCE, sheet.rowCount))));
    onProgress(from / sheet.rowCount);
    await wait(0);
  }
  part.push(strToU8(writer.foot()), true);
  whole('xl/worksheets/_rels/sheet1.xml.rels', writer.relations());
  whole('xl/styles.xml', writer.styles());
  zip.end();
  const [failure] = failures;
  if (failure) throw failure;
  return chunks;
}
