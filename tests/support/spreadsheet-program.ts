import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { TestContext } from 'vitest';
import { isExecutable } from './executable.ts';

const NONE =
  'no spreadsheet program was found. Install LibreOffice Calc (apt-get install libreoffice-calc), so that soffice is in the PATH';

/** Calculates whatever it opens, instead of believing the results in the file. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** A formula of a workbook with the result that we wrote beside it, and what the other program makes of it. */
export type Recalculated = { sheet: string; cell: string; formula: string; ours: unknown; theirs: unknown };

/**
 * Opens workbooks with LibreOffice, which recomputes every formula: our results are taken out of the files first.
 * All formulas of each workbook, by its name. Where LibreOffice is not installed the calling test is skipped with the reason.
 */
export async function recalculate(
  context: Pick<TestContext, 'skip'>,
  workbooks: Readonly<Record<string, Uint8Array>>,
): Promise<Record<string, Recalculated[]>> {
  const program = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'soffice'))
    .find(isExecutable);
  if (program === undefined) return context.skip(NONE);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-spreadsheets-'));
  try {
    await mkdir(path.join(folder, 'profile/user'), { recursive: true });
    await writeFile(path.join(folder, 'profile/user/registrymodifications.xcu'), ALWAYS_RECALCULATE);
    const names = Object.keys(workbooks);
    for (const name of names)
      await writeFile(path.join(folder, `${name}.xlsx`), withoutResults(workbooks[name]!));
    await promisify(execFile)(program, [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--norestore',
      '--convert-to',
      'xlsx:Calc MS Excel 2007 XML',
      '--outdir',
      path.join(folder, 'out'),
      ...names.map((name) => path.join(folder, `${name}.xlsx`)),
    ]);
    const found: Record<string, Recalculated[]> = {};
    for (const name of names) {
      const theirs = await opened(await readFile(path.join(folder, 'out', `${name}.xlsx`)));
      found[name] = compared(await opened(workbooks[name]!), theirs);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutResults(workbook: Uint8Array): Uint8Array {
  const parts = unzipSync(workbook);
  for (const [name, part] of Object.entries(parts)) {
    if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(name)) continue;
    parts[name] = strToU8(strFromU8(part).replace(/(<f>[^<]*<\/f>)<v>[^<]*<\/v>/g, '$1'));
  }
  return zipSync(parts);
}

async function opened(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer);
  return workbook;
}

function compared(ours: ExcelJS.Workbook, theirs: ExcelJS.Workbook): Recalculated[] {
  const formulas: Recalculated[] = [];
  ours.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.type !== ExcelJS.ValueType.Formula) return;
        formulas.push({
          sheet: sheet.name,
          cell: cell.address,
          formula: cell.formula,
          ours: cell.result,
          theirs: theirs.getWorksheet(sheet.name)?.getCell(cell.address).result,
        });
      }),
    ),
  );
  return formulas;
}
