import { describe, expect, it } from 'vitest';
import type { BinSpec } from '#contracts/reassortment/bin-spec.ts';
import { attributesOfTemplate, printBin, printBucket } from './bin-names.ts';
import { byCodePoints } from './by-code-points.ts';
import { closenessTo, placesOf, type GradedStone } from './closeness.ts';

const score = (spec: BinSpec, stone: GradedStone): number => closenessTo(spec)(placesOf(stone));

describe('closeness', () => {
  const small = { weight: { minimum: 300, maximum: 390 } };

  it.each([
    ['in the bucket', 390, 0],
    ['in the hundredth that belongs to it', 399, 0],
    ['above, from its upper edge', 410, 1_538_462],
    ['just above', 400, 769_231],
    ['below, from its lower edge', 290, 1_000_000],
  ])('of a weight %s', (_, weight, expected) => {
    expect(score(small, { weight })).toBe(expected);
  });

  it('is rounded half away from zero to whole millionths', () => {
    // 30 × 5 ÷ 1280 is 0.1171875.
    expect(score({ weight: { minimum: 1280, maximum: 1290 } }, { weight: 1275 })).toBe(117_188);
  });

  it.each<[string, BinSpec, GradedStone, number]>([
    ['colour, a point a step', { colour: ['D', 'E'] }, { colour: 'G' }, 2_000_000],
    ['clarity from the nearest member', { clarity: ['VS1', 'SI2'] }, { clarity: 'SI1' }, 1_000_000],
    ['polish, half a point a step', { polish: ['EX'] }, { polish: 'G' }, 1_000_000],
    ['a lab that is not named', { lab: ['GIA'] }, { lab: 'IGI' }, 2_500_000],
    ['another shape', { shape: ['RD', 'OV'] }, { shape: 'EM' }, 1_000_000_000],
    ['one of several shapes', { shape: ['RD', 'OV'] }, { shape: 'OV' }, 0],
    ['an attribute that the bin does not name', {}, { shape: 'EM', weight: 5000 }, 0],
    ['no cut of a shape that has none', { cut: ['EX'] }, { shape: 'OV' }, 0],
    ['an unknown cut of a round', { cut: ['EX'] }, { shape: 'RD' }, 3_500_000],
  ])('counts %s', (_, spec, stone, expected) => {
    expect(score(spec, stone)).toBe(expected);
  });
});

describe('printed bins', () => {
  const spec: BinSpec = {
    shape: ['RD'],
    weight: { minimum: 300, maximum: 390 },
    colour: ['D', 'E', 'F'],
  };

  it('are the template with a bucket in each place', () => {
    expect(printBin('{shape} | {weight} | {colour} | {clarity}', spec)).toBe('RD | 0.30-0.39 | D-F | All');
  });

  it.each<[BinSpec, 'colour' | 'clarity' | 'shape', string]>([
    [{ colour: ['D', 'G'] }, 'colour', 'D,G'],
    [{ colour: ['F', 'E'] }, 'colour', 'E-F'],
    [{ colour: ['D'] }, 'colour', 'D'],
    [{ shape: ['OV', 'CU'] }, 'shape', 'OV,CU'],
  ])('print %o as neighbours or one by one', (bucket, attribute, printed) => {
    expect(printBucket(bucket, attribute)).toBe(printed);
  });

  it('name the attributes of their template in its order', () => {
    expect(attributesOfTemplate('{weight} of {shape}, {price}, {weight}')).toEqual(['weight', 'shape']);
  });
});

it('texts are compared by code points, not by halves of them', () => {
  expect(['\u{1F48E}', '\uFF21', 'b', 'B', 'ab', 'a'].toSorted(byCodePoints)).toEqual([
    'B',
    'a',
    'ab',
    'b',
    '\uFF21',
    '\u{1F48E}',
  ]);
});
