/** Where the portal keeps what was last seen, and whose it is (product: Without a network). */
const CACHE = 'vitrine-last-seen';
const OWNER = 'vitrine:last-seen-by';

/** Whether this browser keeps anything: only over https, or on the machine itself. */
export const canKeep = (): boolean => 'caches' in globalThis;

/** What is kept, by addresses. */
export const keptFiles = (): Promise<Cache> => caches.open(CACHE);

/** Whose rights what is kept was read with; null when nothing is. */
export const keptFor = (): string | null => localStorage.getItem(OWNER);

/** From now on it is kept for `owner`; what was kept for another is gone with that. */
export function keepFor(owner: string): void {
  if (keptFor() === owner) return;
  forgetKept();
  localStorage.setItem(OWNER, owner);
}

/** Nothing is kept any more. At once: without an owner it is not shown, even where the files are still being removed. */
export function forgetKept(): void {
  localStorage.removeItem(OWNER);
  if (canKeep()) void caches.delete(CACHE);
}
