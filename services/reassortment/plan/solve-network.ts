import type { Highs } from 'highs';
import { AT_UPPER, BASIC, linearProgram, type Solved } from './linear-program.ts';
import { isOutward, type Network } from './network.ts';
import { potentials, reducedCost, spanningTree } from './spanning-tree.ts';

/** An objective: what a unit of flow on a column costs, in whole numbers. */
export type Objective = (column: number) => number;

/** What is known so far: the flow of every column, and the columns whose flow can still be another one. */
export type Solution = { flow: Int32Array; open: Int32Array };

/** Nothing is known: every column is open. */
export function unsolved(network: Network): Solution {
  return {
    flow: new Int32Array(network.columns),
    open: Int32Array.from({ length: network.columns }, (_, column) => column),
  };
}

/** Pairs that a program begins with, by stone: its closest ones. The others are added where they would help. */
const FIRST_PAIRS = 6;
const MORE_PAIRS = 6;
/** A program of fewer columns than this has them all at once. */
const SMALL = 5_000;
/** How many times more than the next a level counts where they are solved together, at first. */
const STEP = 4;
const WIDER = 16;
/** Above it, a sum of costs might not be exact. */
const LARGEST = 2 ** 50;

/**
 * The flows that are best by the objectives, the first before all others, the second before those behind it and so on;
 * what is still open afterwards are the columns in which equally good flows differ: those whose reduced cost is 0 at each
 * of the levels (rule: Order of objectives). The last objective's cost may reach `lastUpTo` on a pair, the costs of the
 * others are 0 or 1.
 *
 * HiGHS solves the levels together, each weighed above what is behind it; the basis that it ends with is then proven level
 * by level in whole numbers, for every column, also those that the program never had. Where the weights were too near to
 * each other for that, they are set wider apart.
 */
export function solveNetwork(
  highs: Highs,
  network: Network,
  known: Solution,
  objectives: readonly Objective[],
  lastUpTo: number,
): Solution {
  const supply = suppliesLeft(network, known);
  let gap = STEP * lastUpTo;
  for (;;) {
    const weights = objectives.map((_, level) => {
      const behind = objectives.length - 1 - level;
      return behind === 0 ? 1 : gap * STEP ** (behind - 1);
    });
    if (weights[0]! * 2 > LARGEST) throw new Error('the levels of a plan cannot be weighed exactly');
    const solved = optimum(highs, network, known, objectives, weights, supply);
    const proven = prove(network, known, objectives, solved);
    if (proven) return proven;
    gap *= WIDER;
  }
}

/** What the open columns have to carry, by row. */
function suppliesLeft(network: Network, { flow, open }: Solution): Float64Array {
  const { pairs, row, binRow, kind, columns } = network;
  const left = Float64Array.from(network.supply);
  const isOpen = new Uint8Array(columns);
  for (const column of open) isOpen[column] = 1;
  for (let column = 0; column < columns; column++) {
    const units = flow[column]!;
    if (units === 0 || isOpen[column]) continue;
    left[row[column]!]! -= column >= pairs && isOutward(kind[column - pairs]!) ? -units : units;
    if (column < pairs) left[binRow[column]!]! -= units;
  }
  return left;
}

/** An optimal basis for the weighed objectives: pairs are added until none of those left out would make it better. */
function optimum(
  highs: Highs,
  network: Network,
  known: Solution,
  objectives: readonly Objective[],
  weights: readonly number[],
  supply: Float64Array,
): Solved {
  const { open } = known;
  const weighed = (column: number): number =>
    objectives.reduce((sum, cost, level) => sum + weights[level]! * cost(column), 0);
  const costs = new Float64Array(network.columns);
  for (const column of open) costs[column] = weighed(column);
  const cost = (column: number): number => costs[column]!;
  const isIn = new Uint8Array(network.columns);
  const program = linearProgram(highs, network, supply);
  try {
    for (let more = firstColumns(network, known, cost); ;) {
      for (const column of more) isIn[column] = 1;
      program.add(more, cost);
      const solved = program.solve();
      const tree = treeOf(network, solved);
      const values = potentials(network, tree, cost);
      more = bestByStone(network, open, MORE_PAIRS, (column) => {
        if (isIn[column]) return null;
        const more = reducedCost(network, values, column, costs[column]!);
        return more < 0 ? more : null;
      });
      if (more.length === 0) return solved;
    }
  } finally {
    program.dispose();
  }
}

/** With those that carry the known flow, the program has a solution from the beginning. */
function firstColumns(network: Network, { flow, open }: Solution, cost: Objective): number[] {
  if (open.length <= SMALL) return [...open];
  const isNeeded = (column: number): boolean => column >= network.pairs || flow[column]! > 0;
  const unlessNeeded = (column: number): number | null => (isNeeded(column) ? null : cost(column));
  return [...open.filter(isNeeded), ...bestByStone(network, open, FIRST_PAIRS, unlessNeeded)];
}

/** The open pairs that cost least, so many for each stone; those that `cost` gives null for are left out. */
function bestByStone(
  network: Network,
  open: Int32Array,
  most: number,
  cost: (column: number) => number | null,
): number[] {
  const { pairs, row } = network;
  const found: number[] = [];
  let stone = -1;
  let best: { column: number; cost: number }[] = [];
  const close = (): void => {
    for (const { column } of best) found.push(column);
    best = [];
  };
  // Open columns are in order, and so are the pairs of each stone.
  for (const column of open) {
    if (column >= pairs) break;
    if (row[column] !== stone) close();
    stone = row[column]!;
    const own = cost(column);
    if (own === null || (best.length === most && own >= best[most - 1]!.cost)) continue;
    let at = best.length;
    while (at > 0 && best[at - 1]!.cost > own) at--;
    best.splice(at, 0, { column, cost: own });
    if (best.length > most) best.pop();
  }
  close();
  return found;
}

const treeOf = (network: Network, { columns, status, looseRows }: Solved) =>
  spanningTree(
    network,
    columns.filter((_, at) => status[at] === BASIC),
    looseRows,
  );

/**
 * The solution, with what stays open, when the basis is the best at each level: no column at 0 would make the first level at
 * which it counts better by rising, none at its upper bound by falling. Null when one would.
 */
function prove(
  network: Network,
  known: Solution,
  objectives: readonly Objective[],
  solved: Solved,
): Solution | null {
  const tree = treeOf(network, solved);
  const values = objectives.map((cost) => potentials(network, tree, cost));
  const flow = known.flow.slice();
  for (const column of known.open) flow[column] = 0;
  const isFull = new Uint8Array(network.columns);
  for (const [at, column] of solved.columns.entries()) {
    const units = Math.round(solved.flow[at]!);
    if (Math.abs(units - solved.flow[at]!) > 1e-6) throw new Error('a plan is not in whole stones');
    flow[column] = units;
    if (solved.status[at] === AT_UPPER) isFull[column] = 1;
  }
  const open: number[] = [];
  for (const column of known.open) {
    let more = 0;
    for (let level = 0; level < objectives.length && more === 0; level++)
      more = reducedCost(network, values[level]!, column, objectives[level]!(column));
    if (more === 0) open.push(column);
    else if (isFull[column] ? more > 0 : more < 0) return null;
  }
  return { flow, open: Int32Array.from(open) };
}
