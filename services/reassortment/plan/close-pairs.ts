import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { CLOSE_BELOW, closenessTo, placesOf, type GradedStone } from './closeness.ts';

/** Stone `s` can go to `bin[k]` at `score[k]` millionths, for each k from `starts[s]` up to `starts[s + 1]`. */
export type ClosePairs = { starts: Int32Array; bin: Int32Array; score: Int32Array };

/** A stone with the stores whose bins it can go to: one, or all. */
type Candidate = { stone: GradedStone; onlyStore: string | null };

/** Every bin that each stone is close enough to (rule: In Bin and Close to). Bins of one kind are compared once. */
export function closePairs(bins: readonly IdealBin[], stones: readonly Candidate[]): ClosePairs {
  const kinds = kindsOf(bins);
  const starts = new Int32Array(stones.length + 1);
  const bin: number[] = [];
  const score: number[] = [];
  for (const [index, { stone, onlyStore }] of stones.entries()) {
    const places = placesOf(stone);
    for (const kind of kinds.get(places.shape) ?? kinds.get(ANY_SHAPE) ?? []) {
      const points = kind.closeness(places);
      if (points >= CLOSE_BELOW) continue;
      for (const at of kind.bins) {
        if (onlyStore !== null && bins[at]!.storeId !== onlyStore) continue;
        bin.push(at);
        score.push(points);
      }
    }
    starts[index + 1] = bin.length;
  }
  return { starts, bin: Int32Array.from(bin), score: Int32Array.from(score) };
}

type Kind = { closeness: ReturnType<typeof closenessTo>; bins: number[]; shapes: readonly string[] | null };

/** What a shape that no bin names is looked up by. */
const ANY_SHAPE = '';

/** The kinds of bins by the shapes that they take. */
function kindsOf(bins: readonly IdealBin[]): Map<string, Kind[]> {
  const kinds = new Map<string, Kind>();
  for (const [index, { spec }] of bins.entries()) {
    const key = JSON.stringify(spec);
    const kind = kinds.get(key);
    if (kind) kind.bins.push(index);
    else kinds.set(key, { closeness: closenessTo(spec), bins: [index], shapes: spec.shape ?? null });
  }
  const all = [...kinds.values()];
  const shapes = new Set([ANY_SHAPE, ...all.flatMap((kind) => kind.shapes ?? [])]);
  return new Map(
    [...shapes].map((shape) => [
      shape,
      all.filter((kind) => kind.shapes === null || kind.shapes.includes(shape)),
    ]),
  );
}
