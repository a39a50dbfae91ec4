import { expect, it } from 'vitest';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { COLOURS, CLARITIES } from '#contracts/vocabulary/grades.ts';
import { loadHighs } from './load-highs.ts';
import { solvePlan } from './solve-plan.ts';
import type { LevelName, PlanInput } from './plan-input.ts';
import { optimaLevelByLevel } from './testing/level-by-level.ts';
import { TEMPLATE } from './testing/instances.ts';

const LEVELS: LevelName[] = [
  'below minimum',
  'below target',
  'additions',
  'removals',
  'closeness',
  'shipments',
  'surplus',
];

it.each([
  ['too few stones', 90, 60],
  ['too many', 240, 0],
])('has the optimum of each level where pairs are added as they help: %s', async (_, units, additions) => {
  const highs = await loadHighs();
  const input = instance(units, additions);
  const { levels } = solvePlan(highs, input);
  const found = LEVELS.map((level) => levels.find(({ name }) => name === level)?.optimum);
  expect(found).toEqual(optimaLevelByLevel(highs, input, LEVELS));
});

/** Always the same, of more pairs than a program has at first. */
function instance(units: number, additions: number): PlanInput {
  let seed = 7;
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const bins = Array.from({ length: 90 }, (_, at): IdealBin => {
    const kind = Math.floor(at / 2);
    const [weight, colour, clarity] = [kind % 3, Math.floor(kind / 3) % 5, Math.floor(kind / 15)];
    const minQty = 1 + below(2);
    return {
      storeId: String(1 + (at % 2)),
      spec: {
        shape: ['RD'],
        weight: { minimum: 500 + weight * 100, maximum: 590 + weight * 100 },
        colour: COLOURS.slice(colour * 2, colour * 2 + 2).map((row) => row.colour),
        clarity: [CLARITIES[2 + clarity]!.clarity],
      },
      minQty,
      targetQty: minQty + below(2),
      maxQty: minQty + 1,
      targetCents: null,
    };
  });
  const stone = () => ({
    shape: 'RD',
    weight: 480 + below(340),
    colour: COLOURS[below(10)]!.colour,
    clarity: CLARITIES[1 + below(6)]!.clarity,
  });
  return {
    templateString: TEMPLATE,
    bins,
    units: Array.from({ length: units }, (_, at) => ({
      customerStoneId: `C${at}`,
      storeId: String(1 + below(2)),
      isRequested: false,
      isLocked: false,
      stone: stone(),
      priceCents: null,
      heldParcel: null,
    })),
    additions: Array.from({ length: additions }, (_, at) => ({
      parcelName: `P${at}`,
      stone: stone(),
      totalCents: 100_000,
    })),
  };
}
