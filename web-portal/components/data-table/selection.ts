import type { TableIndex } from './table-index.ts';

/** Which places are chosen, one mark each; a chosen place that the filters hide counts as unselected meanwhile. */
export type Selection = { marks: Uint8Array; count: number };

/** Nothing chosen, of so many rows. */
export const noSelection = (rows: number): Selection => ({ marks: new Uint8Array(rows), count: 0 });

/** The selection with places chosen, or unchosen. */
export function withPlaces(
  { marks, count }: Selection,
  places: Iterable<number | undefined>,
  on: boolean,
): Selection {
  const after = marks.slice();
  const mark = on ? 1 : 0;
  let changed = count;
  for (const place of places) {
    if (place === undefined || after[place] === mark) continue;
    after[place] = mark;
    changed += on ? 1 : -1;
  }
  return { marks: after, count: changed };
}

/** The chosen places among the visible ones, in the order shown (product: Filters and selection). */
export function chosenAmong({ marks, count }: Selection, visible: Uint32Array): Uint32Array {
  const places = new Uint32Array(Math.min(count, visible.length));
  let found = 0;
  for (let at = 0; at < visible.length && found < places.length; at++)
    if (marks[visible[at]!] === 1) places[found++] = visible[at]!;
  return places.subarray(0, found);
}

/** Keys of everything chosen, shown or not. */
export function chosenKeys<Row>(
  { marks, count }: Selection,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): string[] {
  const keys: string[] = [];
  for (let place = 0; place < marks.length && keys.length < count; place++)
    if (marks[place] === 1) keys.push(keyOf(rows[place]!));
  return keys;
}

/** The same parcels chosen in a later version of the rows; those that left it are no longer chosen. */
export function carriedOver<Row>(
  selection: Selection,
  before: TableIndex<Row>,
  now: TableIndex<Row>,
  keyOf: (row: Row) => string,
): Selection {
  if (before.placeOf === now.placeOf) return selection;
  if (selection.count === 0) return noSelection(now.rows.length);
  return withPlaces(
    noSelection(now.rows.length),
    chosenKeys(selection, before.rows, keyOf).map(now.placeOf),
    true,
  );
}
