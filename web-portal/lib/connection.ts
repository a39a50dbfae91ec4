import { createListeners, createShared } from '#web-shared/shared-value.ts';

/** Shown at everything that needs the server while there is no connection (product: Without a network). */
export const NEEDS_SERVER = 'There is no connection: this needs the server.';

/** There is no connection: what is shown is right as of then. `until`: the end of a session that could not be confirmed. */
type Away = { asOf: string; until: string | null };

const away = createShared<Away | null>(null);
let heard = Date.now();
const heardNow = createListeners();

/** The server was heard: by a successful answer, or over the live connection. What is shown is right as of now. */
export function noteHeard(): void {
  heard = Date.now();
  heardNow.announce();
}

/** When the server was last heard, at the earliest when the page was loaded; an ISO instant. */
export const heardAt = (): string => new Date(heard).toISOString();

/** Hears whenever the server is heard. Answers how to stop. */
export const onHeard = heardNow.follow;

/** Null while there is a connection. */
export const awayNow = away.now;

export const setAway = away.show;

/** The same, followed by a component. */
export const useAway = away.use;

/** Why what needs the server is closed now; null when it is open. */
export const useNoServer = (): string | null => (useAway() === null ? null : NEEDS_SERVER);
