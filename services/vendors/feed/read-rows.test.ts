import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { UnreadableFeed } from './feed-attributes.ts';
import { FEED_LIMITS, readRows, type FileRow } from './read-rows.ts';
import { bytesOf } from './testing/read-row.ts';

async function rowsOf(
  file: string | Uint8Array,
  limits: Partial<typeof FEED_LIMITS> = {},
  size?: number,
): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readRows(bytesOf(file, size), { ...FEED_LIMITS, ...limits })) rows.push(row);
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

const cells = async (file: string | Uint8Array): Promise<(readonly string[])[]> =>
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

test('a character cut in two by the transport is put together again', async () => {
  const rows = await rowsOf(Buffer.from('é,ü\nñ,€\n', 'utf8'), {}, 1);
  expect(rows.map((row) => row.cells)).toEqual([
    ['é', 'ü'],
    ['ñ', '€'],
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
    'a file that is not text',
    Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00]),
    /NUL characters.*CSV UTF-8/,
  ],
  ['a NUL in a cell', 'a,b\n1,\u0000\n', /NUL characters/],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x2c, 0xe9, 0x0a]), /not UTF-8 text.*CSV UTF-8/],
  ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', /A quote is opened and never closed/],
  [
    'a cell longer than a row may be',
    `a,b\n1,${'x'.repeat(70_000)}\n`,
    /Around row 2 a row is longer than 65,536 characters/,
  ],
  [
    'a quote that swallows the rest',
    `a,b\n1,"2\n${'3,4\n'.repeat(20_000)}`,
    /longer than 65,536 characters: a quote before it is not closed/,
  ],
  ['a million columns', `${','.repeat(1_000_000)}\n`, /longer than 65,536 characters/],
  ['thousands of columns', `${','.repeat(5_000)}\n`, /Row 1 has 5,001 columns, more than 500/],
])('%s is refused, saying where and how to mend it', async (_, file, message) => {
  expect(await refusal(file)).toMatch(message);
});

test('limits of bytes and rows', async () => {
  expect(await refusal('a\n1\n2\n3\n', { rows: 2 })).toMatch(/more than 2 rows/);
  expect(await refusal('a\n1\n2\n3\n', { bytes: 4 })).toMatch(/larger than/);
});
