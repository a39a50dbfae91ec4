import { describe, expect, it } from 'vitest';
import { shapeKeysOf } from '#contracts/stone-lists/values.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { rowOfPiece, type ListRow } from '../../lists/list-row.ts';
import { filtersOf, isEmptyQuery, matches, readQuery, search } from './query.ts';

const [made] = madeStones(1);
const stone = (more: Partial<ListRow>): ListRow => ({ ...made!, ...more });
const read = (text: string) => readQuery(text, PROGRAM_LISTS);

describe('The search over all lists reads what is typed (product: Find)', () => {
  it.each([
    ['1.5', { min: 1.5, max: 1.59 }],
    ['1.52', { min: 1.52, max: 1.52 }],
    ['1,5ct', { min: 1.5, max: 1.59 }],
    ['2', { min: 2, max: 2.99 }],
    ['1-1.2', { min: 1, max: 1.29 }],
    ['1.2 ct', { min: 1.2, max: 1.29 }],
    ['-0.5', { min: 0, max: 0.59 }],
  ])('a weight: %s', (text, weight) => expect(read(text)).toMatchObject({ weight, words: [] }));

  it.each([
    ['oval', { shape: ['OV', 'IDO'] }],
    ['ideal oval', { shape: ['IDO'] }],
    ['oval rd', { shape: ['OV', 'IDO', 'RD'] }],
    ['f', { colour: ['F'] }],
    ['D-F', { colour: ['D', 'E', 'F'] }],
    ['vs1', { clarity: ['VS1'] }],
    ['vs', { clarity: ['VS1', 'VS2'] }],
    ['vs1-si', { clarity: ['VS1', 'VS2', 'SI1', 'SI2', 'SI3'] }],
    ['ex', { cut: ['EX'] }],
  ])('a property: %s', (text, properties) => expect(read(text).properties).toMatchObject(properties));

  it('says how it understood it, and is empty for nothing typed', () => {
    expect(read('1.5 oval F vs1 gia').understood).toEqual([
      '1.50–1.59 ct',
      'Oval, Ideal Oval',
      'F',
      'VS1',
      '“gia”',
    ]);
    expect(isEmptyQuery(read('  '))).toBe(true);
  });

  it.each([
    ['0.305', '0.305 ct'],
    ['1.590', '1.590 ct'],
    ['0.3', '0.30–0.39 ct'],
    ['0.30', '0.30 ct'],
    ['-0.5', '0.00–0.59 ct'],
    ['0.305-0.4', '0.305–0.49 ct'],
  ])('says an exact weight with three decimals, others with two: %s is %s', (text, words) =>
    expect(read(text).understood).toEqual([words]),
  );

  it('all of it must hold; a number is found anywhere in parcel name and certificate', () => {
    const row = stone({ weight: 1.51, shapeCode: 'OV', colour: 'F', clarity: 'VS1', certNo: '2141438167' });
    expect(matches(read('1.5 oval F vs1'), row)).toBe(true);
    for (const other of ['1.6 oval F vs1', '1.5 round F vs1', '1.5 oval G vs1', '1.5 oval F vs2'])
      expect(matches(read(other), row)).toBe(false);
    expect(matches(read('438167'), row)).toBe(true);
    expect(matches(read('438168'), row)).toBe(false);
  });

  it.each([
    ['1.59', 1.594],
    ['1.59', 1.585],
    ['1.6', 1.597],
    ['1.5', 1.594],
    ['1.5-1.59', 1.594],
    ['2', 1.995],
    ['1.594', 1.594],
    ['1.590', 1.59],
    ['1.590-1.6', 1.604],
  ])('a weight is found as it is shown: %s has %d', (text, weight) => {
    const row = stone({ weight });
    expect(matches(read(text), row)).toBe(true);
    const { min, max } = filtersOf(read(text), [row])!['weight'] as { min: number; max: number };
    expect(weight >= min && weight <= max).toBe(true);
  });
  it.each([
    ['1.59', 1.595],
    ['1.59', 1.584],
    ['1.6', 1.594],
    ['1.594', 1.593],
    ['1.594', 1.595],
    ['1.590', 1.591],
    ['1.590', 1.589],
    ['1.590-1.6', 1.589],
  ])('and not as another: %s has not %d', (text, weight) =>
    expect(matches(read(text), stone({ weight }))).toBe(false),
  );

  it('a piece has its shape in words', () => {
    const piece = rowOfPiece({ ...stone({ shapeCode: undefined }), modelDescription: 'Pear halo pendant' });
    expect(matches(read('pear pendant'), piece)).toBe(true);
    expect(matches(read('oval pendant'), piece)).toBe(false);
  });

  it('what begins with the number comes first', () => {
    const [inside, first] = [stone({ parcelName: 'A-104' }), stone({ parcelName: '104-B' })];
    const entry = (row: ListRow) => ({ line: 'natural', kind: 'available', row }) as const;
    const found = search(read('104'), [entry(inside), entry(first)]);
    expect(found.map(({ row }) => row.parcelName)).toEqual(['104-B', 'A-104']);
  });

  it('becomes filters of a list, unless it has words', () => {
    expect(filtersOf(read('1.5 oval F'), [stone({ shapeCode: 'OV', cut: 'EX' })])).toEqual({
      weight: { kind: 'range', min: 1.495, max: 1.594 },
      shape: { kind: 'choice', values: ['OV', 'IDO'] },
      colour: { kind: 'choice', values: ['F'] },
    });
    expect(filtersOf(read('1.5 gia'), [])).toBeNull();
  });

  it('a shape becomes all that its stones are filtered by', () => {
    const { keyOf } = shapeKeysOf(PROGRAM_LISTS);
    for (const { shapeCode } of PROGRAM_LISTS.shapes) {
      const cuts = ['EX', 'BL'];
      const found = cuts.map((cut) => stone({ shapeCode, cut }));
      const filters = filtersOf(read(shapeCode), found)!;
      for (const cut of cuts)
        expect(filters['shape']).toMatchObject({
          values: expect.arrayContaining([keyOf({ shapeCode, cut })]) as string[],
        });
    }
  });
});
