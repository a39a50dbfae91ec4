import { expect, test } from 'vitest';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { readMapping } from './map-columns.ts';
import { parseFeed } from './parse-feed.ts';
import { readRow, TEST_VENDOR } from './testing/read-row.ts';

type Cells = Parameters<typeof readRow>[0];

/** What is wrong with a row that is good but for these cells: `column: message`. */
async function problems(cells: Cells): Promise<string[]> {
  const feed = await readRow(cells);
  expect(feed.offers).toHaveLength(feed.problems.length > 0 ? 0 : 1);
  return feed.problems.map(({ column, message }) => `${column}: ${message}`);
}

/** The stone of a good row. */
async function stone(cells: Cells, options: Parameters<typeof readRow>[1] = {}) {
  const feed = await readRow(cells, options);
  expect(feed.problems).toEqual([]);
  return feed.offers[0]!;
}

test('a good row becomes an offer: weight in thousandths of a carat, cost in cents', async () => {
  expect(await stone({})).toMatchObject({
    parcelName: 'A1',
    line: 'natural',
    costCents: 500_000,
    vendorAvailability: 'IN_STOCK',
    attributes: {
      weight: 1010,
      shapeCode: 'RD',
      colour: 'G',
      clarity: 'VS1',
      length: 6.41,
      width: 6.44,
      height: 3.97,
    },
  });
});

test('lab and certificate are optional', async () => {
  const { attributes } = await stone({});
  expect(attributes).not.toHaveProperty('lab');
  expect(attributes).not.toHaveProperty('certNo');
});

test("the parcel's name is the vendor's prefix and the stock number", async () => {
  expect((await stone({}, { vendor: { dxPrefix: 'MC-' } })).parcelName).toBe('MC-A1');
});

test.each([
  [{ parcelName: '' }, 'the parcelName: is empty'],
  [{ parcelName: 'A 1' }, 'the parcelName: is no parcel name'],
  [{ parcelName: '=1+1' }, 'the parcelName: is a formula: write its value'],
  [{ weight: '' }, 'the weight: is empty'],
  [{ weight: '100.001' }, 'the weight: is not a weight in carats above 0 and up to 100'],
  [{ weight: '0' }, 'the weight: is not a weight in carats'],
  [{ weight: '-1.01' }, 'the weight: is not a weight in carats'],
  [{ weight: '1e3' }, 'the weight: is not a weight in carats'],
  [{ shapeCode: 'Roundish' }, 'the shapeCode: is not known as shape'],
  [{ shapeCode: '' }, 'the shapeCode: is empty'],
  [{ colour: 'D-Fancy' }, 'the colour: is not known as colour'],
  [{ clarity: 'VS1-VS2' }, 'the clarity: is not known as clarity'],
  [{ colour: '' }, 'the colour: is empty'],
  [{ clarity: 'VS3' }, 'the clarity: is not known as clarity'],
  [{ cut: 'Super' }, 'the cut: is not known as cut'],
  [{ fluorescence: 'Glowing' }, 'the fluorescence: is not known as fluorescence'],
  [{ lab: 'ACME' }, 'the lab: is not known as laboratory'],
  [{ group: 'Platinum' }, 'the group: is not known as a group (tier)'],
  [{ height: '0.00' }, 'the height: is impossible: it must be above 0'],
  [{ tablePct: '-1' }, 'the tablePct: is impossible'],
  [{ length: 'six' }, 'the length: is not a number'],
  [{ crownAngle: '120' }, 'the crownAngle: Too big'],
  [{ certNo: '=HYPERLINK("https://x.example","1")' }, 'the certNo: is a formula: write its value'],
  [{ certNo: '@SUM(1)' }, 'the certNo: is a formula'],
  [{ countryOfOrigin: 'a\u001b[31mb' }, 'the countryOfOrigin: holds unprintable characters'],
  [{ countryOfOrigin: 'a\uffffb' }, 'the countryOfOrigin: holds unprintable characters'],
  [{ keyToSymbols: 'x'.repeat(401) }, 'the keyToSymbols: Too big'],
  [{ photoUrl: 'javascript:alert(1)' }, 'the photoUrl: is not a web address'],
  [{ photoUrl: 'https://x.example/\uffff' }, 'the photoUrl: is not a web address'],
  [{ photoUrl2: 'not a url' }, 'the photoUrl2: is not a web address'],
  [{ vendorPrice: '' }, 'the vendorPrice: is empty: the row has no price'],
  [{ vendorPrice: '0' }, 'the vendorPrice: is not an amount in dollars above 0'],
  [{ vendorPrice: 'call' }, 'the vendorPrice: is not an amount in dollars above 0'],
  [{ measurements: '6.41 x 6.44' }, 'the measurements: is not length, width and height'],
  [{ measurements: '6.41-6.44x0.00' }, 'the measurements: gives an impossible height'],
  [{ measurements: '6.41-6.44x4.10', height: '3.97' }, 'the height: contradicts the measurements'],
] satisfies [Cells, string][])('%o is reported as "%s" and left out', async (cells, message) => {
  const found = await problems(cells);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});

test('every bad cell of a row is reported, not only the first', async () => {
  const feed = await readRow({ weight: 'x', clarity: 'y', height: '0' });
  expect(feed.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
    [2, 'the weight', 'x'],
    [2, 'the clarity', 'y'],
    [2, 'the height', '0'],
  ]);
  expect(feed.reportedRows).toBe(1);
});

test.each([
  ['M-N', 'N'],
  ['n - m', 'N'],
  ['U/V', 'V'],
  ['D to F', 'F'],
  ['k', 'K'],
])('colour %j is %s: a range is its worse end', async (spelling, colour) => {
  expect((await stone({ colour: spelling })).attributes.colour).toBe(colour);
});

test.each([
  ['75', 'Points', 750],
  ['75 pts', 'Weight', 750],
  ['75pts', 'Weight', 750],
  ['0.75 ct', 'Size (points)', 750],
  ['0.75ct', 'Size (points)', 750],
  ['0.75cts.', 'Size (points)', 750],
  ['0.755', 'Carat', 755],
])('the weight %j under %j is %i thousandths of a carat', async (text, heading, weight) => {
  const csv = `S,${heading},H,K,Q,P\nA1,${text},RD,G,VS1,5000\n`;
  const mapping = readMapping({
    S: 'parcelName',
    [heading]: 'weight',
    H: 'shapeCode',
    K: 'colour',
    Q: 'clarity',
    P: 'vendorPrice',
  });
  const feed = await parseFeed(Buffer.from(csv), mapping, TEST_VENDOR, () => undefined);
  expect(feed.offers.map(({ attributes }) => attributes.weight)).toEqual([weight]);
  const points = { ...mapping, conventions: { ...mapping.conventions, weightUnit: 'POINTS' } } as const;
  const inPoints = await parseFeed(Buffer.from(csv), points, TEST_VENDOR, () => undefined);
  const unit = /[a-z]/.test(text);
  expect(inPoints.offers[0]?.attributes.weight).toBe(unit || heading === 'Points' ? weight : 8);
});

test.each(['0', '0.0', '*', '-', ''])('the angle %j is not known', async (crownAngle) => {
  expect((await stone({ crownAngle, tablePct: crownAngle })).attributes).not.toHaveProperty('crownAngle');
});

test.each([
  ['GIA-LG', '1', 'labGrown'],
  ['IGI', 'LG612345678', 'labGrown'],
  ['IGI', '612345678', 'natural'],
  ['GIA', 'LG612345678', 'natural'],
  [undefined, undefined, 'natural'],
])('a stone of laboratory %s with number %s is %s', async (lab, certNo, line) => {
  expect((await stone({ lab, certNo })).line).toBe(line);
});

test.each([
  ['RBC', 'RD'],
  ['B', 'RD'],
  ['Sq. Emerald', 'AS'],
  ['round', 'RD'],
  ['  Round   Brilliant ', 'RD'],
  ['Square Emerald', 'AS'],
  ['PEAR', 'PS'],
  ['RAD', 'RAD'],
  ['XP', 'XP'],
])('shape %j is %s', async (spelling, shapeCode) => {
  const unmeasured = { length: undefined, width: undefined, height: undefined };
  expect((await stone({ shapeCode: spelling, ...unmeasured })).attributes.shapeCode).toBe(shapeCode);
});

test.each([
  ['None', 'N'],
  ['Faint Blue', 'F'],
  ['very strong', 'VS'],
  ['VSL', 'F'],
  ['STG', 'S'],
  ['M', 'M'],
])('fluorescence %j is %s', async (spelling, fluorescence) => {
  expect((await stone({ fluorescence: spelling })).attributes.fluorescence).toBe(fluorescence);
});

test('a dash or N/A means that nothing is known', async () => {
  const { attributes } = await stone({ cut: '-', polish: 'N/A', certNo: '--' });
  expect(attributes).not.toHaveProperty('cut');
  expect(attributes).not.toHaveProperty('polish');
  expect(attributes).not.toHaveProperty('certNo');
});

test('measurements in one cell', async () => {
  const cells = {
    measurements: '6.41 - 6.44 × 3.97 mm',
    length: undefined,
    width: undefined,
    height: undefined,
  };
  expect((await stone(cells)).attributes).toMatchObject({ length: 6.41, width: 6.44, height: 3.97 });
});

test.each<[Cells, string]>([
  [{ lab: 'GIA' }, 'natural'],
  [{ lab: 'GIA-LG' }, 'labGrown'],
  [{ colour: undefined, fancyColour: 'Yellow', fancyIntensity: 'Fancy Intense' }, 'fancyColour'],
])('%o is of the line %s', async (cells, line) => {
  expect((await stone(cells)).line).toBe(line);
});

test.each<[string, Cells, Parameters<typeof readRow>[1]]>([
  ['a laboratory of lab-grown stones', { lab: 'GIA-LG' }, {}],
  ['the tier Clarity', {}, { vendor: { tier: 'Clarity' } }],
  ['a fancy colour', { colour: undefined, fancyColour: 'Yellow', fancyIntensity: 'Fancy Intense' }, {}],
])('a discount makes no price of a stone with %s: the list is of others', async (_, cells, options) => {
  const rap = () => 1_000_000;
  const discounted: Cells = { vendorPrice: undefined, vendorDiscount: '-35' };
  expect((await readRow(discounted, { rap })).offers[0]?.costCents).toBe(656_500);
  const { offers, problems } = await readRow({ ...cells, ...discounted }, { ...options, rap });
  expect(offers).toEqual([]);
  expect(problems).toMatchObject([
    {
      column: 'the vendorDiscount',
      message: 'cannot be used: the price list has no price for such a stone',
    },
  ]);
});

test('a vendor of the tier Clarity sells lab-grown stones, whatever the lab, but for groups of other tiers', async () => {
  expect(await stone({ lab: 'IGI' }, { vendor: { tier: 'Clarity' } })).toMatchObject({
    line: 'labGrown',
  });
  expect(
    await stone({ lab: 'GIA', group: 'Reserve' }, { vendor: { tier: 'Clarity' } }),
    'the tier of its group is before that of its vendor',
  ).toMatchObject({ line: 'natural' });
});

test('a fancy colour by its intensity, overtone and colour', async () => {
  const { attributes } = await stone({
    colour: undefined,
    fancyColour: 'gray',
    fancyIntensity: 'Intense',
    fancyOvertone: 'None',
  });
  expect(attributes).toMatchObject({
    colour: 'FANCY',
    fancyColour: 'Grey',
    fancyIntensity: 'Fancy Intense',
  });
});

test.each<[Cells, Parameters<typeof readRow>[1], string | undefined]>([
  [{}, {}, undefined],
  [{}, { vendor: { tier: 'Kunming' } }, undefined],
  [{ group: 'Exceptional' }, { vendor: { tier: 'Kunming' } }, 'Exceptional'],
  [{ group: 'Yes' }, {}, 'Exceptional'],
  [{ group: 'no' }, { vendor: { tier: 'Kunming' } }, undefined],
])(
  "the tier is the group of the row, and the vendor's is left open: %o %o gives %s",
  async (cells, options, tier) => {
    expect((await stone(cells, options)).attributes.tier).toBe(tier);
  },
);

test.each<[string | undefined, string]>([
  [undefined, 'IN_STOCK'],
  ['', 'IN_STOCK'],
  ['N/A', 'IN_STOCK'],
  ['Available', 'IN_STOCK'],
  ['GA', 'IN_STOCK'],
  ['Out on memo', 'MEMO'],
  ['At the show', 'AT_THE_SHOW'],
])(
  "availability %j reads %s: blank is in stock, every word but the vendor's plain one is tentative",
  async (spelling, availability) => {
    expect((await stone({ vendorAvailability: spelling })).vendorAvailability).toBe(availability);
  },
);

test.each([
  ['123456', '123456'],
  ['12345678901 123456789', '123456789'],
  ['1234567-123456789012', '1234567'],
])('the certificate %s of FM has the id %s', async (certNo, shortCertNo) => {
  expect((await stone({ lab: 'FM', certNo })).attributes).toMatchObject({ certNo, shortCertNo });
});

test('an invalid FM certificate is reported', async () => {
  expect(await problems({ lab: 'FM', certNo: '12345' })).toEqual([
    expect.stringContaining('the certNo: is no certificate number of FM'),
  ]);
});

test('GIA certificates are kept as they are', async () => {
  const { attributes } = await stone({ lab: 'GIA', certNo: '2141438171' });
  expect(attributes.certNo).toBe('2141438171');
  expect(attributes).not.toHaveProperty('shortCertNo');
});

test('attributes of a row are those of a feed column (product: Vendor feed column)', async () => {
  const cells: Partial<Record<FeedAttribute, string>> = {
    tablePct: '57%',
    depthPct: '61.8',
    crownAngle: '34.5°',
    starHalves: '50',
    lightPerformance: 'AGS 0',
    photoUrl: 'https://v360.example/1',
    photoUrl2: 'http://img.example/1.jpg',
  };
  expect((await stone(cells)).attributes).toMatchObject({
    tablePct: 57,
    depthPct: 61.8,
    crownAngle: 34.5,
    starHalves: 50,
    lightPerformance: 'AGS 0',
    photoUrl: 'https://v360.example/1',
    stillPhotoUrl: 'http://img.example/1.jpg',
  });
});
