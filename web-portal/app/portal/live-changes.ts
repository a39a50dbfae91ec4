import { useQueryClient, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contracts/api/live-changes.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { wait } from '#web-shared/wait.ts';
import { lookForServer } from '../../features/offline/look-for-server.ts';
import { noteHeard } from '../../lib/connection.ts';
import { isLine, isText } from '../../lib/plain-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { DESIRE_LISTS } from '../../lists/api/get-desires.ts';
import type { StoneList } from '../../lists/api/get-list.ts';
import { refreshRows } from '../../lists/api/refresh-rows.ts';
import { showCartChangesUnderWay } from '../../lists/api/change-cart.ts';
import type { ListKind } from '../../lists/list-kinds.ts';
import { parcelsAmong } from '../../lists/list-row.ts';
import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';

const FIRST_WAIT_MS = 3000;
const LONGEST_WAIT_MS = 60_000;
const LOOK_FOR_SERVER_EVERY_MS = 15_000;

/** The first lists have this long to come before the connection is opened without them. */
const FIRST_LISTS_WITHIN_MS = 15_000;

/**
 * Follows what others do (GET /changes) while mounted: named parcels are patched into the lists; the customer, its
 * requests for similar stones, the jewellery models and what attributes are called are read again when a change names them. The
 * connection is opened when the first lists are there and says how old the oldest of them is, so that the server knows
 * what they missed; whatever was missed while there was no connection is read again. It never signs anyone out.
 */
export function useLiveChanges(customerId: number | null): void {
  const client = useQueryClient();
  useEffect(() => followChanges(customerId, lineRefresher(client), client), [client, customerId]);
}

function followChanges(
  customerId: number | null,
  refresh: (line: Line, parcels: readonly string[] | null) => void,
  client: QueryClient,
): () => void {
  let opened: EventSource | undefined;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  /** The position of the last change received: from there the server knows what a new connection has missed. */
  let known: string | null = null;
  let missed = true;
  /** When it was last asked whether the server can be reached, in milliseconds. */
  let lookedAt = -Infinity;

  const open = (): void => {
    if (stopped) return;
    const since = known ?? oldestLoaded(client);
    const query = new URLSearchParams({
      ...(customerId !== null && { customer: String(customerId) }),
      ...(since !== null && { since }),
    });
    const source = new EventSource(query.size > 0 ? `/changes?${query.toString()}` : '/changes');
    opened = source;
    for (const sign of ['open', 'beat', 'change']) source.addEventListener(sign, noteHeard);
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const change = changeIn(event.data);
      if (change === null) return;
      known = change.position;
      take(change);
    });
    // The session has ended or must be confirmed: asking who is signed in shows which.
    source.addEventListener('session', () => {
      source.close();
      missed = true;
      timer = setTimeout(open, FIRST_WAIT_MS);
      void client.invalidateQueries({ queryKey: queryKeys.session });
    });
    source.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      lookedAt = -Infinity;
      // Where no position is known, what is loaded may be older than the connection.
      if (missed && since === null) readLoadedAgain();
      missed = false;
      void readWordsAgain();
    });
    source.addEventListener('error', () => {
      // A session that ended while the device slept refuses the connection, and nothing else may ask for long; a server that
      // cannot be reached only breaks it off.
      if (Date.now() - lookedAt >= LOOK_FOR_SERVER_EVERY_MS) {
        lookedAt = Date.now();
        void lookForServer(client);
      }
      if (source.readyState !== EventSource.CLOSED) return; // the browser resumes by itself, with Last-Event-ID
      missed = true;
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  const readLoadedAgain = (): void => {
    const loaded = { predicate: ({ state }: Query) => state.data !== undefined };
    for (const queryKey of [queryKeys.lists, queryKeys.models, queryKeys.allDetails])
      void client.invalidateQueries({ queryKey, ...loaded });
    void lookForLinesAgain(client);
  };
  /** A new name has no position in the log: one that no change announced is found by reading the words again. */
  const readWordsAgain = async (): Promise<void> => {
    const before = client.getQueryData(queryKeys.attributes);
    if (before === undefined) return;
    await client.refetchQueries({ queryKey: queryKeys.attributes });
    if (client.getQueryData(queryKeys.attributes) !== before)
      void client.invalidateQueries({ queryKey: queryKeys.lists });
  };
  const readAgain = (line: Line, kind: ListKind): void =>
    void client.invalidateQueries({ queryKey: queryKeys.list(line, kind) });
  /**
   * Carts are shared: what somebody else put in or took out is marked so in Available too, and where it is open. What one
   * puts in or takes out oneself meanwhile stays as it was pressed.
   */
  const readCartAgain = async (line: Line): Promise<void> => {
    const rowsOf = (kind: ListKind) => client.getQueryData<StoneList>(queryKeys.list(line, kind))?.rows;
    const cartedNow = (): ReadonlySet<string> | null => {
      const rows = rowsOf('cart');
      return rows ? new Set(parcelsAmong(rows).map(({ parcelName }) => parcelName)) : null;
    };
    const before = cartedNow();
    await client.invalidateQueries({ queryKey: queryKeys.list(line, 'cart'), refetchType: 'all' });
    const ownPresses = showCartChangesUnderWay(client, line);
    const carted = cartedNow();
    if (!carted) return;
    const listed = new Map(rowsOf('available')?.map(({ parcelName, inCart }) => [parcelName, inCart]));
    const shownIn = (name: string): boolean => listed.get(name) ?? (before ?? carted).has(name);
    const changed = [...new Set([...listed.keys(), ...(before ?? []), ...carted])].filter(
      (name) => shownIn(name) !== carted.has(name) && !ownPresses.has(name),
    );
    if (changed.length > 0) refresh(line, changed);
  };
  const take = ({ lines, cart, customer, desires, models, attributes }: LiveChange): void => {
    for (const { line, parcels } of lines) refresh(line, parcels);
    if (cart) for (const line of LINES) void readCartAgain(line);
    if (desires)
      for (const kind of Object.keys(DESIRE_LISTS)) readAgain('natural', kind as keyof typeof DESIRE_LISTS);
    if (models) void client.invalidateQueries({ queryKey: queryKeys.models });
    if (attributes) void client.invalidateQueries({ queryKey: queryKeys.attributes });
    if (customer) void client.invalidateQueries({ queryKey: queryKeys.customer });
  };
  void whenLoaded(client, queryKeys.lists, FIRST_LISTS_WITHIN_MS).then(open);
  return () => {
    stopped = true;
    clearTimeout(timer);
    opened?.close();
  };
}

/** A message of the connection; null when another release of the server has made something else of it. */
function changeIn(text: string): LiveChange | null {
  const change = JSON.parse(text) as Partial<LiveChange>;
  const isKnown = isText(change.position) && change.lines?.every(({ line }) => isLine(line));
  return isKnown ? (change as LiveChange) : null;
}

const LOOK_AGAIN_MS = 200;

/** The position of the list that was made first; null while no list is there. */
function oldestLoaded(client: QueryClient): string | null {
  const positions = client
    .getQueriesData<StoneList>({ queryKey: queryKeys.lists })
    .flatMap(([, list]) => (list?.position ? [BigInt(list.position)] : []));
  if (positions.length === 0) return null;
  return String(positions.reduce((oldest, one) => (one < oldest ? one : oldest)));
}

/** A list that is being read may be older than the change: the patch waits until it is there. */
async function whenLoaded(client: QueryClient, queryKey: QueryKey, withinMs = Infinity): Promise<void> {
  for (let waited = 0; client.isFetching({ queryKey }) > 0 && waited < withinMs; waited += LOOK_AGAIN_MS)
    await wait(LOOK_AGAIN_MS);
}

/** All that is shown of a line's stones: its lists, and the details that are open or were. */
async function readLineAgain(client: QueryClient, line: Line): Promise<void> {
  await Promise.all([
    ...[queryKeys.listsOf(line), queryKeys.detailsOf(line)].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
    lookForLinesAgain(client),
  ]);
}

/** What no line had, of these names or of all, may be of one by now; the line of a parcel never changes. */
const lookForLinesAgain = (client: QueryClient, names?: ReadonlySet<string>): Promise<void> =>
  client.invalidateQueries({
    queryKey: queryKeys.lines,
    predicate: ({ state, queryKey: [, name] }) => state.data === null && (names?.has(String(name)) ?? true),
  });

/** Refreshes parcels a bunch at a time: what is named while one bunch is under way waits for the next. */
function lineRefresher(client: QueryClient): (line: Line, parcels: readonly string[] | null) => void {
  const waiting = new Map<Line, Set<string>>();
  let busy = false;
  const work = async (): Promise<void> => {
    busy = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [line, names] = next.value;
      waiting.delete(line);
      await whenLoaded(client, queryKeys.listsOf(line));
      if (names.size > MOST_PARCELS) await readLineAgain(client, line);
      else {
        await refreshRows(client, line, [...names]);
        void lookForLinesAgain(client, names);
      }
    }
    busy = false;
  };
  return (line, parcels) => {
    if (parcels === null) {
      void whenLoaded(client, queryKeys.listsOf(line)).then(() => readLineAgain(client, line));
      return;
    }
    waiting.set(line, new Set([...(waiting.get(line) ?? []), ...parcels]));
    if (!busy) void work();
  };
}
