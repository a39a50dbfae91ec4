import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FANCY_COLOURS,
  FANCY_INTENSITIES,
  FANCY_OVERTONES,
  GRADED_VALUES,
  LABS,
} from '#contracts/vocabulary/grades.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { aliasLookup } from './exact-aliases.ts';
import { ALIAS_TABLES, IN_STOCK, NONE, normalised, type GradedAttribute } from './grading-aliases.ts';

/** Every value of each attribute's list (product: Attribute lists). */
const LISTS: Readonly<Record<Exclude<GradedAttribute, 'vendorAvailability'>, readonly string[]>> = {
  shapeCode: SHAPES.map((row) => row.shapeCode),
  ...GRADED_VALUES,
  lab: LABS,
  fancyColour: FANCY_COLOURS.map((row) => row.description),
  fancyOvertone: FANCY_OVERTONES.map((row) => row.description),
  fancyIntensity: FANCY_INTENSITIES.map((row) => row.description),
  group: TIERS,
};
const attributes = Object.keys(LISTS) as (keyof typeof LISTS)[];

test.each(attributes)(
  '%s: every value of the list is its own spelling, and no spelling leads outside of the list',
  (attribute) => {
    for (const value of LISTS[attribute]) expect(normalised(attribute, value)).toBe(value);
    for (const [value, ranks] of Object.entries(ALIAS_TABLES[attribute])) {
      expect([...LISTS[attribute], NONE]).toContain(value);
      for (const spelling of ranks.flat())
        expect([...LISTS[attribute], NONE]).toContain(normalised(attribute, spelling));
    }
  },
);

test('a spelling counts whole, whatever its case and blanks; a part of one, or more than one, is nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...attributes),
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 5 }),
      (attribute, index, more) => {
        const spellings = Object.entries(ALIAS_TABLES[attribute]).flatMap(([value, ranks]) => [
          value,
          ...ranks.flat(),
        ]);
        const spelling = spellings[index % spellings.length]!;
        const known = new Set(spellings.map((one) => one.toUpperCase()));
        expect(normalised(attribute, ` ${spelling.toLowerCase().replaceAll(' ', '  ')}\t`)).toBe(
          normalised(attribute, spelling),
        );
        const longer = `${spelling}${more}`.trim().replace(/\s+/g, ' ').toUpperCase();
        // Two colours with a sign between them are a range, which reads as its worse end.
        const isRange = attribute === 'colour' && /^[D-Z]\s*(?:[-–/]|TO)\s*[D-Z]$/.test(longer);
        if (!known.has(longer) && !isRange) expect(normalised(attribute, longer)).toBeUndefined();
      },
    ),
  );
});

test('only plain words promise that a stone is in stock', () => {
  expect(['In stock', 'available', 'G'].map((word) => normalised('vendorAvailability', word))).toEqual([
    IN_STOCK,
    IN_STOCK,
    IN_STOCK,
  ]);
  expect(normalised('vendorAvailability', 'not available')).not.toBe(IN_STOCK);
});

test('a spelling that two grades claim goes to the better rank', () => {
  const lookup = aliasLookup({ VS: [['Very Strong'], []], F: [['Faint'], ['VS', 'Slight']] });
  expect([lookup('VS'), lookup('slight'), lookup('S')]).toEqual(['VS', 'F', undefined]);
});

test('two grades that claim a spelling in the same rank are a mistake in the table', () => {
  expect(() => aliasLookup({ A: [['x']], B: [['X']] })).toThrow('"X" stands for both A and B');
});
