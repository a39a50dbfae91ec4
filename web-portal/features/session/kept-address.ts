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
  inStorage((storage) => storage.setItem(KEY, `?${new URLSearchParams(asked).toString()}`));
}

/** What was kept, as a query string; null when nothing was. */
export const keptAddress = (): string | null => inStorage((storage) => storage.getItem(KEY)) ?? null;

/** It is used once. */
export const forgetAddress = (): void => inStorage((storage) => storage.removeItem(KEY));

/** A browser that blocks storage refuses each touch of it: the portal works there, but keeps no address. */
function inStorage<Answer>(touch: (storage: Storage) => Answer): Answer | undefined {
  try {
    return touch(sessionStorage);
  } catch (error) {
    console.warn('The address cannot be kept.', error);
    return undefined;
  }
}
