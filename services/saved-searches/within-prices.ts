import type { SavedSearch, SavedSearchEdit } from '#contracts/api/saved-searches.ts';
import { filtersByPrice, withoutPrices, withPricesOf } from '#contracts/stone-lists/price-filters.ts';
import type { Caller } from '#services/platform/http/index.ts';

/**
 * Whether a call sees other prices than those by which the user's searches are matched: while a client looks on, or staff
 * view as a customer (rule: Client view; rule: View as customer). Pure.
 */
export const seesOtherPrices = ({ user, showPrices }: Pick<Caller, 'user' | 'showPrices'>): boolean =>
  showPrices !== user.showPrices || user.viewingAs !== undefined;

/** A search as such a call sees it: how many match a filter by price would betray prices. Pure. */
export const withinPrices = (search: SavedSearch): SavedSearch => ({
  ...withoutPrices(search),
  newMatches: filtersByPrice(search.filters) ? 0 : search.newMatches,
});

/**
 * What such a call saves: nothing by price, as the prices meant are others; a search that is changed keeps what the call
 * was not shown of it. Pure.
 */
export function savedWithinPrices(
  edit: SavedSearchEdit,
  known: SavedSearchEdit | undefined,
): SavedSearchEdit {
  const plain = withoutPrices(edit);
  return known ? withPricesOf(plain, known) : plain;
}
