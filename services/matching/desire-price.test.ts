import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specFrom } from '#services/desires/index.ts';
import { priceSpan, searchFor } from './desire-price.ts';
import { gemOf, GRADED, type AvailableGem } from './gem.ts';
import { anyAttributes, anyCents } from './testing/any-stones.ts';

const listPrice = (gem: AvailableGem) => gem.listCents;
const gem = (attributes: Parameters<typeof gemOf>[2], listCents: number): AvailableGem => ({
  ...gemOf('AR-1', 'natural', attributes),
  listCents,
  fm: false,
});

test('the span is of the lowest and highest price among the stones that match', () => {
  const { matches } = searchFor(specFrom({ colour: ['F', 'G'] }));
  const gems = [
    gem({ weight: 1000, colour: 'F' }, 250_000),
    gem({ weight: 1000, colour: 'G' }, 100_050),
    gem({ weight: 1000, colour: 'H' }, 1),
    gem({ weight: 1000 }, 2),
  ];
  expect(priceSpan(gems, matches, listPrice)).toEqual({ minimum: 1000.5, maximum: 2500 });
  expect(priceSpan(gems.slice(2), matches, listPrice)).toBeNull();
  expect(priceSpan(gems, matches, () => null)).toBeNull();
});

test('without bounds and shapes everything is looked through', () => {
  expect(searchFor(specFrom({}))).toMatchObject({ shapes: null, lightest: 1 });
  expect(searchFor(specFrom({ weight: { minimum: 0.9, maximum: 1.1 }, shape: ['OV'] }))).toMatchObject({
    shapes: ['OV'],
    lightest: 900,
    heaviest: 1100,
  });
});

test('a stone matches when each list that is set names its value', () => {
  const subset = fc.record({
    colour: fc.subarray(['D', 'E', 'F', 'FANCY']),
    clarity: fc.subarray(['VS1', 'VS2', 'SI1']),
    cut: fc.subarray(['ID', 'EX', 'VG']),
    polish: fc.subarray(['ID', 'EX', 'VG']),
  });
  fc.assert(
    fc.property(anyAttributes, anyCents, subset, (attributes, cents, wanted) => {
      const spec = specFrom(wanted);
      const expected = GRADED.every(
        (name) => spec[name].length === 0 || spec[name].includes(attributes[name] ?? ''),
      );
      expect(searchFor(spec).matches(gem(attributes, cents))).toBe(expected);
    }),
    { numRuns: 300 },
  );
});
