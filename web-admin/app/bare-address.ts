import type { Store } from 'react-admin';

/**
 * Going back to a list's address without a query shows it as it was then: without filters. react-admin would fill the
 * address again with what it has stored of the list, so that the first Back did nothing. To be called before the router
 * is made: a window's own listeners are called in the order in which they came, and with the router's it is too late.
 * @param base the path under which the office stands, with slashes around it
 */
export function forgetListsGoneBackTo(base: string, store: Store): void {
  window.addEventListener('popstate', () => {
    const { pathname, search } = window.location;
    if (search === '' && pathname.startsWith(base))
      store.removeItem(`${pathname.slice(base.length)}.listParams`);
  });
}
