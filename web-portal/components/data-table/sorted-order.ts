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

/** As many characters as one figure holds exactly, 7 bits each. */
const KEY_LENGTH = 7;

/**
 * Ranks of texts, by code unit; '' is blank. Sorting tens of thousands of texts takes long, sorting figures does not:
 * the characters after the common beginning are ranked as figures, and only texts that agree in them as texts.
 */
export function rankTexts(values: readonly string[]): Ranks {
  const from = commonBeginning(values);
  const keys = Float64Array.from(values, (value) => (value === '' ? NaN : keyOf(value, from)));
  const coarse = rankNumbers(keys);
  const order = orderBy(coarse, Uint32Array.from(values.keys()), false);
  const ranks = new Uint32Array(values.length);
  let next = 0;
  let start = 0;
  while (start < order.length) {
    const rank = coarse.ranks[order[start]!]!;
    if (rank === coarse.distinct) break; // blanks, the last
    let end = start + 1;
    while (end < order.length && coarse.ranks[order[end]!] === rank) end++;
    if (end === start + 1) ranks[order[start]!] = next++;
    else next = rankGroup(values, order.subarray(start, end), ranks, next);
    start = end;
  }
  for (; start < order.length; start++) ranks[order[start]!] = next;
  return { ranks, distinct: next };
}

/** Ranks, from `next` on, of the few texts at `places`; answers the rank after them. */
function rankGroup(values: readonly string[], places: Uint32Array, ranks: Uint32Array, next: number): number {
  const distinct = [...new Set(Array.from(places, (place) => values[place]!))].sort();
  const rankOf = new Map(distinct.map((value, rank) => [value, next + rank]));
  for (const place of places) ranks[place] = rankOf.get(values[place]!)!;
  return next + distinct.length;
}

/** How many characters all texts begin with. */
function commonBeginning(values: readonly string[]): number {
  const first = values.find((value) => value !== '') ?? '';
  let length = first.length;
  for (const value of values) {
    if (value === '') continue;
    let same = 0;
    while (same < length && value.charCodeAt(same) === first.charCodeAt(same)) same++;
    length = same;
  }
  return length;
}

/** Characters from here on, such as é, are compared as texts. */
const LAST_PLAIN = 126;

/** The characters from a place on as a figure that sorts as they do, up to the first that is not plain. */
function keyOf(text: string, from: number): number {
  let key = 0;
  let plain = true;
  for (let at = from; at < from + KEY_LENGTH; at++) {
    const code: number = plain && at < text.length ? text.charCodeAt(at) + 1 : 0;
    plain &&= code < LAST_PLAIN;
    key = key * 128 + Math.min(code, LAST_PLAIN);
  }
  return key;
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
