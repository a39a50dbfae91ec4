import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readSheets, UnreadableSheet } from './index.ts';
import { rawWorkbook, sheetBytes } from './testing/workbook-bytes.ts';

const oneCell = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
const rows = (count: number, cells: (row: number) => string): string =>
  `<sheetData>${Array.from({ length: count }, (_, index) => `<row r="${index + 1}">${cells(index + 1)}</row>`).join('')}</sheetData>`;
const shared = (...texts: readonly string[]): string =>
  `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`;
const withPart = (bytes: Uint8Array, name: string, xml: string): Uint8Array =>
  zipSync({ ...unzipSync(bytes), [name]: strToU8(xml) });
const manyCells = (row: number): string =>
  Array.from({ length: 90 }, (_, at) => `<c r="${column(at)}${row}" t="s"><v>0</v></c>`).join('');
const column = (at: number): string =>
  (at >= 26 ? String.fromCharCode(64 + Math.floor(at / 26)) : '') + String.fromCharCode(65 + (at % 26));

/** Small files, each of which once held the reading thread for a minute or filled the server's memory. */
const hostile: [string, () => Uint8Array, RegExp][] = [
  [
    'one long text in 9,000 cells',
    () =>
      withPart(
        rawWorkbook(rows(100, manyCells)),
        'xl/sharedStrings.xml',
        shared(`<t>${'x'.repeat(1024 * 1024)}</t>`),
      ),
    /'Raw' holds 1,048,576 characters in A1, more than 32,767/,
  ],
  [
    'a text of the longest length in 9,000 cells',
    () =>
      withPart(
        rawWorkbook(rows(100, manyCells)),
        'xl/sharedStrings.xml',
        shared(`<t>${'x'.repeat(32_767)}</t>`),
      ),
    /'Raw' passes 33,554,432 characters of text of the file at [A-Z]+12:/,
  ],
  [
    'a row far below',
    () => rawWorkbook('<sheetData><row r="999999999"><c r="A999999999"><v>1</v></c></row></sheetData>'),
    /'Raw' reaches down to row 999,999,999, more than 100,000/,
  ],
  [
    'a cell far to the right of each row',
    () => rawWorkbook(rows(9000, (row) => `<c r="SF${row}"><v>1</v></c>`)),
    /'Raw' passes 4,000,000 cells of the file at SF8001/,
  ],
  [
    'a million names that are never closed',
    () => rawWorkbook(oneCell, '<definedNames>'.repeat(1e6)),
    /damaged/,
  ],
  [
    'a million merges that are never closed',
    () => rawWorkbook(`${oneCell}<mergeCells>${'<mergeCell '.repeat(1e6)}`),
    /damaged/,
  ],
  [
    '49,000 merges, one over the other',
    () =>
      rawWorkbook(
        `${rows(20_000, (row) => `<c r="A${row}"><v>1</v></c>`)}<mergeCells>${'<mergeCell ref="B1:C90000"/>'.repeat(49_000)}</mergeCells>`,
      ),
    /'Raw' has merged cells that overlap at B1/,
  ],
  [
    'formulas without results',
    () => rawWorkbook(rows(10_001, (row) => `<c r="A${row}"><f>B${row}</f></c>`)),
    /'Raw' passes 10,000 cells without a value at A10001/,
  ],
  [
    'a number format without end',
    () =>
      withPart(
        rawWorkbook(oneCell),
        'xl/styles.xml',
        `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(1e6)}"/></numFmts></styleSheet>`,
      ),
    /a number format of more than 255 characters/,
  ],
  [
    'elements within elements',
    () => withPart(rawWorkbook(oneCell), 'xl/sharedStrings.xml', `<sst>${'<si>'.repeat(1e6)}`),
    /damaged/,
  ],
];

test.each(hostile)(
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
}, 30_000);

test('rich text that many cells share is read once, and counts by its text', async () => {
  const runs = `<r><t>Halo</t></r>${'<r><t></t></r>'.repeat(20_000)}`;
  const bytes = withPart(rawWorkbook(rows(100, manyCells)), 'xl/sharedStrings.xml', shared(runs));
  const [sheet] = await readSheets(bytes);
  expect(sheet!.rows).toHaveLength(100);
  expect(sheet!.rows[99]!.cells[89]).toBe('Halo');
}, 30_000);

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
}, 60_000);
