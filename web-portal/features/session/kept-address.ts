/** What a link into the portal may ask for (product: Shell links); nothing else of an address is kept. */
const LINKED = ['parcel', 'cert', 'page', 'filters', 'sort'];
const KEY = 'vitrine:address';

/**
 * Keeps what the address asks for until the next sign-in in this window: a link of a mail leads there although one has to
 * sign in first. An address that asks for nothing changes nothing.
 */
export function keepAddress(search: string): void {
  const asked = [...new URLSearchParams(search)].filter(([name]) => LINKED.includes(name));
  if (asked.length === 0) return;
  try {
    sessionStorage.setItem(KEY, `?${new URLSearchParams(asked).toString()}`);
  } catch (error) {
    console.warn('The address could not be kept.', error);
  }
}

/** What was kept, as a query string; null when nothing was. */
export const keptAddress = (): string | null => sessionStorage.getItem(KEY);

/** It is used once. */
export const forgetAddress = (): void => sessionStorage.removeItem(KEY);
