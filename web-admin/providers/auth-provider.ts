import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import { loginReply, userSchema, type User } from '#contracts/api/session.ts';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { loadConfiguration } from '#web-shared/configuration.ts';
import { isUnsaved, onceSaved } from '../components/unsaved.tsx';
import { mayDo, roleOf } from './access.ts';
import { send, statusOf } from './http-client.ts';
import { forgetNotedSession, noteSession, onSessionElsewhere } from '#web-shared/browser-session.ts';
import { forgetKept } from '#web-shared/last-seen.ts';

/** One's own account. */
export const ACCOUNT = '/account';

/** Pages outside of the layout. */
export const SIGN_IN = '/login';
export const FOR_STAFF = '/for-staff';
export const NEW_PASSWORD = '/new-password';
export const VIEWING = '/viewing';
export const SECOND_FACTOR = '/second-factor';

/** Where one belongs who may not enter; null for staff, who may. */
export function otherPlaceFor(user: User | null): string | null {
  if (user === null) return SIGN_IN;
  if (user.viewingAs) return VIEWING;
  if (roleOf(user) === null) return FOR_STAFF;
  if (user.mustChangePassword) return NEW_PASSWORD;
  return user.mustSetUpSecondFactor ? SECOND_FACTOR : null;
}

const OTHER_USER = 'Another user has signed in in this browser. What you save now is saved in that name.';

/** Passed to `useLogout` when Log Out is pressed; without it react-admin found that there is no way in. */
export const LOG_OUT = { byHand: true } as const;
/** Passed to `useLogout` when the server has ended the session. */
export const SESSION_ENDED = { byServer: true } as const;

/**
 * Sign-in by the server's session cookie (POST /login, /login/check, /logout). Only staff are let in; a
 * customer's user stays signed in and is sent to a page that explains where to go. Only a 401 ends a session
 * (rule: Back office failures).
 */
export function createAuthProvider(queries: Pick<QueryClient, 'resetQueries'>): AuthProvider {
  let known: User | null = null;
  let asking: Promise<User | null> | undefined;
  // Another user has signed in in this browser: every call is that user's from then on, and so is what is shown. Or
  // who may not enter yet may do so now, by what was done in another window.
  onSessionElsewhere((isOf) => {
    if (!known) return;
    const isOwn = isOf(known.username);
    if (isOwn && otherPlaceFor(known) === null) return;
    if (!isOwn && isUnsaved()) toastFailure(OTHER_USER);
    onceSaved(() => {
      known = null;
      void queries.resetQueries();
    });
  });

  /** Asks the server once, however many parts of a page want to know. */
  const signedInUser = async (): Promise<User | null> => {
    if (known) return known;
    asking ??= checkSession();
    try {
      // Days and times on every page are by the house's clocks (rule: House day).
      [known] = await Promise.all([asking, loadConfiguration()]);
    } finally {
      asking = undefined;
    }
    if (known) noteSession(known);
    return known;
  };

  return {
    async login({ username, password, code }: { username: string; password: string; code?: string }) {
      const { json } = await send('/login', {
        method: 'POST',
        asksForSession: true,
        body: { username, password, ...(code !== undefined && { code }) },
      });
      await loadConfiguration();
      known = loginReply.parse(json).user;
      noteSession(known);
      const elsewhere = otherPlaceFor(known);
      return elsewhere === null ? undefined : { redirectTo: elsewhere };
    },

    async checkAuth() {
      if (otherPlaceFor(await signedInUser()) !== null) throw new Error('No member of staff is signed in.');
    },

    /** Never rejects: react-admin would take a refused save for done. What a 401 ends, `SessionEnd` does. */
    async checkError(error: unknown) {
      // Another user may have signed in at the portal, and the next page asks who.
      if (statusOf(error) === 403) known = null;
    },

    async logout(params: unknown) {
      if (params === SESSION_ENDED) known = null;
      if (params !== LOG_OUT) return otherPlaceFor(known) ?? SIGN_IN;
      await send('/logout', { method: 'POST' });
      if (known) purgeSaved(known);
      known = null;
      return SIGN_IN;
    },

    async getIdentity() {
      const user = await signedInUser();
      if (!user) throw new Error('No user is signed in.');
      return { id: user.username, user };
    },

    async canAccess({ resource, action }) {
      const user = await signedInUser();
      return user !== null && mayDo(user, resource, action);
    },
  };
}

/** POST /login/check; null without a session. */
async function checkSession(): Promise<User | null> {
  try {
    return userSchema.parse((await send('/login/check', { method: 'POST', asksForSession: true })).json);
  } catch (error) {
    if (statusOf(error) === 401) return null;
    throw error;
  }
}

/** Log Out purges what the portal has saved for this user on this device (rule: Signing out). */
function purgeSaved({ username }: User): void {
  localStorage.removeItem(`vitrine:saved:${username}`);
  forgetNotedSession();
  forgetKept();
}
