import type { User } from '#contracts/api/session.ts';
import { onStored } from './shared-value.ts';

/** Whose session this browser has: all its windows, of the portal and of the back office, have the same one. */
const SESSION = 'vitrine:session';

/**
 * What decides which answers a user gets, also by what it must do first: when it changes, nothing that was read before
 * may be shown.
 */
export const rightsOf = (user: User) =>
  JSON.stringify([
    user.username,
    user.administrator,
    user.salesRep,
    user.customerId,
    user.showPrices,
    user.viewingAs ?? null,
    user.mustChangePassword,
    user.mustSetUpSecondFactor === true,
  ]);

/** The rights that this window has noted last. */
let noted: string | null = null;

/**
 * Notes whose session this browser has now, for its other windows. Other words for this window's own user and rights stay:
 * a window of another release writes others, and each would answer the other without end.
 */
export function noteSession(user: User): void {
  const rights = rightsOf(user);
  try {
    const stored = localStorage.getItem(SESSION);
    if (rights === noted && stored !== null && isNoteOf(stored, user.username)) return;
    localStorage.setItem(SESSION, rights);
    noted = rights;
  } catch (error) {
    // Full, or blocked: the other windows hear of it with their next call.
    console.warn('The session could not be noted.', error);
  }
}

const isNoteOf = (stored: string, username: string): boolean =>
  stored.startsWith(`[${JSON.stringify(username)},`);

/** After Log Out this browser has none. */
export const forgetNotedSession = (): void => localStorage.removeItem(SESSION);

/**
 * Hears when another window of this browser has another session, and whether it is this user's. Answers how to stop.
 */
export function onSessionElsewhere(listener: (isOf: (username: string) => boolean) => void): () => void {
  return onStored(SESSION, (rights) => {
    if (rights !== null) listener((username) => isNoteOf(rights, username));
  });
}
