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
 * Notes whose session this browser has now, for its other windows. What a window of another release noted for this user
 * stays: it has other fields, and each window would write over the other's without end.
 */
export function noteSession(user: User): void {
  const rights = rightsOf(user);
  try {
    const stored = localStorage.getItem(SESSION);
    if (rights === noted && stored !== null && isOfAnotherRelease(stored, user.username, rights)) return;
    localStorage.setItem(SESSION, rights);
    noted = rights;
  } catch (error) {
    // Full, or blocked: the other windows hear of it with their next call.
    console.warn('The session could not be noted.', error);
  }
}

const isOfAnotherRelease = (stored: string, username: string, rights: string): boolean =>
  isNoteOf(stored, username) && fieldsIn(stored) !== fieldsIn(rights);

/** How many fields a note has; `rightsOf` of a later release changes their number when it changes what they are. */
function fieldsIn(note: string): number {
  const fields: unknown = JSON.parse(note);
  return Array.isArray(fields) ? fields.length : 0;
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
