import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoPriceList } from '#local/demo/demo-price-list.ts';
import { priceList, rapPerCarat } from './price-list.ts';
import { readCsv } from '#services/platform/workbooks/read-csv.ts';
import { SHEET_LIMITS } from '#services/platform/workbooks/sheet.ts';
import { readPriceList } from './read-price-list.ts';

const list = demoPriceList('2026-03-01');
const COLOURS = ['D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N'];
const CLARITIES = ['IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2', 'SI3', 'I1', 'I2', 'I3'];
const stones = fc.record({
  shapeCode: fc.constantFrom('RD', 'OV', 'EM', 'XP'),
  weight: fc.integer({ min: 10, max: 99_999 }),
  colour: fc.constantFrom(...COLOURS),
  clarity: fc.constantFrom(...CLARITIES),
});

test('the demo list has a price for every grade and weight it covers, in whole dollars', () => {
  fc.assert(
    fc.property(stones, (stone) => {
      const price = rapPerCarat(list, stone);
      expect(price).toBeGreaterThan(0);
      expect(price! % 100).toBe(0);
    }),
  );
});

test('a better colour or clarity, and a larger stone, never cost less a carat', () => {
  fc.assert(
    fc.property(stones, fc.nat(10), fc.nat(10), fc.nat(50_000), (stone, colours, clarities, heavier) => {
      const better = {
        ...stone,
        weight: Math.min(99_999, stone.weight + heavier),
        colour: COLOURS[Math.max(0, COLOURS.indexOf(stone.colour) - colours)]!,
        clarity: CLARITIES[Math.max(0, CLARITIES.indexOf(stone.clarity) - clarities)]!,
      };
      expect(rapPerCarat(list, better)!).toBeGreaterThanOrEqual(rapPerCarat(list, stone)!);
    }),
  );
});

test("rounds use their own table, every other shape the pears'", () => {
  const stone = { weight: 1010, colour: 'G', clarity: 'VS1' };
  const [round, pear, emerald] = ['RD', 'PS', 'EM'].map((shapeCode) =>
    rapPerCarat(list, { ...stone, shapeCode }),
  );
  expect(pear).toBe(emerald);
  expect(round).not.toBe(pear);
});

test('a band goes up to the next one: 0.995 ct is below one carat, 1.00 ct is not', () => {
  const at = (weight: number) => rapPerCarat(list, { shapeCode: 'RD', weight, colour: 'G', clarity: 'VS1' });
  expect([at(995), at(1000)]).toEqual([at(900), at(1490)]);
  expect(at(995)).not.toBe(at(1000));
});

test('flawless is priced as internally flawless', () => {
  const at = (clarity: string) => rapPerCarat(list, { shapeCode: 'RD', weight: 1000, colour: 'D', clarity });
  expect(at('FL')).toBe(at('IF'));
});

test.each([
  [{ shapeCode: 'RD', weight: 9, colour: 'G', clarity: 'VS1' }],
  [{ shapeCode: 'RD', weight: 1000, colour: 'Z', clarity: 'VS1' }],
  [{ shapeCode: 'RD', weight: 1000, colour: 'FANCY', clarity: 'VS1' }],
  [{ shapeCode: 'RD', weight: 1000, clarity: 'VS1' }],
  [{ weight: 1000, colour: 'D', clarity: 'VS1' }],
])('no price for %o', (stone) => {
  expect(rapPerCarat(list, stone)).toBeUndefined();
});

test('bands that overlap, and a price that stands twice, are refused', () => {
  const row = {
    table: 'round',
    fromWeight: 100,
    toWeight: 200,
    colour: 'D',
    clarity: 'IF',
    centsPerCarat: 1,
  } as const;
  expect(() => priceList('2026-01-01', [row, { ...row, fromWeight: 150, toWeight: 300 }])).toThrow(
    'round: the bands from 0.10 and 0.15 ct overlap',
  );
  expect(() => priceList('2026-01-01', [{ ...row, toWeight: 100 }])).toThrow(
    'round: the band from 0.10 ct ends before it begins',
  );
  expect(() => priceList('2026-01-01', [row, row])).toThrow('round 0.10 ct D IF has two prices');
  expect(() => priceList('2026-01-01', [row, { ...row, toWeight: 300, colour: 'E' }])).toThrow(
    'round 0.10 ct has two upper ends',
  );
});

const read = (csv: string) => readPriceList(readCsv(Buffer.from(csv), SHEET_LIMITS));
const HEADINGS = 'table,from,to,colour,clarity,pricePerCarat,date';

test('a price list from CSV: bands up to the next hundredth, dollars to cents', () => {
  const list = read(
    `${HEADINGS}\nround,0.30,0.39,D,IF,3200,2026-02-06\nPear,0.30,0.39,D,IF,2900.50,2026-02-06\n`,
  );
  expect(list.date).toBe('2026-02-06');
  expect(rapPerCarat(list, { shapeCode: 'RD', weight: 399, colour: 'D', clarity: 'IF' })).toBe(320_000);
  expect(rapPerCarat(list, { shapeCode: 'PS', weight: 300, colour: 'D', clarity: 'IF' })).toBe(290_050);
  expect(rapPerCarat(list, { shapeCode: 'RD', weight: 400, colour: 'D', clarity: 'IF' })).toBeUndefined();
});

test('a price list as a German spreadsheet program saves it: a title, semicolons, decimal commas (rule: Text files)', () => {
  const list = read(
    `Prices of February\n\n${HEADINGS.replaceAll(',', ';')}\nround;0,30;0,39;D;IF;3.200;06.02.2026\nround;1,00;1,49;D;IF;12.900,50;06.02.2026\n`,
  );
  expect(list.date).toBe('2026-02-06');
  expect(rapPerCarat(list, { shapeCode: 'RD', weight: 399, colour: 'D', clarity: 'IF' })).toBe(320_000);
  expect(rapPerCarat(list, { shapeCode: 'RD', weight: 1000, colour: 'D', clarity: 'IF' })).toBe(1_290_050);
});

test('of a workbook the first sheet is read, and a refusal names it', () => {
  const sheet = (name: string, text: string) => ({ ...readCsv(Buffer.from(text), SHEET_LIMITS)[0]!, name });
  expect(() =>
    readPriceList([sheet('Cover', 'Prices\nof February'), sheet('Prices', `${HEADINGS}\n`)]),
  ).toThrow(/has no column .* in its first sheet, Cover/);
});

test('a weight that a formula computed is what the spreadsheet shows', () => {
  const rows = [
    HEADINGS.split(','),
    ...['round', 'pear'].map((table) => [table, 0.15, 0.18 - 0.01, 'D', 'IF', 900, '2026-02-06']),
  ];
  expect(rows[1]![2]).not.toBe(0.17);
  const sheet = {
    name: 'Prices',
    rows: rows.map((cells, at) => ({ row: at + 1, cells, problems: [] })),
    merges: [],
  };
  expect(readPriceList([sheet]).bands.round).toMatchObject([{ fromWeight: 150, toWeight: 180 }]);
});

test('given several faulty cells, when the list is read, then all of them are named', () => {
  const [sheet] = readCsv(
    Buffer.from(
      `${HEADINGS}\nsquare,0.3,0.39,D,IF,-1,2026-02-06\nround,0.3,0.39,D,IF,1,2026-02-06\nround,0.3,,D,IF,1,soon`,
    ),
    SHEET_LIMITS,
  );
  const rows = sheet!.rows.map((row) =>
    row.row === 4 ? { ...row, problems: [{ index: 2, message: 'is a formula without a result' }] } : row,
  );
  expect(() => readPriceList([{ ...sheet!, rows }])).toThrow(
    'Row 2, table: round or pear; row 2, pricePerCarat: dollars above 0, at most two decimals; row 4, to: it is a formula without a result; row 4, date: a date written YYYY-MM-DD, such as 2026-12-01.',
  );
  expect(() =>
    read(
      `${HEADINGS.replaceAll(',', ';')}\nround;0,3;0,39;D;IF;1;2026-02-06\nround;0.4;0,49;AA;IF;1;2026-02-06`,
    ),
  ).toThrow(/^Row 3, from: write it with a decimal comma as the other rows, like 0,30; row 3, colour: /);
});

test.each([
  ['', /is empty/],
  ['a,b\n1,2', /has no column table, from, to/],
  [`${HEADINGS}\nsquare,0.3,0.39,D,IF,1,2026-02-06`, /Row 2, table: round or pear/],
  [
    `${HEADINGS}\nround,0.3,0.39,D,IF,1,12/01/2026`,
    /Row 2, date: a date written YYYY-MM-DD, such as 2026-12-01/,
  ],
  [`${HEADINGS}\nround,0.3,0.39,D,IF,1,2026-02-06\nround,0.3,0.39,AA,IF,1,2026-02-06`, /Row 3, colour/],
  [`${HEADINGS}\nround,0.3,0.39,D,IF,-1,2026-02-06`, /Row 2, pricePerCarat/],
  [`${HEADINGS}\nround,0.3,0.39,D,IF,,2026-02-06`, /Row 2, pricePerCarat/],
  [`${HEADINGS}\nround,0.3,0.39,D,IF,1,yesterday`, /Row 2, date/],
  [`${HEADINGS}\nround,0.3,0.39,D,IF,1,2026-02-06\nround,0.3,0.39,E,IF,1,2026-02-07`, /several dates/],
  [`${HEADINGS}\nround,0.3,0.5,D,IF,1,2026-02-06\nround,0.4,0.6,D,IF,1,2026-02-06`, /overlap/],
  [`${HEADINGS}\nround,0.5,0.3,D,IF,1,2026-02-06`, /ends before it begins/],
  [`${HEADINGS}\nround,0.305,0.39,D,IF,1,2026-02-06`, /Row 2, from: carats with at most two decimals/],
  [
    `${HEADINGS.replaceAll(',', ';')}\nround;0,3;0,39;D;IF;1;2026-02-06\nround;0.4;0,49;D;IF;1;2026-02-06`,
    /Row 3, from: write it with a decimal comma/,
  ],
  [`${HEADINGS},from\nround,0.3,0.39,D,IF,1,2026-02-06,1`, /both headed "from"/],
])('the price list %j is refused whole', (csv, message) => {
  expect(() => read(csv)).toThrow(message);
});
