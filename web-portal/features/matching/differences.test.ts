import { describe, expect, it } from 'vitest';
import type { SimilarStone } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { ordersOf } from '../../lib/attributes.ts';
import { comparisonOf } from './comparison-rows.ts';
import { differencesOf } from './differences.ts';

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
const candidate = (more: Partial<Stone>, penalties: SimilarStone['penalties'] = []): SimilarStone => ({
  stone: { ...base, parcelName: 'VTR-C', ...more },
  rank: penalties.reduce((sum, { amount }) => sum + amount, 0),
  penalties,
});
const words = (more: Partial<Stone>, ...penalties: SimilarStone['penalties']): string[] =>
  differencesOf(base, candidate(more, penalties), orders).map((difference) => difference.words);

describe('A score is explained by its named penalties', () => {
  it('a worse grade is minus, a better one plus, by steps', () => {
    expect(words({ colour: 'F' }, { penalty: 'colour', amount: 1 })).toEqual(['−1 colour']);
    expect(words({ clarity: 'IF' }, { penalty: 'clarity', amount: 3 })).toEqual(['+3 clarity']);
    expect(words({ cut: 'VG' }, { penalty: 'cut', amount: 0.5 })).toEqual(['−1 cut']);
  });
  it('weight in carats and price in dollars, with their signs', () => {
    expect(words({ weight: 1.53 }, { penalty: 'weight', amount: 0.6 })).toEqual(['+0.03 ct']);
    expect(words({ total: 15_120 }, { penalty: 'price', amount: 0.12 })).toEqual(['+$120']);
    expect(words({ total: 14_700 }, { penalty: 'price', amount: 0.3 })).toEqual(['−$300']);
  });
  it('another lab by name, and a grade that is missing', () => {
    expect(words({ lab: 'AGS' }, { penalty: 'lab', amount: 2.5 })).toEqual(['AGS instead of GIA']);
    expect(words({ cut: undefined }, { penalty: 'cut', amount: 3.5 })).toEqual(['no cut']);
  });
  it('no price is shown where it may not be seen', () => {
    expect(words({ total: undefined })).toEqual([]);
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
