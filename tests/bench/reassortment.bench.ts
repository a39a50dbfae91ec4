import type { Highs } from 'highs';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { CLARITIES, COLOURS } from '#contracts/vocabulary/grades.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { closePairs } from '#services/reassortment/plan/close-pairs.ts';
import { columnData, emptyModel, OPTIMAL } from '#services/reassortment/plan/linear-program.ts';
import { loadHighs } from '#services/reassortment/plan/load-highs.ts';
import { solvePlan } from '#services/reassortment/plan/solve-plan.ts';
import { costAt, networksOf } from '#services/reassortment/plan/network.ts';
import type { PlanInput } from '#services/reassortment/plan/plan-input.ts';
import { atMostTimes, figure, type BenchEnvironment, type BenchRow } from './bench-row.ts';
import { timed } from './measure.ts';
import { timedPlanJob } from './reassortment-job.ts';

/** The bare solve is given up when it takes so many times as long as the plan with all its levels. */
const GIVEN_UP_AFTER = 1.25;

/**
 * Plans of two sizes, with as many additions as units, against one bare solve of the same linear programs by HiGHS with its
 * defaults: all pairs of stones and bins, group by group, with shortages, additions, removals and closeness in one weighed
 * objective. Beside them the whole job of the smaller one, from the call until the plan is recorded.
 */
export async function benchReassortment(environment: BenchEnvironment): Promise<BenchRow[]> {
  const highs = await loadHighs();
  const rows: BenchRow[] = [];
  for (const { units, bins, most } of [
    { units: 2_000, bins: 960, most: 1.5 },
    { units: 12_000, bins: 6_400, most: 2 },
  ]) {
    const input = instance(units, bins);
    const plan = await timed(async () => solvePlan(highs, input));
    const bare = await timed(async () => bareSolve(highs, input, plan.ms * GIVEN_UP_AFTER));
    const closeness = plan.result.levels.find(({ name }) => name === 'closeness')!.optimum;
    const { isSolved, columns } = bare.result;
    if (isSolved && bare.result.closeness !== closeness)
      throw new Error(
        `the plan's closeness is ${closeness}, that of the bare solve ${bare.result.closeness}`,
      );
    rows.push({
      name: `plan of ${units} units × ${bins} bins`,
      value: plan.ms,
      unit: 'ms',
      baseline: bare.ms,
      ratio: plan.ms / bare.ms,
      aim: atMostTimes(most),
      note: `all levels proven, against ${isSolved ? 'one bare solve' : 'a bare solve, given up before its end,'} of ${columns} columns`,
    });
  }
  rows.push(
    figure(
      'whole job of 2000 units × 960 bins',
      await timedPlanJob(environment, instance(2_000, 960)),
      'ms',
      'from the call until it is recorded: gathered, planned in its thread, kept',
    ),
  );
  return rows;
}

const WEIGHTS = {
  'below minimum': 1e10,
  'below target': 2.5e9,
  additions: 6e8,
  removals: 1.5e8,
  closeness: 1,
} as const;

/** One solve of every group, as long as there is time, in milliseconds; what is not solved has no closeness. */
function bareSolve(highs: Highs, { bins, units, additions }: PlanInput, time: number) {
  const until = performance.now() + time;
  const pairs = closePairs(
    bins,
    [...units, ...additions].map(({ stone }) => ({ stone, onlyStore: null })),
  );
  const groups = networksOf(bins, units, additions, pairs).filter(({ stones }) => stones > 0);
  const columns = groups.reduce((sum, network) => sum + network.columns, 0);
  let closeness = 0;
  for (const network of groups) {
    const all = Array.from({ length: network.columns }, (_, column) => column);
    const model = emptyModel(highs, network, Float64Array.from(network.supply));
    model.addCols(
      columnData(network, all, (column) =>
        Object.entries(WEIGHTS).reduce(
          (sum, [level, weight]) => sum + weight * costAt(network, level as keyof typeof WEIGHTS, column),
          0,
        ),
      ),
    );
    model.options.set('time_limit', Math.max(0, until - performance.now()) / 1_000);
    model.run();
    const isSolved = model.getModelStatus() === OPTIMAL;
    const flow = model.getSolution().colValue;
    model.dispose();
    if (!isSolved) return { isSolved, columns, closeness: null };
    for (const column of all) closeness += flow[column]! * costAt(network, 'closeness', column);
  }
  return { isSolved: true, columns, closeness: Math.round(closeness) };
}

const STORES = ['1', '2', '3'];
const EDGES = [300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1500, 2000];

/** Always the same: half as many stones as the bins would like to have in some kinds, too many in others. */
function instance(count: number, binCount: number): PlanInput {
  let seed = 1;
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const shapes = SHAPES.slice(0, 8).map(({ shapeCode }) => shapeCode);
  const each = Math.floor(binCount / STORES.length / shapes.length);
  const bins = STORES.flatMap((storeId) =>
    shapes.flatMap((shape) =>
      Array.from({ length: each }, (_, at): IdealBin => {
        const [weight, colour, clarity] = [at % 10, Math.floor(at / 10) % 5, Math.floor(at / 50) % 6];
        const minQty = 1 + below(2);
        const targetQty = minQty + below(2);
        return {
          storeId,
          spec: {
            shape: [shape],
            weight: { minimum: EDGES[weight]!, maximum: EDGES[weight + 1]! - 10 },
            colour: COLOURS.slice(colour * 2, colour * 2 + 2).map((row) => row.colour),
            clarity: [CLARITIES[2 + clarity]!.clarity],
          },
          minQty,
          targetQty,
          maxQty: targetQty + below(2),
          targetCents: targetQty * 500_000,
        };
      }),
    ),
  );
  const stone = () => ({
    shape: shapes[below(shapes.length)]!,
    weight: 300 + Math.floor((below(1000) * below(1600)) / 1000),
    colour: COLOURS[below(10)]!.colour,
    clarity: CLARITIES[2 + below(6)]!.clarity,
  });
  const named = (prefix: string, at: number): string => `${prefix}${String(at).padStart(6, '0')}`;
  return {
    templateString: '{shape} | {weight} | {colour} | {clarity}',
    bins,
    units: Array.from({ length: count }, (_, at) => ({
      customerStoneId: named('C', at),
      storeId: STORES[below(3)]!,
      isRequested: false,
      isLocked: false,
      stone: stone(),
      priceCents: below(1_000_000),
      heldParcel: null,
    })),
    additions: Array.from({ length: count }, (_, at) => ({
      parcelName: named('P', at),
      stone: stone(),
      totalCents: below(1_000_000),
    })),
  };
}
