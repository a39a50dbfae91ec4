import { describe, expect, test } from 'vitest';
import type { CellValue, Sheet, SheetRow } from '#services/platform/workbooks/index.ts';
import { readModelRows } from './read-model-rows.ts';

const sheet = (...rows: readonly (readonly CellValue[])[]): Sheet[] => [
  {
    name: 'Models',
    rows: rows.map((cells, index): SheetRow => ({ row: index + 1, cells, problems: [] })),
    merges: [],
  },
];
const HEAD = ['Name', 'Additional Quantity'] as const;
/** One row below the headings, with one more column. */
const one = (heading: string, value: CellValue) =>
  readModelRows(sheet([...HEAD, heading], ['RS1', 2, value]));
const fieldOf = (heading: string, value: CellValue): unknown => one(heading, value).models[0]?.fields;
const reasonOf = (heading: string, value: CellValue): string | undefined =>
  one(heading, value).skipped[0]?.reason;

describe('the header row', () => {
  test('needs a name column and an additional-quantity column', () => {
    for (const head of [['Name', 'Description'], ['Additional Quantity'], ['Something', 'else'], []]) {
      expect(() => readModelRows(sheet(head, ['RS1', 2]))).toThrow(
        /header row with a column for the name.*additional quantity/,
      );
    }
    expect(readModelRows(sheet(HEAD)).models).toEqual([]);
  });

  test.each([['Name'], ['MODEL'], ['model name'], ['Model No.'], ['Style #'], ['style_number']])(
    'accepts %s for the name',
    (heading) => {
      expect(readModelRows(sheet([heading, 'Additional Qty'], ['RS1', 2])).models).toMatchObject([
        { name: 'RS1', fields: { additionalQuantity: 2 } },
      ]);
    },
  );

  test.each([
    ['Additional Quantity'],
    ['additionalQuantity'],
    ['ADDITIONAL QTY'],
    ["Add'l Qty"],
    ['Extra Qty.'],
    ['Qty'],
  ])('accepts %s for the additional quantity', (heading) => {
    expect(readModelRows(sheet([heading, 'Name'], [2, 'RS1'])).models).toMatchObject([
      { name: 'RS1', fields: { additionalQuantity: 2 } },
    ]);
  });

  test('takes the better known of two headings for one column, and leaves unknown columns aside', () => {
    const { models } = readModelRows(
      sheet(['Qty', 'Model', 'Colour', 'Additional Qty', 'Name'], [99, 'x', 'D', 2, 'RS1']),
    );
    expect(models).toEqual([{ row: 2, name: 'RS1', fields: { additionalQuantity: 2 } }]);
  });

  test('may stand below a title, and in a later sheet', () => {
    const sheets = [...sheet(['Notes']), ...sheet(['Models, spring'], [], HEAD, ['RS1', 2])];
    expect(readModelRows(sheets).models).toMatchObject([{ row: 4, name: 'RS1' }]);
  });

  test('with the same heading twice is refused, naming the columns', () => {
    expect(() => readModelRows(sheet(['Name', 'Additional Qty', 'name'], ['RS1', 2, 'RS2']))).toThrow(
      'Columns A and C are both headed "Name": keep one.',
    );
  });
});

describe('cells', () => {
  test('every column is read by its aliases', () => {
    const head = [
      ...HEAD,
      'Description',
      'Type',
      'Sub Type',
      'Finish',
      'Price',
      'Photo URL',
      'Still Photo',
      'Tier',
      'Lab-Grown',
      'Hidden',
    ];
    const { models } = readModelRows(
      sheet(head, [
        'RS1',
        2,
        'Ring',
        'Ring',
        'Halo',
        'Platinum',
        '$1,234.50',
        'https://m.example.com/a.mp4',
        '/media/a.jpg',
        'reserve',
        true,
        0,
      ]),
    );
    expect(models).toEqual([
      {
        row: 2,
        name: 'RS1',
        fields: {
          additionalQuantity: 2,
          description: 'Ring',
          type: 'Ring',
          subType: 'Halo',
          finish: 'Platinum',
          totalCents: 123_450,
          photoUrl: 'https://m.example.com/a.mp4',
          stillPhotoUrl: '/media/a.jpg',
          tier: 'Reserve',
          labGrown: true,
          hide: false,
        },
      },
    ]);
  });

  test('empty ones are null', () => {
    for (const heading of ['Description', 'Price', 'Tier', 'Photo', 'Hide', 'Lab grown'])
      expect(Object.values(fieldOf(heading, null) as object)).toContain(null);
    expect(readModelRows(sheet([...HEAD, 'Description', 'Tier'], ['RS1', 2])).models[0]!.fields).toEqual({
      additionalQuantity: 2,
      description: null,
      tier: null,
    });
  });

  test.each([[false], [0], ['false'], ['FALSE'], ['0'], ['No']])(
    'lab-grown and hide: %o means false',
    (value) => {
      expect(fieldOf('Hide', value)).toMatchObject({ hide: false });
      expect(fieldOf('Lab Grown', value)).toMatchObject({ labGrown: false });
    },
  );

  test.each([[true], [1], ['TRUE'], ['yes'], ['x']])('lab-grown and hide: %o means true', (value) => {
    expect(fieldOf('Hide', value)).toMatchObject({ hide: true });
    expect(fieldOf('Lab Grown', value)).toMatchObject({ labGrown: true });
  });

  test('numbers may be text, as CSV has them', () => {
    expect(readModelRows(sheet([...HEAD, 'Price'], ['RS1', '1,200', '99'])).models[0]!.fields).toEqual({
      additionalQuantity: 1200,
      totalCents: 9900,
    });
    expect(readModelRows(sheet(HEAD, [4711, '3.0'])).models).toMatchObject([
      { name: '4711', fields: { additionalQuantity: 3 } },
    ]);
  });
});

describe('rows are skipped, with the reason', () => {
  test('without a name or a quantity', () => {
    const { models, skipped } = readModelRows(
      sheet([...HEAD, 'Type'], [null, 2, 'Ring'], ['RS1', null, 'Ring'], ['RS2', 0, null]),
    );
    expect(skipped).toEqual([
      { row: 2, reason: 'has no name' },
      { row: 3, name: 'RS1', reason: 'has no additional quantity' },
    ]);
    expect(models).toMatchObject([{ row: 4, name: 'RS2', fields: { additionalQuantity: 0 } }]);
  });

  test('rows that hold nothing in known columns are no rows', () => {
    expect(readModelRows(sheet([...HEAD, 'Notes'], [null, null, 'see below'], []))).toEqual({
      models: [],
      skipped: [],
    });
  });

  test('that name a model again', () => {
    expect(readModelRows(sheet(HEAD, ['RS1', 2], ['rs1 ', 3])).skipped).toEqual([
      { row: 3, name: 'rs1', reason: 'names the model of row 2 again' },
    ]);
  });

  test('with a cell that cannot be used, naming the column', () => {
    expect(readModelRows(sheet(HEAD, ['RS1', -1])).skipped[0]!.reason).toBe(
      'additionalQuantity: A quantity cannot go below 0.',
    );
    expect(readModelRows(sheet(HEAD, ['RS1', 1.5])).skipped[0]!.reason).toBe(
      'additionalQuantity: 1.5 is not a whole number',
    );
    expect(readModelRows(sheet(HEAD, ['RS1', 'many'])).skipped[0]!.reason).toBe(
      'additionalQuantity: many is not a whole number',
    );
    expect(reasonOf('Price', 'on request')).toBe('total: on request is not an amount in dollars and cents');
    expect(reasonOf('Price', 1.005)).toMatch(/total: 1.005 is not an amount/);
    expect(reasonOf('Tier', 'Gold')).toMatch(/^tier: Gold is not a tier \(Exceptional, /);
    expect(reasonOf('Hide', 'perhaps')).toBe('hide: perhaps is neither yes nor no');
    expect(reasonOf('Photo', 'javascript:alert(1)')).toMatch(/^photoUrl: An address begins with https/);
    // No page shows a picture from there.
    expect(reasonOf('Still Photo', 'http://m.example.com/a.jpg')).toBe(
      'stillPhotoUrl: An address begins with https:// and has no spaces.',
    );
    expect(reasonOf('Description', 'x'.repeat(401))).toBe('description: At most 400 characters.');
    expect(readModelRows(sheet(HEAD, ['x'.repeat(81), 1])).skipped[0]!.reason).toBe(
      'A model name has at most 80 characters.',
    );
  });

  test('with a formula without a result in a column that is read; elsewhere it does not matter', () => {
    const rows = (index: number): Sheet[] => [
      {
        name: '',
        rows: [
          { row: 1, cells: [...HEAD, null, 'Type'], problems: [] },
          { row: 2, cells: ['RS1', 2], problems: [{ index, message: 'is a formula without a result' }] },
        ],
        merges: [],
      },
    ];
    expect(readModelRows(rows(3)).skipped).toEqual([
      { row: 2, name: 'RS1', reason: 'type is a formula without a result' },
    ]);
    expect(readModelRows(rows(2)).models).toHaveLength(1);
  });
});
