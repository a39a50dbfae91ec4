import { expect, it } from 'vitest';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { propertiesOf } from './stone-sections.ts';

const stone = {
  weight: 1.51,
  shapeCode: 'RD',
  shapeName: 'Brilliant',
  colour: 'D',
  fluorescence: 'N',
  tier: 'Reserve',
};
const shown = (graded: Parameters<typeof propertiesOf>[0], lists?: typeof PROGRAM_LISTS) => {
  const { Tier, Shape, Colour, Fluorescence } = Object.fromEntries(propertiesOf(graded, lists));
  return [Tier, Shape, Colour, Fluorescence];
};

it('Stone Properties are shown in the house’s words, and by the codes until they have come', () => {
  const lists = structuredClone(PROGRAM_LISTS);
  lists.colours[0]!.description = 'Finest white';
  lists.tiers.find(({ value }) => value === 'Reserve')!.description = 'Our best.';
  expect(shown(stone, lists)).toEqual(['Reserve: Our best.', 'Brilliant', 'Finest white', 'None']);
  expect(shown(stone)).toEqual(['Reserve', 'Brilliant', 'D', 'N']);
  expect(shown({ ...stone, colour: 'ZZ', fluorescence: 'ZZ', tier: 'ZZ' }, lists)).toEqual([
    'ZZ',
    'Brilliant',
    'ZZ',
    'ZZ',
  ]);
});

it('a fancy colour is shown in the words of its report', () => {
  const fancy = {
    weight: 1,
    colour: 'FANCY',
    fancyColour: 'Yellow',
    fancyIntensity: 'Fancy Deep',
    fancyOvertone: 'None',
  };
  expect(shown(fancy, PROGRAM_LISTS)[2]).toBe('Fancy Deep Yellow');
  expect(shown({ ...fancy, colourText: 'Fancy Deep Yellow, even' }, PROGRAM_LISTS)[2]).toBe(
    'Fancy Deep Yellow, even',
  );
});
