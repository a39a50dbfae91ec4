import { expect, it } from 'vitest';
import { alike } from './component-groups.ts';

const melee = { weight: 0.03, shapeCode: 'RD', colour: 'G', clarity: 'VS2' };
const centre = { weight: 1.01, shapeCode: 'OV', colour: 'E', clarity: 'VS1', lab: 'GIA', certNo: '1' };

it('Component stones that are alike stand once, with their number, in the order they came', () => {
  expect(alike([centre, melee, { ...melee }, { ...melee, colour: 'H' }, melee])).toEqual([
    { stone: centre, count: 1 },
    { stone: melee, count: 3 },
    { stone: { ...melee, colour: 'H' }, count: 1 },
  ]);
});
