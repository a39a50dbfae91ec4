import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnreadableFeed } from './feed-attributes.ts';
import { FEED_ROWS, generateFeed } from './testing/generate-feed.ts';
import { readMapping } from './map-columns.ts';
import { parseFeed } from './parse-feed.ts';
import { TEST_VENDOR } from './testing/read-row.ts';

const mapping = readMapping(JSON.parse(readFileSync('services/vendors/feed/example-mapping.json', 'utf8')));
const parse = (csv: string) => parseFeed(Buffer.from(csv), mapping, TEST_VENDOR, () => undefined);

const small = generateFeed({ rows: 60, seed: 5 }).csv.trim().split('\n');
const [headings, ...rows] = small as [string, ...string[]];
const broken = [
  'AW000001,ROUND,0.3,G,VS1,EX,61,57,4.3,4.32,2.64,700',
  'AW9,ROUND,x,G,VS1,EX,61,57,4.3,4.32,2.64,700',
  ',ROUND,0.3,G,VS1,EX,61,57,4.3,4.32,2.64,700',
];

test('the same rows in any order give the same offers and the same bad rows', async () => {
  const everything = [...rows, ...broken];
  const key = (feed: Awaited<ReturnType<typeof parse>>) => ({
    offers: feed.offers.map(({ row: _, ...offer }) => JSON.stringify(offer)).sort(),
    problems: feed.problems.map(({ row: _, ...problem }) => JSON.stringify(problem)).sort(),
    reported: feed.reportedRows,
  });
  const expected = key(await parse([headings, ...everything].join('\n')));
  expect(expected.offers).toHaveLength(59);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(everything, { minLength: everything.length }), async (shuffled) => {
      expect(key(await parse([headings, ...shuffled].join('\n')))).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test('of a stock number that stands twice neither row is listed: which is right does not follow from their order', async () => {
  const feed = await parse([headings, rows[0], broken[0]].join('\n'));
  expect(feed.offers).toEqual([]);
  expect(feed.problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'Stock #', 'the stock number is in 2 rows: keep one of them'],
    [3, 'Stock #', 'the stock number is in 2 rows: keep one of them'],
  ]);
});

test('a certificate number that stands twice is reported in both rows, one of two labs is not', async () => {
  const certified = readMapping({
    S: 'parcelName',
    L: 'lab',
    C: 'certNo',
    W: 'weight',
    H: 'shapeCode',
    K: 'colour',
    Q: 'clarity',
    P: 'vendorPrice',
  });
  const line = (stock: string, lab: string, certNo: string) => `${stock},${lab},${certNo},1,RD,G,VS1,5000`;
  const csv = [
    'S,L,C,W,H,K,Q,P',
    line('A', 'GIA', '1111111111'),
    line('B', 'GIA', '1111111111'),
    line('C', 'IGI', '1111111111'),
    line('D', 'GIA', '2222222222'),
  ].join('\n');
  const feed = await parseFeed(Buffer.from(csv), certified, TEST_VENDOR, () => undefined);
  expect(feed.offers.map(({ parcelName }) => parcelName)).toEqual(['C', 'D']);
  expect(feed.problems.map(({ column, message }) => `${column}: ${message}`)).toEqual(
    Array.from({ length: 2 }, () => 'C: the certificate number is in 2 rows: keep one of them'),
  );
});

test('a bad row still names its parcel, so the parcel is not missing', async () => {
  const feed = await parse([headings, 'AW7,ROUND,x,G,VS1,EX,61,57,4.3,4.32,2.64,700'].join('\n'));
  expect([...feed.named]).toEqual(['AW7']);
  expect(feed.refused).toEqual([{ row: 2, parcelName: 'AW7' }]);
});

test('a row that cannot be identified names no parcel', async () => {
  const feed = await parse([headings, rows[0], `${rows[1]},extra`].join('\n'));
  expect(feed).toMatchObject({ refused: [{ row: 3, parcelName: undefined }], rows: 2, reportedRows: 1 });
  expect(feed.offers).toHaveLength(1);
});

test.each([
  ['', /is empty/],
  [headings, /headings and no rows/],
])('a file of %j is refused', async (csv, message) => {
  await expect(parse(csv)).rejects.toThrow(UnreadableFeed);
  await expect(parse(csv)).rejects.toThrow(message);
});

test('a discount column of unclear convention leaves its rows out', async () => {
  const discounted = readMapping({
    S: 'parcelName',
    W: 'weight',
    H: 'shapeCode',
    K: 'colour',
    Q: 'clarity',
    D: 'vendorDiscount',
  });
  const csv = (...discounts: string[]) =>
    ['S,W,H,K,Q,D', ...discounts.map((discount, index) => `A${index},1,RD,G,VS1,${discount}`)].join('\n');
  const read = (text: string) => parseFeed(Buffer.from(text), discounted, TEST_VENDOR, () => 1_000_000);
  expect((await read(csv('-0.35', '-0.4'))).offers.map(({ costCents }) => costCents)).toEqual([
    650_000, 600_000,
  ]);
  expect((await read(csv('-35', '-40'))).offers.map(({ costCents }) => costCents)).toEqual([
    650_000, 600_000,
  ]);
  const mixed = await read(csv('-35', '-0.4'));
  expect(mixed.offers.map(({ costCents }) => costCents)).toEqual([650_000]);
  expect(mixed.problems).toEqual([
    {
      row: 3,
      column: 'D',
      value: '-0.4',
      message: 'is unclear: a fraction or a percentage? Write it with a % sign, or set it in the mapping',
    },
  ]);
});

test('the generated feed is as large as the real one, and its good rows are good', async () => {
  const { csv, goodRows } = generateFeed();
  const feed = await parse(csv);
  expect(feed.rows).toBe(FEED_ROWS);
  expect(feed.offers).toHaveLength(goodRows);
  expect(feed.problems.every(({ message }) => message.startsWith('is impossible'))).toBe(true);
});

const REAL = '../shared/data/vendor-feed-53940.csv';

test('the real feed: impossible measurements are reported by row and column, everything else is listed', async (context) => {
  context.skip(!existsSync(REAL), "a vendor's real feed is no part of the repository, and is not beside it");
  const feed = await parseFeed(readFileSync(REAL), mapping, TEST_VENDOR, () => undefined);
  expect(feed.rows).toBe(53_940);
  expect(feed.reportedRows).toBeLessThan(100);
  expect(feed.offers).toHaveLength(feed.rows - feed.reportedRows);
  expect(feed.problems.filter(({ message }) => message.startsWith('is impossible'))).toHaveLength(35);
  expect(feed.problems).toContainEqual(
    expect.objectContaining({
      row: 24_069,
      column: 'Weight',
      message: expect.stringContaining('does not fit 8.09 × 58.9 × 8.06 mm') as string,
    }),
  );
  expect(new Set(feed.problems.map(({ column }) => column))).toEqual(
    new Set(['Length', 'Width', 'Depth', 'Weight', 'Depth %']),
  );
});
