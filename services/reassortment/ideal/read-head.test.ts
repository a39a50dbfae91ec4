import { describe, expect, test } from 'vitest';
import { readHead } from './read-head.ts';
import { readCrosstabWeights, readWeights } from './read-weights.ts';
import { readBucket } from './value-lists.ts';

const BETTER_THAN_VS2 = ['FL', 'IF', 'VVS1', 'VVS2', 'VS1'];

describe('heads of columns (product: Crosstab)', () => {
  test.each([
    ['D', { colour: ['D'] }],
    ['D,E,F', { colour: ['D', 'E', 'F'] }],
    ['D/F', { colour: ['D', 'F'] }],
    ['F, d , E', { colour: ['D', 'E', 'F'] }],
    [' d – f ', { colour: ['D', 'E', 'F'] }],
    ['F-D', { colour: ['D', 'E', 'F'] }],
    ['I', { colour: ['I'] }],
    ['IF', { clarity: ['IF'] }],
    ['Fancy', { colour: ['FANCY'] }],
    ['VS1', { clarity: ['VS1'] }],
    ['vs 1 — vs 2', { clarity: ['VS1', 'VS2'] }],
    ['VS1-2', { clarity: ['VS1', 'VS2'] }],
    ['VS 1 - 2', { clarity: ['VS1', 'VS2'] }],
    ['VS1,2', { clarity: ['VS1', 'VS2'] }],
    ['VVS2-VS1', { clarity: ['VVS2', 'VS1'] }],
    ['VS1+', { clarity: BETTER_THAN_VS2 }],
    ['VS 1 +', { clarity: BETTER_THAN_VS2 }],
    ['F+', { colour: ['D', 'E', 'F'] }],
    ['D-F VS1-VS2', { colour: ['D', 'E', 'F'], clarity: ['VS1', 'VS2'] }],
    ['VS1-2/D-F', { colour: ['D', 'E', 'F'], clarity: ['VS1', 'VS2'] }],
    ['D - F\nVS 1 - VS 2', { colour: ['D', 'E', 'F'], clarity: ['VS1', 'VS2'] }],
    ['D,E,VS1,SI1', { colour: ['D', 'E'], clarity: ['VS1', 'SI1'] }],
    ['All', {}],
  ])('%j', (text, buckets) => {
    expect(readHead(text)).toEqual(buckets);
  });

  test.each(['X9', 'C', 'D-', 'D-E-F', 'VS', 'VS3', 'D-VS1', 'Total', '3', 'DEF', 'D-F?', ''])(
    '%j is on no list',
    (text) => {
      expect(readHead(text)).toBeNull();
    },
  );

  test('a text that can be read in two ways is not guessed', () => {
    expect(readHead('I F')).toBeNull();
    expect(readHead('F L')).toBeNull();
    expect(readHead('I,F')).toEqual({ colour: ['F', 'I'] });
    expect(readHead('I F', ['colour'])).toEqual({ colour: ['F', 'I'] });
  });
});

test.each([
  ['0.30-0.40', [300, 390]],
  ['0.30-0.39', [300, 390]],
  ['0.3 – 0.35', [300, 350]],
  ['.50-.7', [500, 690]],
  ['1-2', [1000, 1990]],
  ['1.5+', [1500, 9990]],
  ['0.305-0.339', [305, 339]],
])('%j as a row of a crosstab', (text, [minimum, maximum]) => {
  expect(readCrosstabWeights(text)).toEqual({ minimum, maximum });
});

test('without the 0.01 in a flat file', () => {
  expect(readWeights('0.30-0.40')).toEqual({ minimum: 300, maximum: 400 });
  expect(readWeights('2+')).toEqual({ minimum: 2000, maximum: 10_000 });
});

test.each(['0.30', '0,30-0,39', '0.40-0.30', '1.00-1.00', '-0.5', 'a-b', '0.3-0.4-0.5', '10+', '12+'])(
  '%j is no row of weights',
  (text) => {
    expect(readCrosstabWeights(text)).toBeUndefined();
  },
);

test.each([
  ['shape', 'Fancies', ['OV', 'CU', 'EM', 'MQ', 'PS', 'PR', 'HS', 'RAD']],
  ['shape', 'IDEAL FANCIES', ['XP', 'IDC', 'IDO', 'IDH']],
  ['shape', 'Ideals', ['XP', 'IDC', 'IDO', 'IDH']],
  ['shape', 'ideal princess', ['XP']],
  ['shape', 'Round, ps', ['RD', 'PS']],
  ['fluorescence', 'very strong', ['VS']],
  ['fluorescence', 'None-Faint', ['N', 'F']],
  ['lab', 'gia/HRD', ['GIA', 'HRD']],
  ['shape', 'all', null],
  ['shape', 'Rounds', undefined],
  ['lab', 'GIA-LG', undefined],
] as const)('%s %j', (attribute, text, values) => {
  expect(readBucket(attribute, text)).toEqual(values);
});
