import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { UnreadableFeed } from './feed-attributes.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import { rawWorkbook, workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { FEED_LIMITS, openSheets, type FileCell, type FileRow } from './read-rows.ts';

async function rowsOf(
  file: string | Uint8Array,
  limits: Partial<typeof FEED_LIMITS> = {},
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for (const sheet of await openSheets(Buffer.from(file), { ...FEED_LIMITS, ...limits }))
    for await (const row of sheet.rows) rows.push(row);
  return rows;
}

const refusal = async (
  file: string | Uint8Array,
  limits: Partial<Record<keyof typeof FEED_LIMITS, number>> = {},
): Promise<string> => {
  try {
    await rowsOf(file, limits as Partial<typeof FEED_LIMITS>);
  } catch (error) {
    if (error instanceof UnreadableFeed) return error.message;
    throw error;
  }
  return 'was read';
};

const cells = async (file: string | Uint8Array): Promise<(readonly FileCell[])[]> =>
  (await rowsOf(file)).map((row) => row.cells);

test('rows are numbered as a spreadsheet does', async () => {
  expect(await rowsOf('a,b\r\n1,2\r\n\r\n3,4')).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 2, cells: ['1', '2'] },
    { row: 4, cells: ['3', '4'] },
  ]);
});

test('quotes, separators and doubled quotes inside cells', async () => {
  expect(await cells('a,b\n"x, y","5"" long"\n')).toEqual([
    ['a', 'b'],
    ['x, y', '5" long'],
  ]);
});

test('a stray quote inside a cell is a character like others', async () => {
  expect(await cells('a,b\n5" long,2\n3,4\n')).toEqual([
    ['a', 'b'],
    ['5" long', '2'],
    ['3', '4'],
  ]);
});

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffa,é\n1,2\n', 'utf8')],
  ['UTF-16 little-endian', Buffer.from('\ufeffa,é\n1,2\n', 'utf16le')],
  ['UTF-16 big-endian', Buffer.from('\ufeffa,é\n1,2\n', 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('a,é\n1,2\n', 'utf16le')],
])('%s is read', async (_, file) => {
  expect(await cells(file)).toEqual([
    ['a', 'é'],
    ['1', '2'],
  ]);
});

test('Western European text is read', async () => {
  expect(await cells(Buffer.from('Größe,Héritage\n1,é\n', 'latin1'))).toEqual([
    ['Größe', 'Héritage'],
    ['1', 'é'],
  ]);
});

test.each([
  [',', 'a,b\n"1;2;3",2\n'],
  [';', 'a;b\n1,5;2,25\n3,5;4,25\n'],
  ['\t', 'a\tb\n1,5\t2;2\n'],
  ['|', 'a|b\n1,5|2\n'],
  [';', 'Stock, of Monday, for you\n\na;b\n1;2\n3;4\n'],
  ['^', 'sep=^\na^b\n1,5^2,5\n'],
])('cells are separated by %j in %j', async (_, file) => {
  expect((await cells(file)).at(-1)).toHaveLength(2);
});

test('a line break in a quoted cell does not move the numbers of the rows below', async () => {
  expect((await rowsOf('a,b\n1,"x\ny"\n\n3,4\n')).map(({ row }) => row)).toEqual([1, 2, 4]);
});

test('the first row that a spreadsheet shows is 1, also below a line that names the separator', async () => {
  expect((await rowsOf('sep=;\r\na;b\r\n1;2\r\n')).map(({ row }) => row)).toEqual([1, 2]);
});

test('a workbook: numbers as shown, formulas by their results, what is no value named', async () => {
  const bytes = await workbookBytes((workbook) => {
    workbook.addWorksheet('Notes').addRow(['hello']);
    const sheet = workbook.addWorksheet('Stock');
    sheet.addRow(['S', 'W', 'P', 'D']);
    sheet.addRow([
      'A1',
      0.1 + 0.2,
      { formula: 'B2*100', result: 30.000000000000004 },
      new Date(Date.UTC(2026, 0, 2)),
    ]);
    sheet.addRow(['A2', { formula: 'B2*2' }, { error: '#REF!' }]);
  });
  const sheets = await openSheets(bytes);
  expect(sheets.map(({ name }) => name)).toEqual(['Notes', 'Stock']);
  expect(await cells(bytes)).toEqual([
    ['hello'],
    ['S', 'W', 'P', 'D'],
    ['A1', 0.3, 30, { problem: 'is a date: format its column as text' }],
    ['A2', { problem: 'is a formula without a result' }, { problem: 'holds the error #REF!' }],
  ]);
});

test('mixed line ends do not glue rows together', async () => {
  expect(await cells('a,b\r\n1,2\n3,4\r5,6')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ]);
});

test.each([
  [
    'a damaged workbook',
    Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00]),
    /workbook is damaged/,
  ],
  [
    'a workbook of an older kind',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    /old \.xls workbook, or one with a password: save it as \.xlsx/,
  ],
  ['a NUL in a cell', 'a,b\n1,\u0000\n', /not UTF-8 text at byte 7, in line 2/],
  [
    'damaged UTF-8',
    Buffer.concat([Buffer.from('é,b\n1,2\n'), Buffer.from([0x33, 0xe9, 0x0a])]),
    /not UTF-8 text at byte 11, in line 3\. Save it as "CSV UTF-8"/,
  ],
  [
    'another alphabet',
    Buffer.from([0x61, 0x0a, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5]),
    /not UTF-8 text at byte 3, in line 2/,
  ],
  [
    'half a character of UTF-16',
    Buffer.from('\ufeffa,\ud800b\n', 'utf16le'),
    /not UTF-16LE text at byte 7, in line 1/,
  ],
  [
    'a quote that is never closed',
    'a,b\n1,"2\n3,4\n',
    /^A quote is opened in row 2, column B, and never closed/,
  ],
  [
    'a cell longer than a row may be',
    `a,b\n1,${'x'.repeat(3_000_000)}\n`,
    /^Row 2 is longer than 65,536 characters, in column B: a quote in it/,
  ],
  [
    'a long line after quoted line breaks',
    `a,b,c\n1,"2\n2\n2",3\n\n4,5,${'y'.repeat(3_000_000)}\n6,7,8\n`,
    /^Row 4 is longer than 65,536 characters, in column C/,
  ],
  [
    'a long line of many short cells',
    `a,b\n${`${'z'.repeat(400)},`.repeat(400)}\n`,
    /^Row 2 is longer than 65,536 characters, in column FH/,
  ],
  [
    'a quote that swallows the rest',
    `a,b\n1,"2\n${'3,4\n'.repeat(20_000)}`,
    /^Row 2 is longer than 65,536 characters, in column B: a quote in it is not closed/,
  ],
  ['a million columns', `a,b\n${','.repeat(1_000_000)}\n`, /^Row 2 has more than 500 columns/],
  ['thousands of columns', `${','.repeat(5_000)}\n`, /^Row 1 has more than 500 columns/],
])('%s is refused, saying where and how to mend it', async (_, file, message) => {
  expect(await refusal(file)).toMatch(message);
});

test('a workbook in the layout of trading networks is read in no more memory than its size asks for', async () => {
  const columns = 61;
  const row = (number: number) =>
    `<row r="${number}">${Array.from({ length: columns }, (_, column) =>
      column % 3 === 0
        ? '<c t="inlineStr"><is><t>In stock</t></is></c>'
        : `<c><v>${number + column / 8}</v></c>`,
    ).join('')}</row>`;
  const count = 4_000;
  const bytes = rawWorkbook(
    `<sheetData>${Array.from({ length: count }, (_, index) => row(index + 1)).join('')}</sheetData>`,
  );
  // A tree of its cells would take five times as much.
  const [sheet] = await readSheets(bytes, { memoryMb: 32 });
  expect(sheet!.rows).toHaveLength(count);
  expect(sheet!.rows.at(-1)!.cells).toHaveLength(columns);
  const read = await rowsOf(bytes);
  expect(read.at(-1)).toMatchObject({ row: count, cells: { 0: 'In stock', 1: count + 1 / 8 } });
});

test('limits of bytes and rows', async () => {
  expect(await refusal('a\n1\n2\n3\n', { rows: 2 })).toMatch(/more than 2 rows/);
  expect(await refusal('a\n1\n2\n3\n', { bytes: 4 })).toMatch(/larger than/);
});
