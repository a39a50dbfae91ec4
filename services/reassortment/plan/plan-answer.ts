import type {
  PlanBody,
  PlannedBin,
  ShippedStone,
  SuggestedAddition,
} from '#contracts/api/reassortment-plans.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { dollars, dollarsOrNull } from '#contracts/vocabulary/money.ts';
import { attributesOfTemplate, printBin } from './bin-names.ts';
import { byCodePoints } from './by-code-points.ts';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { closePairs, type ClosePairs } from './close-pairs.ts';
import { CLOSE_BELOW, closenessTo, placesOf, type GradedStone } from './closeness.ts';
import { inOrderOfWorth, overLimit, type PlacedAddition } from './over-limit.ts';
import {
  isShippedTo,
  type Addition,
  type Limit,
  type Placement,
  type PlanInput,
  type Unit,
} from './plan-input.ts';
import { matchOf, needOf, points6 } from './reasons.ts';
import { removalsOf } from './removals.ts';

export type AnswerContext = Limit & { storeName(storeId: string): string };

/** A stone with its place among those of the input, and the bin that the plan gives it. */
type Placed<Stone> = { of: Stone; at: number; bin: number; score: number };

/**
 * What a plan answers: shipments, additions and removals with their reasons, and each bin before and after (rule: Plan
 * answer). All of it in the order of names, so that the same plan reads the same to the byte.
 */
export function planAnswer(
  input: PlanInput,
  { unitBins, additionBins, levels }: Placement,
  context: AnswerContext,
): PlanBody {
  const { templateString, bins } = input;
  const attributes = attributesOfTemplate(templateString);
  const closeness = bins.map(({ spec }) => closenessTo(spec));
  const printed = bins.map(({ spec }) => printBin(templateString, spec));
  const scoreIn = (stone: GradedStone, bin: number): number => closeness[bin]!(placesOf(stone));
  const units = input.units
    .map((of, at): Placed<Unit> => placed(of, at, unitBins[at]!, scoreIn))
    .toSorted((a, b) => byCodePoints(a.of.customerStoneId, b.of.customerStoneId));
  const additions = input.additions.flatMap((of, at) =>
    additionBins[at]! < 0 ? [] : [placed(of, at, additionBins[at]!, scoreIn)],
  );

  const pairs = closePairs(
    bins,
    input.units.map(({ stone }) => ({ stone, onlyStore: null })),
  );
  const lying = lyingIn(input, pairs, units, additions);

  const isShipped = ({ of, bin }: Placed<Unit>): boolean => bin >= 0 && isShippedTo(of, bins[bin]!.storeId);
  /** Pieces of each bin so far: those that stay, then what is shipped to it, then what is added. */
  const have = new Int32Array(bins.length);
  for (const unit of units) if (unit.bin >= 0 && !isShipped(unit)) have[unit.bin]!++;
  const arriving = <Stone extends Unit | Addition>({ of, bin, score }: Placed<Stone>) => ({
    binSpec: printed[bin]!,
    exactMatch: score === 0,
    score: points6(score),
    reason: `${needOf(bins[bin]!, have[bin]!++)}; ${matchOf(bins[bin]!, attributes, of.stone, score)}`,
  });

  const shipped = units
    .filter(isShipped)
    .toSorted((a, b) => a.score - b.score || byCodePoints(a.of.customerStoneId, b.of.customerStoneId))
    .map((unit) => ({
      from: unit.of.storeId!,
      to: bins[unit.bin]!.storeId,
      stone: { ...wireOfUnit(unit.of), ...arriving(unit) },
    }));
  const own = have.slice();
  const placedAdditions = additions.map((addition): PlacedAddition & Placed<Addition> => ({
    ...addition,
    parcelName: addition.of.parcelName,
    totalCents: addition.of.totalCents,
  }));
  const over = overLimit(placedAdditions, bins, (bin) => own[bin]!, context);
  const suggested = inOrderOfWorth(placedAdditions, bins).map((addition): SuggestedAddition => ({
    ...wireOfAddition(addition.of),
    overLimit: over.has(addition.parcelName),
    ...arriving(addition),
    storeId: bins[addition.bin]!.storeId,
    storeName: context.storeName(bins[addition.bin]!.storeId),
  }));

  return {
    shipments: shipmentsOf(shipped),
    suggestedAdditions: suggested.toSorted((a, b) => byCodePoints(a.parcelName, b.parcelName)),
    suggestedRemovals: removalsOf(
      units.filter(({ of, bin }) => bin < 0 && !of.isLocked),
      { bins, printed, pairs, have: (bin) => have[bin]!, storeName: context.storeName },
    ),
    bins: bins
      .map((_, at) => plannedBin(bins[at]!, printed[at]!, lying[at]!, context))
      .toSorted((a, b) => byCodePoints(a.storeId, b.storeId) || byCodePoints(a.binSpec, b.binSpec)),
    levels: levels.map(({ name, optimum }) => ({
      name,
      optimum:
        name === 'closeness'
          ? points6(optimum)
          : name === 'price deviation'
            ? dollars(Math.round(optimum))
            : optimum,
    })),
  };
}

function placed<Stone extends Unit | Addition>(
  of: Stone,
  at: number,
  bin: number,
  scoreIn: (stone: GradedStone, bin: number) => number,
): Placed<Stone> {
  return { of, at, bin, score: bin < 0 ? CLOSE_BELOW : scoreIn(of.stone, bin) };
}

function shipmentsOf(shipped: readonly { from: string; to: string; stone: ShippedStone }[]) {
  const ways = new Map<string, { fromStoreId: string; toStoreId: string; stones: ShippedStone[] }>();
  for (const { from, to, stone } of shipped) {
    const key = JSON.stringify([from, to]);
    const way = ways.get(key) ?? { fromStoreId: from, toStoreId: to, stones: [] };
    ways.set(key, way);
    way.stones.push(stone);
  }
  return [...ways.values()]
    .toSorted((a, b) => byCodePoints(a.fromStoreId, b.fromStoreId) || byCodePoints(a.toStoreId, b.toStoreId))
    .map(({ stones, ...way }) => {
      const inOrder = stones.toSorted((a, b) => byCodePoints(a.customerStoneId, b.customerStoneId));
      return { ...way, names: inOrder.map(({ customerStoneId }) => customerStoneId), stones: inOrder };
    });
}

/** The content of a bin: the store's own stones before the plan, the customer's stones and the additions after it. */
type Lying = { before: Unit[]; own: Unit[]; added: Addition[] };

function lyingIn(
  { bins, units: all }: PlanInput,
  pairs: ClosePairs,
  units: readonly Placed<Unit>[],
  additions: readonly Placed<Addition>[],
): Lying[] {
  const lying = bins.map((): Lying => ({ before: [], own: [], added: [] }));
  for (const [at, unit] of all.entries())
    for (let pair = pairs.starts[at]!; pair < pairs.starts[at + 1]!; pair++) {
      const bin = pairs.bin[pair]!;
      if (pairs.score[pair] === 0 && bins[bin]!.storeId === unit.storeId) lying[bin]!.before.push(unit);
    }
  for (const { of, bin } of units) if (bin >= 0) lying[bin]!.own.push(of);
  for (const { of, bin } of additions) lying[bin]!.added.push(of);
  return lying;
}

function plannedBin(
  { storeId, minQty, targetQty, maxQty, targetCents }: IdealBin,
  binSpec: string,
  { before, own, added }: Lying,
  { storeName }: AnswerContext,
): PlannedBin {
  return {
    storeId,
    storeName: storeName(storeId),
    binSpec,
    minQty,
    targetQty,
    maxQty,
    targetValue: dollarsOrNull(targetCents),
    before: contentsOf(before),
    after: contentsOf([...own, ...added]),
    customerStoneIds: own.map(({ customerStoneId }) => customerStoneId),
    parcelNames: added.map(({ parcelName }) => parcelName).toSorted(byCodePoints),
  };
}

/** Pieces, carats and dollars of a bin's content; a stone without a price adds no value. */
export function contentsOf(stones: readonly (Unit | Addition)[]): PlannedBin['before'] {
  let [weight, cents] = [0, 0];
  for (const stone of stones) {
    weight += stone.stone.weight ?? 0;
    cents += ('totalCents' in stone ? stone.totalCents : stone.priceCents) ?? 0;
  }
  return { quantity: stones.length, weight: inCarats(weight), value: dollars(cents) };
}

/** A customer's stone on the wire: carats and dollars; what is unknown is left out. */
export function wireOfUnit({ customerStoneId, certNo, stone, priceCents }: Unit) {
  const { weight, ...grades } = stone;
  return {
    customerStoneId,
    ...grades,
    ...(certNo !== undefined && { certNo }),
    ...(weight !== undefined && { weight: inCarats(weight) }),
    ...(priceCents !== null && { price: dollars(priceCents) }),
  };
}

function wireOfAddition({ parcelName, certNo, stone, totalCents }: Addition) {
  const { weight, shape, ...grades } = stone;
  const facts = {
    parcelName,
    ...grades,
    ...(certNo !== undefined && { certNo }),
    ...(weight !== undefined && { weight: inCarats(weight) }),
    total: dollars(totalCents),
  };
  return {
    ...facts,
    ...(shape !== undefined && { shapeCode: shape }),
    stone: { ...facts, ...(shape !== undefined && { shape }) },
  };
}
