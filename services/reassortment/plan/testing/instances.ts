import fc from 'fast-check';
import type { BinSpec, IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { PlanInput } from '../plan-input.ts';

const BUCKETS: readonly BinSpec[] = [
  { shape: ['RD'], weight: { minimum: 300, maximum: 390 }, clarity: ['VS1', 'VS2'] },
  { shape: ['RD'], weight: { minimum: 400, maximum: 490 }, clarity: ['VS1', 'VS2'] },
  { shape: ['RD', 'OV'], weight: { minimum: 300, maximum: 490 }, colour: ['D', 'E', 'F'] },
  { colour: ['G', 'H'], clarity: ['SI1'] },
];

const quantities = fc
  .record({
    minQty: fc.integer({ min: 0, max: 1 }),
    more: fc.integer({ min: 0, max: 2 }),
    most: fc.integer({ min: 0, max: 1 }),
    targetCents: fc.constantFrom(null, 120_000, 250_001),
  })
  .map(({ minQty, more, most, targetCents }) => ({
    minQty,
    targetQty: minQty + more,
    maxQty: minQty + more + most,
    targetCents,
  }));

/** Few of everything, so that equally good plans abound. */
const stone = fc.record({
  shape: fc.constantFrom('RD', 'RD', 'OV'),
  weight: fc.constantFrom(300, 395, 400, 410),
  colour: fc.constantFrom('D', 'F', 'H'),
  clarity: fc.constantFrom('VS1', 'VS2', 'SI1'),
});

const bins = fc
  .uniqueArray(fc.tuple(fc.constantFrom('1', '2'), fc.integer({ min: 0, max: BUCKETS.length - 1 })), {
    selector: ([store, bucket]) => `${store} ${bucket}`,
    minLength: 1,
    maxLength: 4,
  })
  .chain((places) =>
    fc.tuple(
      ...places.map(([storeId, bucket]) =>
        quantities.map((of): IdealBin => ({ storeId, spec: BUCKETS[bucket]!, ...of })),
      ),
    ),
  );

const unit = fc.record({
  stone,
  storeId: fc.constantFrom('1', '2'),
  isLocked: fc.nat({ max: 4 }).map((number) => number === 0),
  isRequested: fc.nat({ max: 5 }).map((number) => number === 0),
  priceCents: fc.constantFrom(null, 40_000, 60_000, 100_001),
});

const addition = fc.record({ stone, totalCents: fc.constantFrom(40_000, 59_999) });

/** Instances of a few stones and bins, in the order of names. */
export const smallInstances: fc.Arbitrary<PlanInput> = fc
  .record({
    bins,
    units: fc.array(unit, { maxLength: 5 }),
    additions: fc.array(addition, { maxLength: 3 }),
  })
  .map(({ bins: some, units, additions }) => ({
    templateString: TEMPLATE,
    bins: some,
    units: units.map((each, at) => ({ customerStoneId: `C${at}`, heldParcel: null, ...each })),
    additions: additions.map((each, at) => ({ parcelName: `P${at}`, ...each })),
  }));

export const TEMPLATE = '{shape} | {weight} | {colour} | {clarity}';
