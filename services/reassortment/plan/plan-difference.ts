import type {
  PlanAddition,
  PlanBody,
  PlanDifference,
  PlanMove,
  PlanRemoval,
} from '#contracts/api/reassortment-plans.ts';
import { byCodePoints } from './by-code-points.ts';

/** What two plans do differently, in the order of names: nothing where they are the same. */
export function planDifference(first: PlanBody, second: PlanBody): PlanDifference {
  const binsOf = ({ bins }: PlanBody) =>
    new Map(bins.map((bin) => [JSON.stringify([bin.storeId, bin.binSpec]), bin]));
  const [before, after] = [binsOf(first), binsOf(second)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted(byCodePoints);
  const others = new Map(second.levels.map(({ name, optimum }) => [name, optimum]));
  return {
    shipments: differing(movesOf(first), movesOf(second)),
    additions: differing(additionsOf(first), additionsOf(second)),
    removals: differing(removalsOf(first), removalsOf(second)),
    bins: keys.flatMap((key) => {
      const [one, other] = [before.get(key), after.get(key)];
      const [firstQty, secondQty] = [one?.after.quantity ?? null, other?.after.quantity ?? null];
      const { storeId, binSpec } = (one ?? other)!;
      return firstQty === secondQty ? [] : [{ storeId, binSpec, first: firstQty, second: secondQty }];
    }),
    levels: first.levels.flatMap(({ name, optimum }) => {
      const other = others.get(name) ?? 0;
      return optimum === other ? [] : [{ name, first: optimum, second: other }];
    }),
  };
}

const movesOf = ({ shipments }: PlanBody): PlanMove[] =>
  shipments.flatMap(({ fromStoreId, toStoreId, stones }) =>
    stones.map(({ customerStoneId, binSpec }) => ({
      name: customerStoneId,
      fromStoreId,
      toStoreId,
      binSpec,
      pieces: 1,
    })),
  );

const additionsOf = ({ suggestedAdditions }: PlanBody): PlanAddition[] =>
  suggestedAdditions.map(({ parcelName, storeId, binSpec }) => ({
    name: parcelName,
    storeId,
    binSpec,
    pieces: 1,
  }));

const removalsOf = ({ suggestedRemovals }: PlanBody): PlanRemoval[] =>
  suggestedRemovals.flatMap(({ storeId, names }) => names.map((name) => ({ name, storeId, pieces: 1 })));

/** What only one of two has, by pieces: three of a name against one leaves two. */
function differing<Item extends { pieces: number }>(first: readonly Item[], second: readonly Item[]) {
  const counted = new Map<string, { item: Item; pieces: number }>();
  const count = (items: readonly Item[], sign: 1 | -1): void => {
    for (const item of items) {
      const key = JSON.stringify(item);
      const so = counted.get(key) ?? { item, pieces: 0 };
      so.pieces += sign;
      counted.set(key, so);
    }
  };
  count(first, 1);
  count(second, -1);
  const side = (sign: 1 | -1): Item[] =>
    [...counted]
      .filter(([, { pieces }]) => pieces * sign > 0)
      .toSorted(([a], [b]) => byCodePoints(a, b))
      .map(([, { item, pieces }]) => ({ ...item, pieces: pieces * sign }));
  return { onlyFirst: side(1), onlySecond: side(-1) };
}
