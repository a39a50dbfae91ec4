import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { Reassortment, Store } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { changesList, type Versioned } from './changes-list.ts';
import { doublesIn, refuseFaults } from './list-faults.ts';
import { plainWord } from './plain-word.ts';

/**
 * Sets the customer's stores, all of them at once. Nothing is recorded when nothing differs. Refuses (422) stores
 * with the same id, or the same name, ignoring case, and names each: a sheet or a row that names a store by either must
 * mean one. Refuses (409) when somebody has changed them since.
 */
export function setStores(
  state: Reassortment,
  { stores, ...version }: { stores: readonly Store[] } & Versioned,
  at: Instant,
): ReassortmentEvent[] {
  const sameId = doublesIn(
    stores,
    ({ storeId }) => plainWord(storeId),
    ({ storeId }, index) => ({
      field: `${index}.storeId`,
      message: `There are two stores ${storeId}: give each an id of its own.`,
    }),
  );
  const sameName = doublesIn(
    stores,
    ({ storeName }) => plainWord(storeName),
    ({ storeName }, index) => ({
      field: `${index}.storeName`,
      message: `There are two stores called ${storeName}: give each a name of its own.`,
    }),
  );
  refuseFaults([...sameId, ...sameName]);
  if (!changesList(state, 'stores', stores, version)) return [];
  return [{ type: 'StoresSet', data: { stores: [...stores], effectiveAt: at } }];
}
