import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasCutGrade } from '#contracts/vocabulary/shapes.ts';
import { wantedFrom } from '#services/desires/index.ts';
import { priceSpan, searchFor } from './desire-price.ts';
import { comparableOf, GRADED, type AvailableStone } from './comparable-stone.ts';
import { anyAttributes, anyCents } from './testing/any-stones.ts';

const isFancyShape = (shapeCode: string | undefined): boolean =>
  shapeCode !== undefined && !hasCutGrade(shapeCode);
const listPrice = (available: AvailableStone) => available.listCents;
const available = (attributes: Parameters<typeof comparableOf>[2], listCents: number): AvailableStone => ({
  ...comparableOf('AR-1', 'natural', attributes),
  listCents,
  fm: false,
});

test('the span is of the lowest and highest price among the stones that match', () => {
  const { matches } = searchFor(wantedFrom({ colour: ['F', 'G'] }));
  const stock = [
    available({ weight: 1000, colour: 'F' }, 250_000),
    available({ weight: 1000, colour: 'G' }, 100_050),
    available({ weight: 1000, colour: 'H' }, 1),
    available({ weight: 1000 }, 2),
  ];
  expect(priceSpan(stock, matches, listPrice)).toEqual({ minimum: 1000.5, maximum: 2500 });
  expect(priceSpan(stock.slice(2), matches, listPrice)).toBeNull();
  expect(priceSpan(stock, matches, () => null)).toBeNull();
});

test('without bounds and shapes everything is looked through', () => {
  expect(searchFor(wantedFrom({}))).toMatchObject({ shapes: null, lightest: 1 });
  expect(searchFor(wantedFrom({ weight: { minimum: 0.9, maximum: 1.1 }, shape: ['OV'] }))).toMatchObject({
    shapes: ['OV'],
    lightest: 900,
    heaviest: 1100,
  });
});

test('a blank cut grade passes where the shape has none, and only there (rule: Desires)', () => {
  const { matches } = searchFor(wantedFrom({ cut: ['EX', 'VG'], polish: ['EX'] }));
  const stone = (attributes: Parameters<typeof comparableOf>[2]) =>
    available({ polish: 'EX', ...attributes }, 1);
  expect(matches(stone({ weight: 1000, shapeCode: 'OV' }))).toBe(true);
  expect(matches(stone({ weight: 1000, shapeCode: 'RD' }))).toBe(false);
  expect(matches(stone({ weight: 1000, shapeCode: 'RD', cut: 'VG' }))).toBe(true);
  expect(matches(stone({ weight: 1000, shapeCode: 'OV', cut: 'G' }))).toBe(false);
  // A grade that every shape has is no less unknown for the shape.
  expect(matches(available({ weight: 1000, shapeCode: 'OV' }, 1))).toBe(false);
});

test('a wanted cut BL takes an oval brilliant, which EX and VG leave out', () => {
  const brilliant = available({ weight: 1000, shapeCode: 'OV', cut: 'BL' }, 1);
  const takes = (cut: string[]): boolean => searchFor(wantedFrom({ shape: ['OV'], cut })).matches(brilliant);
  expect([['BL'], ['EX', 'VG', 'BL'], ['EX', 'VG']].map(takes)).toEqual([true, true, false]);
});

test('a recorded grade that is not of the attribute matches no stone, and no ungraded one', () => {
  const { matches } = searchFor({ ...wantedFrom({}), polish: ['BL'] });
  expect(matches(available({ weight: 1000 }, 1))).toBe(false);
  expect(matches(available({ weight: 1000, polish: 'P' }, 1))).toBe(false);
});

test('a stone matches when each list that is set names its value', () => {
  const subset = fc.record({
    colour: fc.subarray(['D', 'E', 'F', 'FANCY']),
    clarity: fc.subarray(['VS1', 'VS2', 'SI1']),
    cut: fc.subarray(['ID', 'EX', 'VG']),
    polish: fc.subarray(['ID', 'EX', 'VG']),
  });
  fc.assert(
    fc.property(anyAttributes, anyCents, subset, (attributes, cents, input) => {
      const wanted = wantedFrom(input);
      const expected = GRADED.every(
        (name) =>
          wanted[name].length === 0 ||
          wanted[name].includes(attributes[name] ?? '') ||
          (name === 'cut' && attributes.cut === undefined && isFancyShape(attributes.shapeCode)),
      );
      expect(searchFor(wanted).matches(available(attributes, cents))).toBe(expected);
    }),
    { numRuns: 300 },
  );
});
