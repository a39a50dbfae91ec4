import { useSyncExternalStore } from 'react';
import { createListeners } from '../shared-value.ts';
import type { Scheme } from './tokens.ts';

/** What the person chose; `system` follows the device. */
export type SchemeChoice = Scheme | 'system';

const KEY = 'vitrine:scheme';
const { announce, follow } = createListeners();

const stored = (): SchemeChoice => {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    // Storage is closed to a page in another site's frame (/loginform): it follows the device.
    return 'system';
  }
};
const onServer = (): SchemeChoice => 'system';

function show(choice: SchemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = choice;
}

/** Shows the scheme chosen earlier; call it before the first paint. */
export function restoreScheme(): void {
  show(stored());
}

/** The scheme chosen, and how to choose another; kept on this device. */
export function useScheme(): [SchemeChoice, (choice: SchemeChoice) => void] {
  return [useSyncExternalStore(follow, stored, onServer), choose];
}

function choose(choice: SchemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  show(choice);
  announce();
}
