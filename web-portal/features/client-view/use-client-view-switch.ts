import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { clearToasts } from '#web-shared/components/toast/toast.ts';
import {
  chosenView,
  forgetPriceFilters,
  savedClientView,
  saveClientView,
  showClientView,
  useClientView,
  viewsOf,
  type ClientView,
} from '../../lib/client-view.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { onSavedElsewhere } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';

/**
 * The view that is on, the views there are for this user, and how another one is shown; null: one's own prices. There are
 * none while staff view as a customer (rule: View as customer).
 */
export function useClientViewSwitch() {
  const { user } = useSession();
  const { username, showPrices } = user;
  const client = useQueryClient();
  const view = useClientView();
  const apply = useCallback(
    (next: ClientView | null): void => {
      clearToasts();
      showClientView(next);
      // What was read shows other prices.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
    },
    [client],
  );
  const show = useCallback(
    (next: ClientView | null): void => {
      saveClientView(username, next);
      apply(next);
    },
    [username, apply],
  );
  const toggle = useCallback(
    (): void => show(view === null ? (chosenView(username, showPrices) ?? null) : null),
    [show, view, username, showPrices],
  );
  useEffect(
    () =>
      onSavedElsewhere(username, () => {
        const saved = savedClientView(user);
        if (saved === view) return;
        forgetPriceFilters(username);
        apply(saved);
      }),
    [user, username, view, apply],
  );
  return { view, views: user.viewingAs ? [] : viewsOf(showPrices), show, toggle };
}
