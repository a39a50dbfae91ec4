import type { BinSpec, IdealBin } from '#contracts/reassortment/bin-spec.ts';
import type { GradedStone } from '../closeness.ts';
import type { PlanInput } from '../plan-input.ts';

const COLOURS = [...'DEFGHIJKLMNOPQRSTUVWXYZ'];
const CLARITIES = ['FL', 'IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2', 'SI3', 'I1', 'I2', 'I3'];

/** Millionths, as the rule reads, for bins of shape, weight, colour and clarity (rule: In Bin and Close to). */
function scoreOf(spec: BinSpec, stone: GradedStone): number {
  const steps = (list: readonly string[], bucket: readonly string[] | undefined, value: string): number =>
    bucket ? Math.min(...bucket.map((one) => Math.abs(list.indexOf(one) - list.indexOf(value)))) : 0;
  let score = spec.shape && !spec.shape.includes(stone.shape!) ? 1000 : 0;
  score += steps(COLOURS, spec.colour, stone.colour!) + steps(CLARITIES, spec.clarity, stone.clarity!);
  const { weight } = spec;
  if (weight && stone.weight! < weight.minimum)
    score += (30 * (weight.minimum - stone.weight!)) / weight.minimum;
  if (weight && stone.weight! >= weight.maximum + 10)
    score += (30 * (stone.weight! - weight.maximum)) / weight.maximum;
  return Math.round(score * 1e6);
}

/** What every way to place the stones gives at each level, the best of them, and where it puts each stone. */
export type Best = { values: number[]; unitBins: number[]; additionBins: number[] };

/**
 * The best plan, found by looking at every plan there is: for instances of a few stones. Units, additions and bins are in
 * the order of their names, no two alike. Prices deviate in twelfths of a cent: target quantities divide 12.
 */
export function bestByTryingAll({ bins, units, additions }: PlanInput): Best {
  const near = (stone: GradedStone, bin: IdealBin): boolean => scoreOf(bin.spec, stone) < 10_000_000;
  const choices = [
    ...units.map(({ stone, isLocked, storeId }) => {
      const own = bins.flatMap((bin, at) =>
        near(stone, bin) && (!isLocked || bin.storeId === storeId) ? [at] : [],
      );
      return isLocked && own.length > 0 ? own : [...own, -1];
    }),
    ...additions.map(({ stone }) => [...bins.flatMap((bin, at) => (near(stone, bin) ? [at] : [])), -1]),
  ];
  let best: { values: number[]; chosen: number[] } | null = null;
  const chosen: number[] = [];
  const tryFrom = (stone: number): void => {
    if (stone === choices.length) {
      const values = valuesOf(chosen);
      if (values && (!best || isLess(values, best.values))) best = { values, chosen: [...chosen] };
      return;
    }
    for (const choice of choices[stone]!) {
      chosen[stone] = choice;
      tryFrom(stone + 1);
    }
  };
  const valuesOf = (placed: readonly number[]): number[] | null => {
    const sums = { above: 0, minimum: 0, target: 0, surplus: 0 };
    for (const [at, { minQty, targetQty, maxQty }] of bins.entries()) {
      const within = placed.filter((bin) => bin === at).length;
      const locked = units.filter((unit, index) => unit.isLocked && placed[index] === at).length;
      if (within > Math.max(maxQty, locked)) return null;
      sums.above += Math.max(0, within - maxQty);
      sums.minimum += Math.max(0, minQty - within);
      sums.target += Math.max(0, targetQty - within);
      sums.surplus += Math.max(0, within - targetQty);
    }
    let [added, removed, closeness, shipments, deviation] = [0, 0, 0, 0, 0];
    for (const [index, bin] of placed.entries()) {
      const unit = units[index];
      const addition = additions[index - units.length];
      if (bin < 0) {
        if (unit && !unit.isLocked) removed++;
        continue;
      }
      const { storeId, spec, targetCents, targetQty } = bins[bin]!;
      if (addition) added++;
      if (unit && !unit.isRequested && unit.storeId !== storeId) shipments++;
      closeness += scoreOf(spec, (unit ?? addition!).stone);
      const price = unit ? unit.priceCents : addition!.totalCents;
      if (price !== null && targetCents && targetQty > 0)
        deviation += Math.abs(12 * price - (12 * targetCents) / targetQty);
    }
    const { above, minimum, target, surplus } = sums;
    return [above, minimum, target, added, removed, closeness, shipments, surplus, deviation];
  };
  tryFrom(0);
  const { values, chosen: placed } = best!;
  return {
    values: [...values.slice(0, -1), values.at(-1)! / 12],
    unitBins: placed.slice(0, units.length),
    additionBins: placed.slice(units.length),
  };
}

/** Ways are tried in the order of names: of two as good the first stands. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
}
