import { describe, expect, it } from 'vitest';
import type { RankingType } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { ordersOf } from '../../lib/attributes.ts';
import { comparisonOf } from './comparison-rows.ts';
import { differencesOf } from './differences.ts';
import { verdictOf } from './verdict.ts';

const orders = ordersOf(PROGRAM_LISTS);
const base: Stone = {
  ...madeStones(1)[0]!,
  weight: 1.5,
  colour: 'E',
  clarity: 'VS1',
  cut: 'EX',
  lab: 'GIA',
  shapeCode: 'RD',
  shapeName: 'Round',
  total: 15_000,
};
const words = (more: Partial<Stone>, source: Partial<Stone> = {}, rankingType?: RankingType): string[] =>
  differencesOf({ ...base, ...source }, { ...base, parcelName: 'VTR-C', ...more }, orders, rankingType);

describe('How a stone differs, in words', () => {
  it('a grade is better or worse, by how many steps where it is more than one', () => {
    expect(words({ colour: 'F' })).toEqual(['worse colour']);
    expect(words({ clarity: 'IF' })).toEqual(['better clarity by 3 steps']);
    expect(words({ cut: 'VG' })).toEqual(['worse cut']);
  });
  it('fluorescence is weaker or stronger', () => {
    expect(words({ fluorescence: 'F' }, { fluorescence: 'S' })).toEqual(['weaker fluorescence by 2 steps']);
    expect(words({ fluorescence: 'F' }, { fluorescence: 'N' })).toEqual(['stronger fluorescence']);
  });
  it('weight in carats and price in dollars, the price last', () => {
    expect(words({ weight: 1.47, total: 14_880, colour: 'D' })).toEqual([
      'better colour',
      '0.03 ct smaller',
      '$120 less',
    ]);
    expect(words({ weight: 1.53, total: 15_300 })).toEqual(['0.03 ct larger', '$300 more']);
  });
  it('figures that are written alike do not differ', () => {
    expect(words({ weight: 1.502, total: 15_000.2 })).toEqual([]);
  });
  it('another lab by name, and a grade that is missing', () => {
    expect(words({ lab: 'AGS' })).toEqual(['AGS instead of GIA']);
    expect(words({ cut: undefined })).toEqual(['no cut']);
    expect(words({}, { cut: undefined })).toEqual(['cut EX']);
  });
  it('fancy colours by their names', () => {
    const pink = { fancyColoured: true, fancyColour: 'Pink', fancyIntensity: 'Fancy', colour: undefined };
    expect(words(pink, { ...pink, fancyIntensity: 'Fancy Vivid' })).toEqual([
      'Fancy Pink instead of Fancy Vivid Pink',
    ]);
  });
  it('of a pair also length, width and depth', () => {
    const measured = { length: 7.4, width: 7.35, depthPct: 61 };
    const other = { length: 7.52, width: 7.3, depthPct: 62.5 };
    expect(words(other, measured)).toEqual([]);
    expect(words(other, measured, 'PAIR')).toEqual(['0.12 mm longer', '0.05 mm narrower', '1.5 % deeper']);
  });
  it('no price is named where one of the two may not be seen', () => {
    expect(words({ total: undefined })).toEqual([]);
    expect(words({ total: 20_000 }, { total: undefined })).toEqual([]);
  });
});

describe('The verdict', () => {
  it('follows the score alone', () => {
    expect([0, 1.99, 2, 4.99, 5, 9.99].map(verdictOf)).toEqual([
      'Closest',
      'Closest',
      'Near',
      'Near',
      'Further',
      'Further',
    ]);
  });
});

describe('The comparison', () => {
  it('marks what differs, and leaves out what no stone has', () => {
    const sections = comparisonOf([base, { ...base, colour: 'F', cut: undefined }]);
    const row = (name: string) => sections.flatMap(({ rows }) => rows).find((each) => each.name === name);
    expect(row('Colour')).toEqual({ name: 'Colour', values: ['E', 'F'], differs: true });
    expect(row('Clarity')?.differs).toBe(false);
    expect(row('Cut')).toEqual({ name: 'Cut', values: ['EX', ''], differs: true });
    expect(row('Key to symbols')).toBeUndefined();
  });
  it('has no prices where they are hidden', () => {
    const hidden = {
      ...base,
      total: undefined,
      ppc: undefined,
      displayRap: undefined,
      displayRapPercent: undefined,
    };
    expect(comparisonOf([hidden, hidden]).map(({ title }) => title)).not.toContain('Price');
  });
});
