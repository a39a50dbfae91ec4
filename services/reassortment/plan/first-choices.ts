import { grouped } from '#contracts/vocabulary/grouped.ts';
import { KINDS, isOutward, type Network } from './network.ts';
import type { Solution } from './solve-network.ts';

/** The row that stands for outside in what follows: removed, unused, short, beyond the target. */
const OUTSIDE = -1;

/**
 * Settles what is still open by names (rule: Order of objectives): each stone in turn, in the order of `stones`, takes
 * its first choice with which the others can still be placed as well as before. `stones` are rows; `rank` orders bins by
 * their rows. A stone takes another choice along a path of the network on which every other one that moves has such a
 * choice too, so that nothing is solved again.
 */
export function takeFirstChoices(
  network: Network,
  { flow, open }: Solution,
  stones: readonly number[],
  rank: (binRow: number) => number,
): Int32Array {
  const { pairs, row, binRow, kind, upper } = network;
  const settled = flow.slice();
  const rowOf = (column: number): number => row[column]!;
  const isOfStone = (column: number): boolean => rowOf(column) < network.stones;
  const choicesOf = grouped(open.filter(isOfStone), rowOf);
  const slackOf = grouped(
    open.filter((column) => !isOfStone(column)),
    rowOf,
  );

  const target = (column: number): number => (column < pairs ? binRow[column]! : OUTSIDE);
  const rankOf = (column: number): number => (column < pairs ? rank(binRow[column]!) : Infinity);
  /** The stones that can still move, by where they are. */
  const movable = new Map<number, Set<number>>([[OUTSIDE, new Set()]]);
  const chosen = new Map<number, number>();
  for (const [stone, choices] of choicesOf) {
    const now = choices.find((column) => settled[column] === 1);
    if (now === undefined || choices.length < 2) continue;
    chosen.set(stone, now);
    const at = target(now);
    movable.set(at, (movable.get(at) ?? new Set()).add(stone));
  }
  /** How a bin can have one stone more (+1) or one less (-1) than now without another stone moving; null where it cannot. */
  const slack = (bin: number, change: 1 | -1): number | null => {
    for (const column of slackOf.get(bin) ?? []) {
      const outward = isOutward(kind[column - pairs]!);
      const grows = outward === (change === 1);
      if (grows ? settled[column]! < upper[column - pairs]! : settled[column]! > 0) return column;
    }
    return null;
  };
  const bins = [...slackOf.keys()];

  type Step = { from: number; stone: number; column: number } | { from: number; slack: number };
  /** The steps by which what is one too many at `from` is no longer lacking at `to`; null when there are none. */
  const path = (from: number, to: number): Step[] | null => {
    const reachedBy = new Map<number, Step | null>([[from, null]]);
    const waiting = [from];
    const reach = (at: number, step: Step): void => {
      if (reachedBy.has(at)) return;
      reachedBy.set(at, step);
      waiting.push(at);
    };
    for (let at = waiting.shift(); at !== undefined && !reachedBy.has(to); at = waiting.shift()) {
      for (const stone of movable.get(at) ?? [])
        for (const column of choicesOf.get(stone)!)
          if (column !== chosen.get(stone)) reach(target(column), { from: at, stone, column });
      if (at === OUTSIDE) {
        for (const bin of bins) {
          const column = slack(bin, -1);
          if (column !== null) reach(bin, { from: at, slack: column });
        }
      } else {
        const column = slack(at, 1);
        if (column !== null) reach(OUTSIDE, { from: at, slack: column });
      }
    }
    if (!reachedBy.has(to)) return null;
    const steps: Step[] = [];
    for (let step = reachedBy.get(to); step; step = reachedBy.get(step.from)) steps.push(step);
    return steps;
  };

  const move = (stone: number, column: number): void => {
    const before = chosen.get(stone)!;
    settled[before] = 0;
    settled[column] = 1;
    chosen.set(stone, column);
    movable.get(target(before))!.delete(stone);
    const at = target(column);
    movable.set(at, (movable.get(at) ?? new Set()).add(stone));
  };
  const take = ({ from, ...step }: Step): void => {
    if ('stone' in step) return move(step.stone, step.column);
    const outward = isOutward(kind[step.slack - pairs]!);
    settled[step.slack]! += outward === (from !== OUTSIDE) ? 1 : -1;
  };

  for (const stone of stones) {
    const now = chosen.get(stone);
    if (now === undefined) continue;
    movable.get(target(now))!.delete(stone);
    const choices = choicesOf.get(stone)!.toSorted((a, b) => rankOf(a) - rankOf(b));
    for (const column of choices) {
      if (column === now) break;
      const steps = path(target(column), target(now));
      if (!steps) continue;
      for (const step of steps) take(step);
      settled[now] = 0;
      settled[column] = 1;
      break;
    }
    chosen.delete(stone);
  }
  return settled;
}

/** The columns of a bin that no stone is close to: it lacks all of its target. */
export function emptyBin(network: Network): Int32Array {
  const { kind, upper } = network;
  return Int32Array.from(kind, (each, at) => (each === KINDS.surplus ? 0 : upper[at]!));
}
