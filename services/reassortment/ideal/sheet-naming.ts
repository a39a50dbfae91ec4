import type { NamedStore } from './ideal-reading.ts';
import { plain } from './plain-text.ts';
import { readBucket } from './value-lists.ts';

/** Of its bins: the store, and the shapes where the sheet is named for them. */
export type SheetNaming = { storeId: string; shape: string[] | null } | { fault: string };

/** What programs call a sheet that was given no name; a CSV file's has none. */
const UNNAMED = new Set(['', 'SHEET1']);

/** What the name of a crosstab's sheet says of its bins (rule: Crosstab). */
export function sheetNaming(name: string, stores: readonly NamedStore[]): SheetNaming {
  const text = plain(name);
  const named = stores.filter(({ storeId, storeName }) => [storeId, storeName].map(plain).includes(text));
  const [store, ...others] = named;
  if (store && others.length === 0) return { storeId: store.storeId, shape: null };
  if (store) return { fault: `stands on a sheet whose name '${name}' is that of ${named.length} stores` };
  const shape = UNNAMED.has(text) ? null : readBucket('shape', name);
  if (shape === undefined)
    return { fault: `stands on the sheet '${name}', which is named for no store and no shape` };
  const only = onlyStore(stores);
  return only === null
    ? { fault: `stands on a sheet without a store: name the sheet '${name}' for one` }
    : { storeId: only, shape };
}

/** The customer's store when it has one only. */
export function onlyStore(stores: readonly NamedStore[]): string | null {
  return stores.length === 1 ? stores[0]!.storeId : null;
}
