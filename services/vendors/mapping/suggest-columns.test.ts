import { expect, test } from 'vitest';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { suggestColumns } from './suggest-columns.ts';

const suggested = (columns: Record<string, string[]>): (FeedAttribute | null)[] =>
  suggestColumns(Object.entries(columns).map(([heading, samples]) => ({ heading, samples })));

test('the layout of a trading network', () => {
  expect(
    suggested({
      'Vendor Stock #': ['A1'],
      Availability: ['G'],
      Shape: ['B'],
      Weight: ['1.01'],
      Color: ['M-N'],
      Clarity: ['VS1'],
      'Cut Grade': ['EX'],
      Polish: ['EX'],
      Symmetry: ['EX'],
      'Fluorescence Intensity': ['None'],
      Measurements: ['6.41-6.44*3.97'],
      Lab: ['GIA'],
      'Certificate #': ['2141438171'],
      'Price/Carat': ['5000'],
      'Discount %': ['-30'],
      'Total Price': ['5050'],
      'Depth %': ['61.8'],
      'Table %': ['57'],
      'Girdle Thin': ['M'],
      'Key To Symbols': ['Feather'],
      Country: ['India'],
      'Diamond Image': ['https://x.example/1.jpg'],
    }),
  ).toEqual([
    'parcelName',
    'vendorAvailability',
    'shapeCode',
    'weight',
    'colour',
    'clarity',
    'cut',
    'polish',
    'symmetry',
    'fluorescence',
    'measurements',
    'lab',
    'certNo',
    'vendorPpc',
    'vendorDiscount',
    'vendorPrice',
    'depthPct',
    'tablePct',
    null,
    'keyToSymbols',
    null,
    'photoUrl2',
  ]);
});

test('a depth is millimetres or a percentage by its values; no attribute is suggested twice', () => {
  expect(suggested({ Depth: ['61,8'] })).toEqual(['depthPct']);
  expect(suggested({ Depth: ['2.43'] })).toEqual(['height']);
  expect(suggested({ Price: ['1'], Total: ['2'] })).toEqual(['vendorPrice', null]);
});
