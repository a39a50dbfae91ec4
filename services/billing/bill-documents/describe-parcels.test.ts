import { expect, test } from 'vitest';
import { shapeNames, SHAPES } from '#contracts/vocabulary/shapes.ts';
import { pieceWords, stoneWords } from './describe-parcels.ts';

test.each([
  [
    { weight: 1510, shapeCode: 'RD', colour: 'F', clarity: 'VS1', lab: 'GIA', certNo: '21' },
    '1.51 ct Round F VS1, GIA 21',
  ],
  [
    { weight: 1090, shapeCode: 'PS', fancyIntensity: 'Fancy Light', fancyColour: 'Pink' },
    '1.09 ct Pear Fancy Light Pink',
  ],
  [{ weight: 500, colourText: 'Fancy Deep Blue', colour: 'FANCY' }, '0.50 ct Fancy Deep Blue'],
  [{ weight: 600, shapeCode: 'RD', cut: 'BL', colour: 'G' }, '0.60 ct Round Brilliant G'],
  [{ weight: 700 }, '0.70 ct'],
])('%j is %s', (stone, words) => {
  expect(stoneWords(stone as Parameters<typeof stoneWords>[0], shapeNames(SHAPES))).toBe(words);
});

test.each([
  [
    { model: 'RS1', modelDescription: 'Halo ring in platinum', modelFinish: 'Platinum' },
    'Halo ring in platinum',
  ],
  [{ model: 'RS1', modelDescription: 'Halo ring', modelFinish: 'Platinum' }, 'Halo ring, Platinum'],
  [{ model: 'RS1' }, 'RS1'],
])('%j is %s', (piece, words) => {
  expect(pieceWords({ components: [], ...piece })).toBe(words);
});
