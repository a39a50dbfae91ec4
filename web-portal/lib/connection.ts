import { useSyncExternalStore } from 'react';

/** Shown at everything that needs the server while there is no connection (product: Without a network). */
export const NEEDS_SERVER = 'There is no connection: this needs the server.';

/** There is no connection: what is shown is right as of then. `until`: the end of a session that could not be confirmed. */
export type Away = { asOf: string; until: string | null };

let now: Away | null = null;
const listeners = new Set<() => void>();
let heard = Date.now();
const heardListeners = new Set<() => void>();

/** The server was heard: by a successful answer, or over the live connection. What is shown is right as of now. */
export function noteHeard(): void {
  heard = Date.now();
  for (const listener of heardListeners) listener();
}

/** When the server was last heard, at the earliest when the page was loaded; an ISO instant. */
export const heardAt = (): string => new Date(heard).toISOString();

/** Hears whenever the server is heard. Answers how to stop. */
export function onHeard(listener: () => void): () => void {
  heardListeners.add(listener);
  return () => heardListeners.delete(listener);
}

/** Null while there is a connection. */
export const awayNow = (): Away | null => now;

export function setAway(away: Away | null): void {
  now = away;
  for (const listener of listeners) listener();
}

/** The same, followed by a component. */
export const useAway = (): Away | null => useSyncExternalStore(follow, awayNow);

/** Why what needs the server is closed now; null when it is open. */
export const useNoServer = (): string | null => (useAway() === null ? null : NEEDS_SERVER);

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
