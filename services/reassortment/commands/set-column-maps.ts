import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { ColumnMap, Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { changesList, type Versioned } from './changes-list.ts';
import { doublesIn, refuseFaults } from './list-faults.ts';
import { plainWord } from './plain-word.ts';

/**
 * Sets what the headings of the customer's columns mean, all of them at once (rule: Maps). Nothing is recorded when
 * nothing differs. Refuses (422) headings that are mapped twice, each named, and (409) when somebody has changed them
 * since.
 */
export function setColumnMaps(
  state: Reassortment,
  { columnMaps, ...version }: { columnMaps: readonly ColumnMap[] } & Versioned,
  at: Instant,
): ReassortmentEvent[] {
  const twice = doublesIn(
    columnMaps,
    ({ columnHeader }) => plainWord(columnHeader),
    ({ columnHeader }, index) => ({
      field: `${index}.columnHeader`,
      message: `${columnHeader} is mapped twice: map each heading once.`,
    }),
  );
  refuseFaults(twice);
  if (!changesList(state, 'columnMaps', columnMaps, version)) return [];
  return [{ type: 'ColumnMapsSet', data: { columnMaps: [...columnMaps], effectiveAt: at } }];
}

/** Forgets all of them; does nothing when there are none. Refuses (409) when somebody has changed them since. */
export function clearColumnMaps(state: Reassortment, version: Versioned, at: Instant): ReassortmentEvent[] {
  if (!changesList(state, 'columnMaps', [], version)) return [];
  return [{ type: 'ColumnMapsCleared', data: { effectiveAt: at } }];
}
