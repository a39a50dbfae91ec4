import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOT_JUDGED, type StockJudgement } from '#contracts/vendor/stock-judgements.ts';
import { SHAPES, shapeNames } from '#contracts/vocabulary/shapes.ts';
import { generateFeed } from '../feed/testing/generate-feed.ts';
import { readMapping } from '../feed/map-columns.ts';
import { parseFeed, type ParsedFeed } from '../feed/parse-feed.ts';
import { TEST_VENDOR } from '../feed/testing/read-row.ts';
import type { KnownParcel } from '../feed/known-stock.ts';
import { classifyStock, type ClassifiedStock, type Stock } from './classify-stock.ts';
import { holdsOf, type FeedShares, type RunFigures } from './hold-run.ts';

const COLUMNS = {
  'Stock #': 'parcelName',
  Shape: 'shapeCode',
  Weight: 'weight',
  Color: 'colour',
  Clarity: 'clarity',
  Price: 'vendorPrice',
} as const;
const MAPPING = readMapping(COLUMNS);
const parse = (csv: string): Promise<ParsedFeed> =>
  parseFeed(Buffer.from(csv), MAPPING, TEST_VENDOR, () => undefined);

function stockOf(known: ReadonlyMap<string, KnownParcel>, more: Partial<Stock> = {}): Stock {
  return {
    known,
    elsewhere: [],
    vendor: { ...TEST_VENDOR, autoWhitelist: true },
    judgements: {},
    kind: 'FULL',
    rapPerCarat: () => undefined,
    shapeName: shapeNames(SHAPES),
    ...more,
  };
}
/** What the vendor has once the feed is applied. */
const appliedOf = (feed: ParsedFeed): Map<string, KnownParcel> =>
  new Map(
    feed.offers.map(({ parcelName, line, attributes, costCents, vendorAvailability }) => [
      parcelName,
      {
        line,
        vendorId: 1,
        attributes,
        costCents,
        totalCents: Math.round(costCents * 1.08),
        vendorAvailability,
        withdrawn: false,
        holder: null,
      },
    ]),
  );
const classes = ({ rows }: ClassifiedStock): [string, string][] =>
  rows
    .map(({ parcelName, class: name }): [string, string] => [parcelName ?? '', name])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

test('rows in any order give the same classes and figures', async () => {
  const before = appliedOf(await parse(generateFeed({ rows: 60, seed: 3 }).csv));
  for (const [index, name] of [...before.keys()].entries())
    if (index % 7 === 0) before.set(name, { ...before.get(name)!, holder: 7 });
  const [headings = '', ...lines] = generateFeed({ rows: 40, seed: 4 }).csv.trim().split('\n');
  // Bad, repeated and unidentified rows have a place too.
  const mixed = [
    ...lines,
    lines[0]!.replace(/^[^,]*/, ''),
    lines[1]!,
    `${lines[2]!.replace('ROUND', 'BLOB')}`,
  ];
  const classify = async (rows: readonly string[]) =>
    classifyStock(await parse([headings, ...rows].join('\n')), stockOf(before));
  const expected = await classify(mixed);
  expect(expected.counts.WAITING).toBeGreaterThan(0);
  expect(expected.counts.GONE).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(mixed, { minLength: mixed.length }), async (shuffled) => {
      const { rows: _, ...figures } = await classify(shuffled);
      const { rows: __, ...same } = expected;
      expect(classes(await classify(shuffled))).toEqual(classes(expected));
      expect(figures).toEqual(same);
    }),
    { numRuns: 25 },
  );
});

test('what was applied is unchanged, whatever it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), async (seed) => {
      const feed = await parse(generateFeed({ rows: 30, seed }).csv);
      const { counts } = classifyStock(feed, stockOf(appliedOf(feed)));
      expect(counts).toMatchObject({
        UNCHANGED: feed.offers.length,
        NEW: 0,
        CHANGED: 0,
        GONE: 0,
        WAITING: 0,
      });
    }),
    { numRuns: 25 },
  );
});

test('the cost of a stone moves that changes by more than a quarter, where no customer has it and it is on offer', async () => {
  const feedOf = (prices: readonly number[]) =>
    parse(
      [
        'Stock #,Shape,Weight,Color,Clarity,Price',
        ...prices.map((price, index) => `A${index},ROUND,1.01,G,VS1,${price}`),
      ].join('\n'),
    );
  const before = appliedOf(await feedOf(Array.from({ length: 7 }, () => 4000)));
  const [held, withdrawn] = [...before.keys()].slice(-2);
  before.set(held!, { ...before.get(held!)!, holder: 7 });
  before.set(withdrawn!, { ...before.get(withdrawn!)!, withdrawn: true });
  const after = await feedOf([4000, 5000, 3000, 5001, 2999, 9000, 9000]);
  expect(classifyStock(after, stockOf(before))).toMatchObject({ compared: 5, moved: 2 });
});

test('a feed lacks stones only: pieces of jewellery, which no feed can list, are not missing from it', async () => {
  const headings = 'Stock #,Shape,Weight,Color,Clarity,Price';
  const before = appliedOf(await parse(`${headings}\nA1,ROUND,1.01,G,VS1,5000\nA2,ROUND,1.01,G,VS1,5000`));
  before.set('a ring', { ...[...before.values()][0]!, line: 'jewellery' });
  const classified = classifyStock(await parse(`${headings}\nA1,ROUND,1.01,G,VS1,5000`), stockOf(before));
  expect(classified.counts).toMatchObject({ UNCHANGED: 1, GONE: 1 });
  expect(classified.available).toBe(2);
});

test('available before a feed are the stones on offer that no customer has; a withdrawn one is not missing again', async () => {
  const headings = 'Stock #,Shape,Weight,Color,Clarity,Price';
  const numbers = ['A1', 'A2', 'A3', 'A4'];
  const before = appliedOf(
    await parse([headings, ...numbers.map((number) => `${number},ROUND,1.01,G,VS1,5000`)].join('\n')),
  );
  before.set('A3', { ...before.get('A3')!, holder: 7 });
  before.set('A4', { ...before.get('A4')!, withdrawn: true });
  // A row that is left out for its clarity still names its stone.
  const feed = await parse(`${headings}\nA1,ROUND,1.01,G,VS1,5000\nA5,ROUND,1.01,G,VS9,5000`);
  const { counts, available, unidentified } = classifyStock(feed, stockOf(before));
  expect(counts).toMatchObject({ UNCHANGED: 1, GONE: 1, HELD: 1, REFUSED: 1 });
  expect([available, unidentified]).toEqual([2, 0]);
});

describe('a row waits', () => {
  const headings = 'Stock #,Shape,Weight,Color,Clarity,Price';
  const one = async (row: string, known: string, more: Partial<Stock> = {}) => {
    const before = appliedOf(await parse(`${headings}\n${known}`));
    return classifyStock(await parse(`${headings}\n${row}`), stockOf(before, more)).rows[0]!;
  };
  const was = 'A1,ROUND,1.01,G,VS1,5000';
  test.each([
    ['A1,ROUND,1.02,G,VS1,5000', 'CHANGED'],
    ['A1,ROUND,1.03,G,VS1,5000', 'WAITING'],
    ['A1,OVAL,1.01,G,VS1,5000', 'WAITING'],
    ['A1,ROUND,1.01,F,VS1,15000', 'CHANGED'],
    ['A1,ROUND,1.01,F,VS1,15000.01', 'WAITING'],
    ['A1,ROUND,1.01,F,VS1,1666.67', 'CHANGED'],
    ['A1,ROUND,1.01,F,VS1,1666', 'WAITING'],
  ])('%s is %s', async (row, expected) => {
    expect((await one(row, was)).class).toBe(expected);
  });

  test('for less than a third of its last cost, not for a third', async () => {
    const before = 'A1,ROUND,1.01,G,VS1,4500';
    expect((await one('A1,ROUND,1.01,G,VS1,1500', before)).class).toBe('CHANGED');
    expect((await one('A1,ROUND,1.01,G,VS1,1499.99', before)).class).toBe('WAITING');
  });

  test.each([
    [494.9, 'WAITING'],
    [495.0, 'NEW'],
    [9900, 'NEW'],
    [9900.01, 'WAITING'],
  ])('for a price of %d where the list has 4,950', async (price, expected) => {
    const more = { rapPerCarat: () => 495_000 };
    const row = await one(`B1,ROUND,1.00,G,VS1,${price}`, 'A2,ROUND,1.01,G,VS1,5000', more);
    expect(row.class).toBe(expected);
  });

  test('for no price list where it is lab-grown, by its laboratory or by the tier that a person gave it', async () => {
    const rapPerCarat = () => 495_000;
    const mapping = readMapping({ ...COLUMNS, Lab: 'lab' });
    const classOf = async (lab: string, judgements: Stock['judgements'] = {}) => {
      const csv = `${headings},Lab\nB1,ROUND,1.00,G,VS1,400,${lab}`;
      const feed = await parseFeed(Buffer.from(csv), mapping, TEST_VENDOR, rapPerCarat);
      return classifyStock(feed, stockOf(new Map(), { rapPerCarat, judgements })).rows[0]?.class;
    };
    const clarity: StockJudgement = { ...NOT_JUDGED, overrideTier: 'Clarity' };
    expect(await classOf('GIA')).toBe('WAITING');
    expect(await classOf('GIA-LG')).toBe('NEW');
    expect(await classOf('GIA', { B1: clarity })).toBe('NEW');
  });

  test('for nothing where it changes nothing, though the price list is another by now', async () => {
    expect((await one(was, was, { rapPerCarat: () => 100_000 })).class).toBe('UNCHANGED');
  });
});

test('a change of weight is in carats of two decimals, of three where the third differs', async () => {
  const csv = (weight: string) => `Stock #,Shape,Weight,Color,Clarity,Price\nA1,ROUND,${weight},G,VS1,5000\n`;
  const { rows } = classifyStock(await parse(csv('1.505')), stockOf(appliedOf(await parse(csv('1.5')))));
  expect(rows[0]?.changes).toEqual([{ attribute: 'Weight', before: '1.50 ct', after: '1.505 ct' }]);
});

test('given a weight that differs by a little too much, when it waits, then the difference can be seen', async () => {
  const csv = (weight: string) => `Stock #,Shape,Weight,Color,Clarity,Price\nA1,ROUND,${weight},G,VS1,5000\n`;
  const before = stockOf(appliedOf(await parse(csv('1.00'))));
  const [waiting] = classifyStock(await parse(csv('1.011')), before).rows;
  expect(waiting).toMatchObject({ class: 'WAITING' });
  expect(waiting?.problems.map(({ message }) => message)).toEqual([
    'weighs 1.011 ct and was 1.00 ct: the stock number may be used again for another stone',
  ]);
});

describe('a run is held', () => {
  const none: RunFigures = {
    available: 100,
    gone: 0,
    withdrawnThisWeek: 0,
    compared: 100,
    moved: 0,
    rows: 100,
    unidentified: 0,
  };
  test.each<[Partial<RunFigures>, string[]]>([
    [{}, []],
    [{ gone: 30 }, []],
    [{ gone: 31 }, ['WITHDRAWALS']],
    [{ available: 80, gone: 10, withdrawnThisWeek: 20 }, []],
    [{ available: 80, gone: 11, withdrawnThisWeek: 20 }, ['WITHDRAWALS_OF_A_WEEK']],
    [{ available: 80, gone: 0, withdrawnThisWeek: 60 }, []],
    [{ moved: 30 }, []],
    [{ moved: 31 }, ['PRICES']],
    [{ available: 0, compared: 0 }, []],
    [{ gone: 1, unidentified: 1 }, ['UNIDENTIFIED_ROWS']],
    [{ gone: 0, unidentified: 1 }, []],
  ])('%o: %o', (figures, reasons) => {
    const holds = holdsOf({ ...none, ...figures }, { withdrawals: 30, prices: 30 });
    expect(holds.map(({ reason }) => reason)).toEqual(reasons);
  });

  test('above the share of withdrawals and above that of prices, each by its own', () => {
    const figures = { ...none, gone: 20, moved: 20 };
    const reasonsAt = (shares: FeedShares) => holdsOf(figures, shares).map(({ reason }) => reason);
    expect(reasonsAt({ withdrawals: 10, prices: 30 })).toEqual(['WITHDRAWALS']);
    expect(reasonsAt({ withdrawals: 30, prices: 10 })).toEqual(['PRICES']);
  });
});

test.each([
  ['IGI', 'lg612345678', 'IGI', 'LG612345678'],
  ['FM', '12345678901-1234567', '', '1234567'],
  ['', '12345678901-1234567', 'FM', '1234567'],
])(
  'the certificate %s %s is the same as %s %s of another vendor (rule: Classifying rows)',
  async (lab, certNo, otherLab, certificate) => {
    const mapping = readMapping({ ...COLUMNS, Lab: 'lab', Report: 'certNo' });
    const csv = `Stock #,Shape,Weight,Color,Clarity,Price,Lab,Report\nS-1,Round,1.01,G,VS1,5000,${lab},${certNo}\n`;
    const feed = await parseFeed(Buffer.from(csv), mapping, TEST_VENDOR, () => undefined);
    const elsewhere = [
      { parcelName: 'Z-9', vendorId: 9, lab: otherLab || null, certificate, withdrawn: false },
    ];
    const { rows } = classifyStock(feed, stockOf(new Map(), { elsewhere }));
    expect(rows).toMatchObject([
      { class: 'WAITING', problems: [{ message: expect.stringContaining('Z-9') }] },
    ]);
  },
);

test('a stone that is offered with its certificate already does not wait for that of another vendor (rule: Classifying rows)', async () => {
  const mapping = readMapping({ ...COLUMNS, Lab: 'lab', Report: 'certNo' });
  const feedAt = (price: number) =>
    parseFeed(
      Buffer.from(
        `Stock #,Shape,Weight,Color,Clarity,Price,Lab,Report\nS-1,Round,1.01,G,VS1,${price},GIA,2141234601\n`,
      ),
      mapping,
      TEST_VENDOR,
      () => undefined,
    );
  const before = appliedOf(await feedAt(5000));
  const elsewhere = [
    { parcelName: 'Z-9', vendorId: 9, lab: 'GIA', certificate: '2141234601', withdrawn: false },
  ];
  const classOf = async () =>
    classifyStock(await feedAt(5100), stockOf(before, { elsewhere })).rows[0]?.class;
  expect(await classOf()).toBe('CHANGED');
  before.set('S-1', { ...before.get('S-1')!, withdrawn: true });
  expect(await classOf()).toBe('WAITING');
});
