import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';

/** Some neighbouring names of a list, in their order. Never changed: what changes is another shelf. */
export type Shelf = { readonly id: number; readonly names: readonly string[] };

export type AvailabilityChange = { readonly parcelName: string; readonly available: boolean };

/** Names of a shelf, at most twice as many: one change costs little, and a list of 50,000 has some 400 shelves. */
const NAMES = 128;

let shelvesMade = 0;
const shelf = (names: readonly string[]): Shelf => ({ id: (shelvesMade += 1), names });

/** Shelves of these names, whatever their order. */
export function arranged(names: readonly string[]): readonly Shelf[] {
  return inPortions(names.toSorted(compareText), NAMES).map(shelf);
}

/** The shelves after these changes: those of which a name came, went or changed are others, all else the same. */
export function rearranged(
  shelves: readonly Shelf[],
  changes: readonly AvailabilityChange[],
): readonly Shelf[] {
  if (changes.length === 0) return shelves;
  if (shelves.length === 0)
    return arranged(changes.filter(({ available }) => available).map(({ parcelName }) => parcelName));
  const edits = new Map<number, Map<string, boolean>>();
  for (const { parcelName, available } of changes) {
    const place = placeOf(shelves, parcelName);
    const edit = edits.get(place) ?? new Map<string, boolean>();
    edits.set(place, edit.set(parcelName, available));
  }
  return shelves.flatMap((one, place) => {
    const edit = edits.get(place);
    return edit ? edited(one, edit) : one;
  });
}

/** The shelf where a name stands, or would stand; -1 without any. */
export function placeOf(shelves: readonly Shelf[], name: string): number {
  let low = 0;
  let high = shelves.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (shelves[middle]!.names[0]! <= name) low = middle;
    else high = middle - 1;
  }
  return high;
}

function edited(one: Shelf, edit: ReadonlyMap<string, boolean>): readonly Shelf[] {
  const kept = one.names.filter((name) => !edit.has(name));
  const put = [...edit].filter(([, available]) => available).map(([name]) => name);
  if (kept.length === one.names.length && put.length === 0) return [one];
  const names = [...kept, ...put];
  return names.length <= 2 * NAMES
    ? names.length === 0
      ? []
      : [shelf(names.toSorted(compareText))]
    : arranged(names);
}
