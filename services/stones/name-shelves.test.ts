import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arranged, placeOf, rearranged, type AvailabilityChange } from './name-shelves.ts';

const nameOf = (index: number): string => `S-${String(index).padStart(4, '0')}`;
const change = fc.record({
  parcelName: fc.integer({ min: 0, max: 1500 }).map(nameOf),
  available: fc.boolean(),
});

test('after any changes the shelves hold what is available, in order, each name where it is looked for', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 1500 }).map(nameOf), { maxLength: 900 }),
      fc.array(fc.array(change, { maxLength: 300 }), { maxLength: 8 }),
      (names, batches: AvailabilityChange[][]) => {
        const truth = new Set(names);
        let shelves = arranged(names);
        for (const batch of batches) {
          // Of one read each parcel comes once.
          const once = [...new Map(batch.map((one) => [one.parcelName, one])).values()];
          const before = shelves;
          shelves = rearranged(shelves, once);
          const changed = new Set(once.map(({ parcelName }) => parcelName));
          for (const shelf of before)
            if (!shelf.names.some((name) => changed.has(name)) && !shelves.includes(shelf))
              expect(once.some(({ parcelName }) => before[placeOf(before, parcelName)] === shelf)).toBe(true);
          for (const shelf of shelves)
            if (before.includes(shelf)) expect(shelf.names.filter((name) => changed.has(name))).toEqual([]);
          for (const { parcelName, available } of once)
            if (available) truth.add(parcelName);
            else truth.delete(parcelName);
        }
        expect(shelves.flatMap(({ names: held }) => held)).toEqual([...truth].sort());
        for (const name of truth) expect(shelves[placeOf(shelves, name)]?.names).toContain(name);
        expect(shelves.every(({ names: held }) => held.length > 0 && held.length <= 256)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
