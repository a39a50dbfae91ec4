/** How the figures of a column lie between edges: bar `n` counts from edge `n` up to, without it, the next; the last bar with it. */
export type Distribution = { edges: readonly number[]; bars: readonly number[] };

/** The bar of each place, by its edges; a blank has none. */
export type Binned = { edges: readonly number[]; bars: Uint8Array };
export const NO_BAR = 255;

/** Figures that span more are set by their magnitudes: else nearly all prices would stand in the first bar. */
const WIDE_SPAN = 12;

/** The edges of so many bars from the smallest to the largest figure: round figures that a person would type. */
export function edgesOf(from: number, to: number, count: number): number[] {
  if (from === to) return [from, to];
  const byMagnitude = from > 0 && to / from > WIDE_SPAN;
  const edgeAt = (place: number): number =>
    byMagnitude ? from * (to / from) ** (place / count) : from + ((to - from) * place) / count;
  const edges: number[] = [];
  for (let place = 0; place <= count; place++) {
    const edge = edgeAt(place);
    // Rounded further, bars would differ in width so much that they showed the widths and not the figures.
    const step = 10 ** Math.floor(Math.log10((edgeAt(place + 1) - edge) / 4));
    const round = place === 0 ? Math.floor : place === count ? Math.ceil : Math.round;
    const rounded = Number((round(Number((edge / step).toPrecision(12))) * step).toPrecision(12));
    if (place === 0 || rounded > edges.at(-1)!) edges.push(rounded);
  }
  return edges;
}

/** In which bar each figure lies; null when there are none. NaN is blank. */
export function binNumbers(values: Float64Array, count: number): Binned | null {
  let from = Infinity;
  let to = -Infinity;
  for (const value of values) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  if (from > to) return null;
  const edges = edgesOf(from, to, count);
  const last = edges.length - 2;
  const bars = new Uint8Array(values.length);
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!;
    if (Number.isNaN(value)) {
      bars[place] = NO_BAR;
      continue;
    }
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (edges[middle]! <= value) low = middle;
      else high = middle - 1;
    }
    bars[place] = low;
  }
  return { edges, bars };
}
