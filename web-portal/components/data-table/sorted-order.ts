/** Each place's rank among the distinct values, 0 the smallest; a blank has the rank `distinct`. */
export type Ranks = { ranks: Uint32Array; distinct: number };

/** Ranks of figures; NaN is blank. */
export function rankNumbers(values: Float64Array): Ranks {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  let distinct = 0;
  for (let place = 0; place < sorted.length; place++)
    if (place === 0 || sorted[place] !== sorted[distinct - 1]) sorted[distinct++] = sorted[place]!;
  const ranks = new Uint32Array(values.length);
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!;
    ranks[place] = Number.isNaN(value) ? distinct : placeOf(sorted, distinct, value);
  }
  return { ranks, distinct };
}

function placeOf(sorted: Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ranks of texts, by code unit; '' is blank. */
export function rankTexts(values: readonly string[]): Ranks {
  const distinct = [...new Set(values)].filter((value) => value !== '').sort();
  const rankOf = new Map(distinct.map((value, rank) => [value, rank]));
  return {
    ranks: Uint32Array.from(values, (value) => rankOf.get(value) ?? distinct.length),
    distinct: distinct.length,
  };
}

/**
 * Places in order of rank (counting sort): equal ranks stay as in `base`, and blanks come last in both directions.
 */
export function orderBy({ ranks, distinct }: Ranks, base: Uint32Array, descending: boolean): Uint32Array {
  const starts = new Uint32Array(distinct + 2);
  const slot = (rank: number): number => (descending && rank < distinct ? distinct - 1 - rank : rank);
  for (const rank of ranks) starts[slot(rank) + 1]!++;
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!;
  const order = new Uint32Array(ranks.length);
  for (const place of base) order[starts[slot(ranks[place]!)]!++] = place;
  return order;
}
