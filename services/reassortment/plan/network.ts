import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { ClosePairs } from './close-pairs.ts';
import { isShippedTo, type Addition, type LevelName, type Unit } from './plan-input.ts';

/** What a column of the linear program that is no pair of a stone and a bin stands for. */
export const KINDS = {
  unitRemoved: 0,
  additionUnused: 1,
  belowMinimum: 2,
  belowTarget: 3,
  surplus: 4,
  lockedAbove: 5,
} as const;

/**
 * A group of stones and bins that share none with another (rule: Plan), as the network of its linear program. A row is a
 * node: the stones, units first, then the bins; each one's flow is `supply`. A column is an arc: the pairs first, each
 * from a stone to a bin, then what joins one row with outside. All coefficients are 1, but -1 where `outward` is set.
 */
export type Network = {
  stones: number;
  rows: number;
  pairs: number;
  columns: number;
  /** By row: 1 for a stone, the target of a bin. */
  supply: Int32Array;
  /** By column: its row; of a pair the stone's. */
  row: Int32Array;
  /** By pair: the bin's row. */
  binRow: Int32Array;
  /** By column after the pairs. */
  kind: Uint8Array;
  /** By column after the pairs; Infinity where the rows bound it. */
  upper: Float64Array;
  score: Int32Array;
  /** By row of a stone: the stone's place among all units and additions. By row of a bin: its place in `bins`. */
  origin: Int32Array;
  /** Of the whole plan: the first place of an addition among the stones. */
  units: number;
  /** By pair: 1 where the stone would be sent to another store. */
  isShipment: Uint8Array;
};

/** The bin's column with the coefficient -1: its pieces beyond the target. */
export const isOutward = (kind: number): boolean => kind === KINDS.surplus || kind === KINDS.lockedAbove;

/**
 * Splits the plan into groups (rule: Plan). A stone that no bin takes is in none of them; a bin that no stone is close to
 * is one by itself, as what it lacks counts too.
 */
export function networksOf(
  bins: readonly IdealBin[],
  units: readonly Unit[],
  additions: readonly Addition[],
  pairs: ClosePairs,
): Network[] {
  const stones = units.length + additions.length;
  const groupOf = unionFind(stones + bins.length);
  for (let stone = 0; stone < stones; stone++)
    for (let k = pairs.starts[stone]!; k < pairs.starts[stone + 1]!; k++)
      groupOf.join(stone, stones + pairs.bin[k]!);
  const members = new Map<number, { stones: number[]; bins: number[] }>();
  const groupWith = (node: number) => {
    const root = groupOf.root(node);
    const group = members.get(root) ?? { stones: [], bins: [] };
    members.set(root, group);
    return group;
  };
  for (let bin = 0; bin < bins.length; bin++) groupWith(stones + bin).bins.push(bin);
  for (let stone = 0; stone < stones; stone++)
    if (pairs.starts[stone]! < pairs.starts[stone + 1]!) groupWith(stone).stones.push(stone);
  return [...members.values()].map((group) => networkOf(bins, units, pairs, group));
}

function networkOf(
  bins: readonly IdealBin[],
  units: readonly Unit[],
  pairs: ClosePairs,
  group: { stones: readonly number[]; bins: readonly number[] },
): Network {
  const m = group.stones.length;
  const rowOfBin = new Map(group.bins.map((bin, index) => [bin, m + index]));
  const count = group.stones.reduce((sum, stone) => sum + pairs.starts[stone + 1]! - pairs.starts[stone]!, 0);
  const row: Int32Array = new Int32Array(count + m + 4 * group.bins.length);
  const [binRow, score] = [new Int32Array(count), new Int32Array(count)];
  const isShipment = new Uint8Array(count);
  const kinds: number[] = [];
  const uppers: number[] = [];
  const lockedNear = new Set<number>();
  let at = 0;
  for (const [index, stone] of group.stones.entries()) {
    const unit = units[stone];
    for (let k = pairs.starts[stone]!; k < pairs.starts[stone + 1]!; k++) {
      const bin = pairs.bin[k]!;
      row[at] = index;
      binRow[at] = rowOfBin.get(bin)!;
      score[at] = pairs.score[k]!;
      isShipment[at] = unit && isShippedTo(unit, bins[bin]!.storeId) ? 1 : 0;
      if (unit?.isLocked) lockedNear.add(bin);
      at++;
    }
  }
  const add = (atRow: number, kind: number, upper: number): void => {
    row[at++] = atRow;
    kinds.push(kind);
    uppers.push(upper);
  };
  for (const [index, stone] of group.stones.entries()) {
    if (stone >= units.length) add(index, KINDS.additionUnused, Infinity);
    else if (!units[stone]!.isLocked) add(index, KINDS.unitRemoved, Infinity);
  }
  for (const bin of group.bins) {
    const { minQty, targetQty, maxQty } = bins[bin]!;
    const binAt = rowOfBin.get(bin)!;
    if (minQty > 0) add(binAt, KINDS.belowMinimum, minQty);
    if (targetQty > minQty) add(binAt, KINDS.belowTarget, targetQty - minQty);
    if (maxQty > targetQty) add(binAt, KINDS.surplus, maxQty - targetQty);
    if (lockedNear.has(bin)) add(binAt, KINDS.lockedAbove, Infinity);
  }
  return {
    stones: m,
    rows: m + group.bins.length,
    pairs: count,
    columns: at,
    supply: Int32Array.from([...group.stones.map(() => 1), ...group.bins.map((bin) => bins[bin]!.targetQty)]),
    row: row.slice(0, at),
    binRow,
    kind: Uint8Array.from(kinds),
    upper: Float64Array.from(uppers),
    score,
    origin: Int32Array.from([...group.stones, ...group.bins]),
    units: units.length,
    isShipment,
  };
}

/** What a unit of flow on a column costs at a level, in whole numbers; 'price deviation' and 'names' are not of these. */
export function costAt(network: Network, level: LevelName, column: number): number {
  const { pairs, kind, score, isShipment, origin, row, units } = network;
  const isPair = column < pairs;
  const special = isPair ? -1 : kind[column - pairs]!;
  switch (level) {
    case 'locked above maximum':
      return special === KINDS.lockedAbove ? 1 : 0;
    case 'below minimum':
      return special === KINDS.belowMinimum ? 1 : 0;
    case 'below target':
      return special === KINDS.belowMinimum || special === KINDS.belowTarget ? 1 : 0;
    case 'additions':
      return isPair && origin[row[column]!]! >= units ? 1 : 0;
    case 'removals':
      return special === KINDS.unitRemoved ? 1 : 0;
    case 'closeness':
      return isPair ? score[column]! : 0;
    case 'shipments':
      return isPair ? isShipment[column]! : 0;
    case 'surplus':
      return special === KINDS.surplus || special === KINDS.lockedAbove ? 1 : 0;
    default:
      throw new Error(`${level} is not counted by column`);
  }
}

function unionFind(size: number): { root(node: number): number; join(one: number, other: number): void } {
  const parent = Int32Array.from({ length: size }, (_, index) => index);
  const root = (node: number): number => {
    let at = node;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  };
  return {
    root,
    join(one, other) {
      parent[root(one)] = root(other);
    },
  };
}
