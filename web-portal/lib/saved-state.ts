import { useCallback, useState, useSyncExternalStore } from 'react';
import { forgetNotedSession } from '#web-shared/browser-session.ts';
import { createListeners, onStored } from '#web-shared/shared-value.ts';
import { isObject } from './plain-values.ts';

/**
 * What a person would miss after coming back: the chosen tab, open stones, and each table's filters, sort,
 * view and selection. Kept per user on this device; Log Out purges it, a forced sign-out keeps it for that
 * user only (rule: Signing out). Stones, prices and bills are never kept (product: Persistence).
 */
const PREFIX = 'vitrine:saved:';
/** What a window has for itself, kept by it alone: nothing that is done in another one changes it. */
const WINDOW_PREFIX = 'vitrine:window:';
/** When this user's saved state was begun: what a window kept from before a Log Out, wherever it was, is of another one. */
const BEGUN = 'begun';

const keyOf = (username: string) => `${PREFIX}${username}`;
const windowKeyOf = (username: string) => `${WINDOW_PREFIX}${username}`;

/**
 * The tab in front, what is filtered and selected and by whose prices, and the customer acted for are each window's own: otherwise a reload,
 * or a confirmed sign-in, would act for the customer that was chosen in another one. A new window begins with the last saved.
 */
const isOfWindow = (name: string): boolean =>
  ['tabs', 'actingFor', 'pricesOf'].includes(name) || name.startsWith('table:');

/** The saved value of `name` for this user; undefined when there is none or it cannot be read. */
export function savedValue(username: string, name: string): unknown {
  const own = isOfWindow(name) ? ofWindow(username) : {};
  // Null: this window has none, whatever another one saved.
  return name in own ? (own[name] ?? undefined) : all(username)[name];
}

/** The saved value, which is this window's own from now on: what another window saves later is not taken over. */
export function ownSavedValue(username: string, name: string): unknown {
  const value = savedValue(username, name);
  try {
    keep(username, all(username));
    keepInWindow(username, { ...ofWindow(username), [name]: value ?? null });
  } catch (error) {
    console.warn(`${name} could not be saved.`, error);
  }
  return value;
}

const { announce, follow } = createListeners();

/** A saved yes, number or text, as it was last saved anywhere on the page or in another window. */
export function useSavedValue(username: string, name: string): unknown {
  const listen = useCallback(
    (listener: () => void) => {
      const stops = [onSavedElsewhere(username, listener), follow(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [username],
  );
  const current = useCallback(() => savedValue(username, name), [username, name]);
  return useSyncExternalStore(listen, current);
}

/** Keeps a value, plain JSON; undefined forgets it. Where the browser has no room left, what it kept before stays. */
export function saveValue(username: string, name: string, value: unknown): void {
  const own = ofWindow(username);
  try {
    keep(username, { ...all(username), [name]: value });
    if (isOfWindow(name)) keepInWindow(username, { ...own, [name]: value ?? null });
  } catch (error) {
    // Full, or blocked: the portal works, but the value is gone after a reload.
    console.warn(`${name} could not be saved.`, error);
  }
  announce();
}

/** Gives every saved value of this user the value that `next` makes of it, also those that are this window's own. */
export function changeSaved(username: string, next: (name: string, value: unknown) => unknown): void {
  const changed = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, next(name, value)]));
  try {
    keepInWindow(username, changed(ofWindow(username)));
    keep(username, changed(all(username)));
  } catch (error) {
    console.warn('What was saved could not be changed.', error);
  }
  announce();
}

function keep(username: string, values: Values): void {
  // JSON leaves out what is undefined.
  const text = JSON.stringify({ [BEGUN]: new Date().toISOString(), ...values });
  localStorage.setItem(keyOf(username), text);
}

function keepInWindow(username: string, values: Values): void {
  sessionStorage.setItem(
    windowKeyOf(username),
    JSON.stringify({ ...values, [BEGUN]: all(username)[BEGUN] ?? null }),
  );
}

/** Forgets everything of this user: Log Out. */
export function purgeSaved(username: string): void {
  forgetNotedSession();
  localStorage.removeItem(keyOf(username));
  sessionStorage.removeItem(windowKeyOf(username));
}

/** Hears when another window of this browser logs this user out. Answers how to stop. */
export function onPurgedElsewhere(username: string, listener: () => void): () => void {
  return onStored(keyOf(username), (text) => {
    if (text === null) listener();
  });
}

/** Hears when another window of this browser saves something of this user. Answers how to stop. */
export function onSavedElsewhere(username: string, listener: () => void): () => void {
  return onStored(keyOf(username), (text) => {
    if (text !== null) listener();
  });
}

/** A text that is being written, kept until it is emptied: the same wherever it is shown, in other windows too. */
export function useDraft(username: string, name: string): [string, (text: string) => void] {
  const value = useSavedValue(username, name);
  const saved = typeof value === 'string' ? value : '';
  // What is typed is held here too: where the browser has no room left, nothing is saved.
  const [held, setHeld] = useState({ name, saved, text: saved });
  if (held.name !== name || held.saved !== saved) setHeld({ name, saved, text: saved });
  const write = (text: string): void => {
    setHeld({ ...held, text });
    saveValue(username, name, text || undefined);
  };
  return [held.text, write];
}

/** Forgets a draft that has done its work; what was written in its place since `sent` went out stays. */
export function forgetDraft(username: string, name: string, sent: string): void {
  if (savedValue(username, name) === sent) saveValue(username, name, undefined);
}

type Values = Readonly<Record<string, unknown>>;
/** A text and the values read from it. */
type Read = { text: string; values: Values };

/** The last that was read of each: values are read more often than they change. */
const lastRead = new WeakMap<Storage, Read>();

const all = (username: string): Values => valuesIn(localStorage, keyOf(username));

/** What this window has for itself; nothing when it kept that before a Log Out. */
function ofWindow(username: string): Values {
  const { [BEGUN]: begun, ...values } = valuesIn(sessionStorage, windowKeyOf(username));
  return begun === (all(username)[BEGUN] ?? null) ? values : {};
}

function valuesIn(storage: Storage, key: string): Values {
  const text = storage.getItem(key);
  if (text === null) return {};
  const last = lastRead.get(storage);
  if (text === last?.text) return last.values;
  try {
    const value: unknown = JSON.parse(text);
    const values = isObject(value) ? value : {};
    lastRead.set(storage, { text, values });
    return values;
  } catch {
    // Written by something else, or cut short: the same as nothing saved.
    storage.removeItem(key);
    return {};
  }
}
