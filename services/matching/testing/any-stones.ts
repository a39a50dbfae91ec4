import fc from 'fast-check';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { GRADED_VALUES, HAF_SHAPES, LABS } from '#contracts/vocabulary/grades.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 8 });
const oneOf = (values: readonly string[]) => maybe(fc.constantFrom(...values));
const millimetres = maybe(fc.integer({ min: 300, max: 1200 }).map((hundredths) => hundredths / 100));

/** Attributes as a feed could give them, near enough to each other that many stones are similar; some are not known. */
export const anyAttributes: fc.Arbitrary<StoneAttributes> = fc
  .record({
    weight: fc.oneof(fc.integer({ min: 700, max: 1500 }), fc.integer({ min: 1, max: 20_000 })),
    shapeCode: maybe(
      fc.constantFrom('RD', 'RD', 'RD', 'OV', ...HAF_SHAPES, ...SHAPES.map((row) => row.shapeCode)),
    ),
    lab: oneOf(['GIA', 'GIA', ...LABS]),
    colour: oneOf(['D', 'E', 'F', 'G', ...GRADED_VALUES.colour]),
    clarity: oneOf(['VS1', 'VS2', ...GRADED_VALUES.clarity]),
    fluorescence: oneOf(GRADED_VALUES.fluorescence),
    cut: oneOf(GRADED_VALUES.cut),
    polish: oneOf(GRADED_VALUES.polish),
    symmetry: oneOf(GRADED_VALUES.symmetry),
    length: millimetres,
    width: millimetres,
    depthPct: maybe(fc.integer({ min: 500, max: 800 }).map((tenths) => tenths / 10)),
  })
  // What is not known is left out, as in an event.
  .map((attributes) => JSON.parse(JSON.stringify(attributes)) as StoneAttributes);

/** List prices in cents: some alike, some near 10 points from each other, some far apart. */
export const anyCents = fc.oneof(
  fc.integer({ min: 50_000, max: 2_000_000 }),
  fc.constantFrom(100_000, 500_000, 1_000_000, 1_100_000),
);
