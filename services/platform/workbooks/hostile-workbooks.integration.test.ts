import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readSheets, UnreadableSheet } from './index.ts';
import { HOSTILE_WORKBOOKS, manyCells, rows, shared, withPart } from './testing/hostile-workbooks.ts';
import { rawWorkbook, sheetBytes } from './testing/workbook-bytes.ts';

test.each(HOSTILE_WORKBOOKS)(
  '%s is refused quickly, by name',
  async (_, file, message) => {
    const bytes = file();
    expect(bytes.length).toBeLessThan(512 * 1024);
    const since = performance.now();
    const refusal = await readSheets(bytes).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnreadableSheet);
    expect((refusal as Error).message).toMatch(message);
    expect(performance.now() - since).toBeLessThan(30_000);
  },
  60_000,
);

test('49,000 merges beside each other are no attack', async () => {
  const merges = Array.from(
    { length: 49_000 },
    (_, index) => `<mergeCell ref="B${index + 1}:C${index + 1}"/>`,
  );
  const bytes = rawWorkbook(
    `${rows(2, (row) => `<c r="A${row}"><v>1</v></c><c r="B${row}"><v>2</v></c><c r="C${row}"><v>3</v></c>`)}<mergeCells>${merges.join('')}</mergeCells>`,
  );
  expect((await readSheets(bytes))[0]!.rows.map(({ cells }) => cells)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('rich text that many cells share is read once, and counts by its text', async () => {
  const runs = `<r><t>Halo</t></r>${'<r><t></t></r>'.repeat(20_000)}`;
  const bytes = withPart(rawWorkbook(rows(100, manyCells)), 'xl/sharedStrings.xml', shared(runs));
  const [sheet] = await readSheets(bytes);
  expect(sheet!.rows).toHaveLength(100);
  expect(sheet!.rows[99]!.cells[89]).toBe('Halo');
});

test('text of a CSV file has the same limits', async () => {
  await expect(readSheets(Buffer.from(`Name,Remark\nA,${'x'.repeat(40_000)}\n`))).rejects.toThrow(
    /The sheet holds 40,000 characters in B2, more than 32,767/,
  );
});

test('the merges of a sheet are its own, also where a sheet before it was deleted', async () => {
  const bytes = rawWorkbook(
    '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
  );
  const workbook = new TextDecoder().decode(unzipSync(bytes)['xl/workbook.xml']);
  const renumbered = withPart(bytes, 'xl/workbook.xml', workbook.replace('sheetId="1"', 'sheetId="7"'));
  expect((await readSheets(renumbered))[0]!.rows[0]!.cells).toEqual([1]);
});

test('while files wait to be read no more than a few are kept, and others are read meanwhile', async () => {
  const small = await sheetBytes([['RS210W', 3]]);
  const slow = rawWorkbook(rows(60_000, (row) => `<c r="A${row}"><v>1</v></c><c r="B${row}"><v>2</v></c>`));
  const since = performance.now();
  const slowly = readSheets(slow).then(() => performance.now() - since);
  await readSheets(small);
  const quickly = performance.now() - since;
  expect(quickly).toBeLessThan(await slowly);
  const answers = await Promise.allSettled(Array.from({ length: 16 }, () => readSheets(small)));
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(String((refused[0] as PromiseRejectedResult).reason)).toContain('Many files are being read');
});
