import type { User } from '#contracts/api/session.ts';
import { withoutPrices, type Asked } from '#contracts/stone-lists/price-filters.ts';
import { lesserPrices, type ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { createShared } from '#web-shared/shared-value.ts';
import { changeSaved, ownSavedValue, savedValue, saveValue } from './saved-state.ts';

/** The prices shown while a client looks on: retail ones, or none (product: Client view). */
export type ClientView = 'RETAIL' | 'NONE';

/** The names under which the view that is on, and the one chosen last, are saved. */
const ON = 'clientView';
const CHOSEN = 'clientViewChosen';
/** The name under which each window keeps as whom it viewed its lists. */
const PRICES_OF = 'pricesOf';

const shared = createShared<ClientView | null>(null);

/** The view that is on; null: one sees one's own prices. Every call is answered with it. */
export const clientViewNow = shared.now;

export const showClientView = shared.show;

export const useClientView = shared.use;

/** The views that show less than one's own prices. */
export const viewsOf = (own: ShowPrices): ClientView[] =>
  (['RETAIL', 'NONE'] as const).filter((view) => view !== own && lesserPrices(view, own) === view);

/**
 * The view of this user's last visit: it stays on until it is turned off. Staff who view as a customer see what that
 * customer's user sees, and none of their own (rule: View as customer).
 */
export function savedClientView({
  username,
  viewingAs,
}: Pick<User, 'username' | 'viewingAs'>): ClientView | null {
  if (viewingAs) return null;
  const saved = savedValue(username, ON);
  return saved === 'RETAIL' || saved === 'NONE' ? saved : null;
}

/**
 * Forgets filters and orders by price where staff have begun or ended a view as a customer since: in this window they were
 * chosen by other prices (rule: View as customer).
 */
export function forgetPricesOfOthers({ username, viewingAs }: Pick<User, 'username' | 'viewingAs'>): void {
  const whose = viewingAs ? `${viewingAs.customerId}/${viewingAs.username ?? ''}` : undefined;
  // This window's own, as its tables are: what another one saves says nothing of them.
  if (ownSavedValue(username, PRICES_OF) === whose) return;
  saveValue(username, PRICES_OF, whose);
  forgetPriceFilters(username);
}

/** The view that one gesture turns on: the last one chosen, or else the first that the user's prices allow. */
export function chosenView(username: string, own: ShowPrices): ClientView | undefined {
  const views = viewsOf(own);
  const chosen = savedValue(username, CHOSEN);
  return views.find((view) => view === chosen) ?? views[0];
}

/**
 * Keeps which view is on. Filters and orders by one's own prices would betray them in it, and those by its prices mean
 * others afterwards: none outlives a change.
 */
export function saveClientView(username: string, view: ClientView | null): void {
  saveValue(username, ON, view ?? undefined);
  if (view !== null) saveValue(username, CHOSEN, view);
  forgetPriceFilters(username);
}

/** As `saveClientView` does it; also where a window hears that another one has turned a view on or off. */
export const forgetPriceFilters = (username: string): void =>
  changeSaved(username, (name, value) => (name.startsWith('table:') ? withoutPrices(value) : value));

/**
 * What a saved search, or a link, asks of a table: while a view is on, without filters and order by price. Those that are
 * opened would betray one's own prices; those that are made would be applied to them.
 */
export function asClientSees(asked: Asked): Asked;
export function asClientSees(saved: unknown): unknown;
export function asClientSees(saved: unknown): unknown {
  return clientViewNow() === null ? saved : withoutPrices(saved);
}
