import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Highs } from 'highs';
import { printBin } from './bin-names.ts';
import { byCodePoints } from './by-code-points.ts';
import { loadHighs } from './load-highs.ts';
import { solvePlan } from './solve-plan.ts';
import type { PlanInput } from './plan-input.ts';
import { bestByTryingAll } from './testing/by-trying-all.ts';
import { smallInstances, TEMPLATE } from './testing/instances.ts';

const RUNS = Number(process.env['PLAN_RUNS'] ?? 150);

let highs: Highs;
beforeAll(async () => {
  highs = await loadHighs();
});

it('is on every level, and stone by stone, what trying all plans finds', () => {
  fc.assert(
    fc.property(smallInstances, (instance) => {
      const input = { ...instance, bins: inNameOrder(instance.bins) };
      const plan = solvePlan(highs, input);
      const best = bestByTryingAll(input);
      expect({
        values: plan.levels.map(({ optimum }) => Math.round(optimum * 12)),
        unitBins: [...plan.unitBins],
        additionBins: [...plan.additionBins],
      }).toEqual({ ...best, values: best.values.map((value) => Math.round(value * 12)) });
    }),
    { numRuns: RUNS },
  );
});

it('is the same for the same input in any order', () => {
  const shuffled = smallInstances.chain((input) =>
    fc.record({
      input: fc.constant(input),
      bins: fc.shuffledSubarray([...input.bins], { minLength: input.bins.length }),
      units: fc.shuffledSubarray([...input.units], { minLength: input.units.length }),
      additions: fc.shuffledSubarray([...input.additions], { minLength: input.additions.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ input, ...other }) => {
      expect(named({ ...input, ...other })).toEqual(named(input));
    }),
    { numRuns: RUNS },
  );
});

function named(input: PlanInput) {
  const plan = solvePlan(highs, input);
  const bin = (at: number): string => {
    const found = input.bins[at];
    return found ? `${found.storeId} ${printBin(TEMPLATE, found.spec)}` : '';
  };
  return {
    levels: plan.levels,
    units: input.units
      .map(({ customerStoneId }, at) => [customerStoneId, bin(plan.unitBins[at]!)])
      .toSorted(),
    additions: input.additions
      .map(({ parcelName }, at) => [parcelName, bin(plan.additionBins[at]!)])
      .toSorted(),
  };
}

function inNameOrder(bins: PlanInput['bins']): PlanInput['bins'] {
  return bins.toSorted(
    (a, b) =>
      byCodePoints(a.storeId, b.storeId) ||
      byCodePoints(printBin(TEMPLATE, a.spec), printBin(TEMPLATE, b.spec)),
  );
}
