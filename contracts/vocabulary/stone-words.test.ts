import { expect, test } from 'vitest';
import { shapeNames, SHAPES } from './shapes.ts';
import { stoneInWords } from './stone-words.ts';

test.each([
  [{ weight: 1510, shapeCode: 'RD', colour: 'F', clarity: 'VS1' }, '1.51 ct Round F VS1'],
  [{ weight: 600, shapeCode: 'RD', cut: 'BL', colour: 'G' }, '0.60 ct Round Brilliant G'],
  [
    { weight: 1090, shapeCode: 'PS', fancyIntensity: 'Fancy Light', fancyColour: 'Pink' },
    '1.09 ct Pear Fancy Light Pink',
  ],
  [
    {
      weight: 1000,
      colour: 'FANCY',
      fancyIntensity: 'Fancy',
      fancyOvertone: 'Brownish',
      fancyColour: 'Pink',
    },
    '1.00 ct Fancy Brownish Pink',
  ],
  [
    { weight: 1000, fancyIntensity: 'Fancy', fancyOvertone: 'None', fancyColour: 'Pink' },
    '1.00 ct Fancy Pink',
  ],
  [{ weight: 500, colourText: 'Fancy Deep Blue', colour: 'FANCY' }, '0.50 ct Fancy Deep Blue'],
  [{ weight: 500, colour: 'FANCY', clarity: 'VS2' }, '0.50 ct VS2'],
  [{ weight: 700 }, '0.70 ct'],
])('%j is %s', (stone, words) => {
  expect(stoneInWords(stone, shapeNames(SHAPES))).toBe(words);
});
