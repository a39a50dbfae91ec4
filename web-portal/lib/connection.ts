import { useSyncExternalStore } from 'react';

/** Shown at everything that needs the server while there is no connection (product: Without a network). */
export const NEEDS_SERVER = 'There is no connection: this needs the server.';

/** There is no connection: what is shown is right as of then. `until`: the end of a session that could not be confirmed. */
export type Away = { asOf: string; until: string | null };

let now: Away | null = null;
const listeners = new Set<() => void>();

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
