import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';

export type DownloadedFile = { name: string; bytes: Buffer };

/** The file that arrives when `press` is done, under the name it is offered to be saved as. */
export async function downloadedBy(page: Page, press: () => Promise<void>): Promise<DownloadedFile> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The files of an archive by their paths. */
export const unpacked = ({ bytes }: DownloadedFile): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file)]));

/** The last figure of a workbook's column, as a spreadsheet program shows it: `lastFigure(bytes, 'Bill', 'F')`. */
export async function lastFigure(workbook: Buffer, sheet: string, column: string): Promise<number> {
  const read = new ExcelJS.Workbook();
  await read.xlsx.load(Uint8Array.from(workbook).buffer);
  let last = NaN;
  read
    .getWorksheet(sheet)
    ?.getColumn(column)
    .eachCell((cell) => {
      const value: unknown = cell.result ?? cell.value;
      if (typeof value === 'number') last = value;
    });
  return last;
}
