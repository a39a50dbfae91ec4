import type { Line } from '#contracts/vocabulary/lines.ts';
import type { ListKind } from '../list-kinds.ts';
import type { ListRow } from '../list-row.ts';

/** A parcel where it stands now: once, though its row is in several lists. */
export type Entry = { line: Line; kind: ListKind; row: ListRow };

/** The name of an entry's parcel. */
export const nameOf = ({ row }: Entry): string => row.parcelName;

/** A list and what stands in it. */
export type ListRows = { line: Line; kind: ListKind; rows: readonly ListRow[] };

/** Which list a parcel is found in when it is in several. */
const FOUND_FIRST: readonly ListKind[] = ['customer', 'cart', 'available', 'past'];

/** Every parcel of the lists given, each once. Desires are no parcels: they are left out. */
export function entriesOf(lists: readonly ListRows[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const kind of FOUND_FIRST)
    for (const list of lists) {
      if (list.kind !== kind) continue;
      for (const row of list.rows)
        if (!row.virtual && !entries.has(row.parcelName))
          entries.set(row.parcelName, { line: list.line, kind, row });
    }
  return [...entries.values()];
}
