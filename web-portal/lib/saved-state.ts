import { useCallback, useState, useSyncExternalStore } from 'react';

/**
 * What a person would miss after coming back: the chosen tab, open stones, and each table's filters, sort,
 * view and selection. Kept per user on this device; Log Out purges it, a forced sign-out keeps it for that
 * user only (rule: Signing out). Stones, prices and bills are never kept (product: Persistence).
 */
const PREFIX = 'vitrine:saved:';

const keyOf = (username: string) => `${PREFIX}${username}`;

/** The saved value of `name` for this user; undefined when there is none or it cannot be read. */
export function savedValue(username: string, name: string): unknown {
  return all(username)[name];
}

const listeners = new Set<() => void>();

/** A saved yes, number or text, as it was last saved anywhere on the page or in another window. */
export function useSavedValue(username: string, name: string): unknown {
  const listen = useCallback(
    (listener: () => void) => {
      const stop = onSavedElsewhere(username, listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    [username],
  );
  const current = useCallback(() => savedValue(username, name), [username, name]);
  return useSyncExternalStore(listen, current);
}

/** Keeps a value, plain JSON; undefined forgets it. Where the browser has no room left, what it kept before stays. */
export function saveValue(username: string, name: string, value: unknown): void {
  // JSON leaves out what is undefined.
  const text = JSON.stringify({ ...all(username), [name]: value });
  try {
    localStorage.setItem(keyOf(username), text);
  } catch (error) {
    // Full, or blocked: the portal works, but the value is gone after a reload.
    console.warn(`${name} could not be saved.`, error);
  }
  for (const listener of listeners) listener();
}

/** Gives every saved value of this user the value that `next` makes of it. */
export function changeSaved(username: string, next: (name: string, value: unknown) => unknown): void {
  for (const [name, value] of Object.entries(all(username))) saveValue(username, name, next(name, value));
}

/** Forgets everything of this user: Log Out. */
export function purgeSaved(username: string): void {
  localStorage.removeItem(keyOf(username));
}

/** Hears when another window of this browser logs this user out. Answers how to stop. */
export function onPurgedElsewhere(username: string, listener: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent): void => {
    if (key === keyOf(username) && newValue === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** Hears when another window of this browser saves something of this user. Answers how to stop. */
export function onSavedElsewhere(username: string, listener: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent): void => {
    if (key === keyOf(username) && newValue !== null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** A text that is being written, kept until it is emptied. */
export function useDraft(username: string, name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const saved = savedValue(username, name);
    return typeof saved === 'string' ? saved : '';
  });
  const write = (next: string): void => {
    setText(next);
    saveValue(username, name, next || undefined);
  };
  return [text, write];
}

/** The last text and the value read from it: values are read more often than they change. */
let read: { text: string; values: Record<string, unknown> } = { text: '{}', values: {} };

function all(username: string): Readonly<Record<string, unknown>> {
  const text = localStorage.getItem(keyOf(username));
  if (text === null) return {};
  if (text === read.text) return read.values;
  try {
    const value: unknown = JSON.parse(text);
    const values =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as Record<string, unknown>)
        : {};
    read = { text, values };
    return values;
  } catch {
    // Written by something else, or cut short: the same as nothing saved.
    localStorage.removeItem(keyOf(username));
    return {};
  }
}
