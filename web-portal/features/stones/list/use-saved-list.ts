import { useCallback, useState } from 'react';
import type { SavedTable } from '../../../components/data-table/saved-table.ts';
import { isObject } from '../../../lib/plain-values.ts';
import { savedValue, saveValue } from '../../../lib/saved-state.ts';
import { customerOf, useSession } from '../../../lib/session.ts';
import type { ListId } from '../../../lists/list-kinds.ts';
import { withLinkedFilters } from './shared-filters.ts';

/**
 * What was saved of a list's table, with the filters of the link by which it was opened, and how it is saved: with the
 * customer for whom its rows are selected. Another window may act for another one (product: Persistence).
 */
export function useSavedList(id: ListId, search: string) {
  const { user } = useSession();
  const { username } = user;
  // As it was when the list was opened: with another customer the whole portal is loaded again.
  const [customerId] = useState(() => customerOf(user));
  const name = `table:${id}`;
  const [saved] = useState(() =>
    withLinkedFilters(id, selectedFor(customerId, savedValue(username, name)), search),
  );
  const save = useCallback(
    (state: SavedTable) => saveValue(username, name, { ...state, selectedFor: customerId }),
    [username, name, customerId],
  );
  return { saved, save };
}

/** What was saved of a table; nothing is selected in it unless it was for this customer (null: for oneself). */
const selectedFor = (customerId: number | null, saved: unknown): unknown =>
  isObject(saved) && saved['selectedFor'] !== customerId ? { ...saved, selected: [] } : saved;
