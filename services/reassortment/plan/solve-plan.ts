import type { Highs } from 'highs';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { printBin } from './bin-names.ts';
import { byCodePoints } from './by-code-points.ts';
import { closePairs } from './close-pairs.ts';
import { emptyBin, takeFirstChoices } from './first-choices.ts';
import { costAt, networksOf, type Network } from './network.ts';
import {
  LEVELS,
  type Addition,
  type LevelName,
  type Placement,
  type PlanInput,
  type Unit,
} from './plan-input.ts';
import { priceDeviations } from './price-deviation.ts';
import { solveNetwork, unsolved, type Objective } from './solve-network.ts';

/** How far a plan is: groups of stones and bins that share none with another. */
export type Progress = { level: LevelName; groupsDone: number; groups: number };

/** The levels that are solved together, in their order; each program is of what the one before left open. */
const TOGETHER: readonly (readonly LevelName[])[] = [
  ['locked above maximum', 'below minimum', 'below target', 'additions', 'removals', 'closeness'],
  ['shipments', 'surplus'],
];
const CLOSEST = 10_000_000;

/**
 * The plan: where each unit and each addition goes, optimal level by level (rule: Plan; rule: Order of objectives). The
 * answer's arrays are in the order of the input; the same input in any order has the same plan. Reports its progress
 * before each program that it solves.
 */
export function solvePlan(
  highs: Highs,
  { templateString, bins, units, additions }: PlanInput,
  report: (progress: Progress) => void = () => undefined,
): Placement {
  const inOrder = canonical({ templateString, bins, units, additions });
  const { unitOrder, additionOrder, binOrder } = inOrder;
  const sortedBins = binOrder.map((at) => bins[at]!);
  const sortedUnits = unitOrder.map((at) => units[at]!);
  const sortedAdditions = additionOrder.map((at) => additions[at]!);
  const pairs = closePairs(sortedBins, [
    ...sortedUnits.map(({ stone, isLocked, storeId }) => ({ stone, onlyStore: isLocked ? storeId : null })),
    ...sortedAdditions.map(({ stone }) => ({ stone, onlyStore: null })),
  ]);
  const networks = networksOf(sortedBins, sortedUnits, sortedAdditions, pairs);
  const optima = new Map<LevelName, number>(LEVELS.map((name) => [name, 0]));
  const unitBins = new Int32Array(units.length).fill(-1);
  const additionBins = new Int32Array(additions.length).fill(-1);
  let deviation = 0;
  for (const [groupsDone, network] of networks.entries()) {
    const goods = { bins: sortedBins, units: sortedUnits, additions: sortedAdditions };
    const flow = solveGroup(highs, network, goods, (level) =>
      report({ level, groupsDone, groups: networks.length }),
    );
    for (const level of LEVELS) {
      if (level === 'price deviation') continue;
      let sum = optima.get(level)!;
      for (let column = 0; column < network.columns; column++)
        if (flow[column]! > 0) sum += flow[column]! * costAt(network, level, column);
      optima.set(level, sum);
    }
    deviation += priceDeviations(network, goods).total(flow);
    for (let pair = 0; pair < network.pairs; pair++) {
      if (flow[pair] === 0) continue;
      const stone = network.origin[network.row[pair]!]!;
      const bin = binOrder[network.origin[network.binRow[pair]!]!]!;
      if (stone < units.length) unitBins[unitOrder[stone]!] = bin;
      else additionBins[additionOrder[stone - units.length]!] = bin;
    }
  }
  // Units that no bin is close to are in no group.
  for (const [at, { isLocked }] of sortedUnits.entries())
    if (!isLocked && pairs.starts[at] === pairs.starts[at + 1])
      optima.set('removals', optima.get('removals')! + 1);
  optima.set('price deviation', deviation);
  return { unitBins, additionBins, levels: LEVELS.map((name) => ({ name, optimum: optima.get(name)! })) };
}

type Goods = {
  bins: readonly IdealBin[];
  units: readonly Unit[];
  additions: readonly Addition[];
};

function solveGroup(
  highs: Highs,
  network: Network,
  goods: Goods,
  report: (level: LevelName) => void,
): Int32Array {
  if (network.stones === 0) return emptyBin(network);
  let solution = unsolved(network);
  for (const levels of TOGETHER) {
    report(levels.at(-1)!);
    const objectives = levels.map(
      (level): Objective =>
        (column) =>
          costAt(network, level, column),
    );
    solution = solveNetwork(highs, network, solution, objectives, levels.includes('closeness') ? CLOSEST : 1);
  }
  report('price deviation');
  const { cost } = priceDeviations(network, goods).exactly(solution.open);
  solution = solveNetwork(highs, network, solution, [cost], 1);
  report('names');
  // Rows of stones and of bins are in the order of names already.
  const stones = Array.from({ length: network.stones }, (_, stone) => stone);
  return takeFirstChoices(network, solution, stones, (binRow) => binRow);
}

/** The places of bins, units and additions in the order of names, which decides between equal plans. */
function canonical({ templateString, bins, units, additions }: PlanInput) {
  const printed = bins.map(({ spec }) => printBin(templateString, spec));
  const ordered = <Item>(items: readonly Item[], compare: (a: number, b: number) => number): number[] =>
    items.map((_, at) => at).sort(compare);
  return {
    binOrder: ordered(
      bins,
      (a, b) => byCodePoints(bins[a]!.storeId, bins[b]!.storeId) || byCodePoints(printed[a]!, printed[b]!),
    ),
    unitOrder: ordered(units, (a, b) => byCodePoints(units[a]!.customerStoneId, units[b]!.customerStoneId)),
    additionOrder: ordered(additions, (a, b) =>
      byCodePoints(additions[a]!.parcelName, additions[b]!.parcelName),
    ),
  };
}
