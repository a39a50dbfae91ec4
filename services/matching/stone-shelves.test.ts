import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStoneShelves } from './stone-shelves.ts';
import { comparableOf, type AvailableStone } from './comparable-stone.ts';

const stone = (parcelName: string, shapeCode: string, weight: number): AvailableStone => ({
  ...comparableOf(parcelName, 'natural', { weight, shapeCode }),
  listCents: 0,
  fm: false,
});

const put = fc.record({
  kind: fc.constant('put' as const),
  name: fc.integer({ min: 1, max: 15 }),
  shape: fc.constantFrom('RD', 'OV', 'CU'),
  weight: fc.integer({ min: 1, max: 30 }),
});
const remove = fc.record({ kind: fc.constant('remove' as const), name: fc.integer({ min: 1, max: 15 }) });
const look = fc.record({
  kind: fc.constant('look' as const),
  shape: fc.constantFrom('RD', 'OV', 'CU', 'EM'),
  from: fc.integer({ min: 0, max: 31 }),
  to: fc.integer({ min: 0, max: 31 }),
});

test('whatever was put in, changed and taken out, a look finds what a plain list would, lightest first', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(put, remove, look), { maxLength: 80 }), (steps) => {
      const shelves = createStoneShelves();
      const plain = new Map<string, AvailableStone>();
      for (const step of steps) {
        if (step.kind === 'put') {
          const one = stone(`AR-${step.name}`, step.shape, step.weight);
          shelves.put(one);
          plain.set(one.parcelName, one);
        } else if (step.kind === 'remove') {
          shelves.remove(`AR-${step.name}`);
          plain.delete(`AR-${step.name}`);
        } else {
          const seen = shelves.within(step.shape, step.from, step.to);
          const expected = [...plain.values()].filter(
            ({ shapeCode, weight }) => shapeCode === step.shape && weight >= step.from && weight <= step.to,
          );
          expect(new Set(seen)).toEqual(new Set(expected));
          expect(seen.map(({ weight }) => weight)).toEqual(
            expected.map(({ weight }) => weight).sort((a, b) => a - b),
          );
        }
        expect(shelves.size).toBe(plain.size);
        expect(new Set(shelves.shapes())).toEqual(
          new Set([...plain.values()].map(({ shapeCode }) => shapeCode)),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('cleared shelves are empty', () => {
  const shelves = createStoneShelves();
  shelves.put(stone('AR-1', 'RD', 1000));
  shelves.clear();
  expect([shelves.size, shelves.shapes(), shelves.within('RD', 0, 2000)]).toEqual([0, [], []]);
});
