import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { availableParcels, type OwnParcels, type ParcelListRow } from '#projections/parcels/index.ts';
import { versionWord } from '#services/platform/hash.ts';
import {
  joinChunks,
  type ReadState,
  listChunk,
  type ListBody,
  type ListChunk,
} from '#services/platform/http/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { keptWithin, type Kept } from './kept-within.ts';
import type { KnownParcels } from './known-parcels.ts';
import type { AvailableNames } from './available-names.ts';
import { placeOf, type Shelf } from './name-shelves.ts';
import { isOpen, mayBrowse, parcelJson, type LineView, type StoneReaders } from './stone-lists.ts';

/** A whole Available list as a caller sees it. `version` is of its content: it changes when the list does, and only then. */
type AvailableList = { readonly version: string; readonly body: () => Promise<ListBody> };

/** The Available lists of a line. */
export type AvailableLists = {
  /** @param state of the read models, as the view is */
  of(view: LineView, state: ReadState): Promise<AvailableList>;
};

export type AvailableListsDeps = {
  readers: Pick<StoneReaders, 'db'>;
  available: AvailableNames;
  parcels: KnownParcels;
  store: ListStore;
};

/** What lists of all lines are put together from. */
export type ListStore = {
  /** The rows of a shelf. */
  readonly rows: Kept<readonly ParcelListRow[]>;
  /** By shelf and by what it is shown with. */
  readonly chunks: Kept<ListChunk | null>;
  /** Whole lists as gzip, by the version of their content. */
  readonly joined: Kept<Buffer>;
};

const MAX_BYTES = 64 * 1024 * 1024;
/** Of the shelves that were made last: each is made again for those who see it otherwise. */
const MAX_ROW_BYTES = 16 * 1024 * 1024;
const ROW_BYTES = 2_000;
/** What an entry takes beside its bytes. */
const ENTRY_BYTES = 500;

/** Made once for a process. */
export function createListStore(): ListStore {
  return {
    rows: keptWithin(MAX_ROW_BYTES, (rows) => ENTRY_BYTES + ROW_BYTES * rows.length),
    chunks: keptWithin(MAX_BYTES, (chunk) => ENTRY_BYTES + (chunk?.packed.length ?? 0)),
    joined: keptWithin(MAX_BYTES, (gzip) => ENTRY_BYTES + gzip.length),
  };
}

/** Chunks from which on the whole line is read at once. */
const MANY = 40;
const SIDE_BY_SIDE = 4;
const CALLERS_KEPT = 500;

const gunzipped = promisify<Buffer, Buffer>(zlib.gunzip);

/**
 * Lists put together from chunks of neighbouring parcels: those who see a chunk alike share it, and after a change only
 * the chunks are made again in which something changed for the one who asks. A parcel in one's cart, or with a last
 * action of one's own, makes its chunk one's own.
 */
export function availableLists(
  line: Line,
  { readers, available, parcels, store: { rows, chunks, joined } }: AvailableListsDeps,
): AvailableLists {
  const owners = new Map<
    string,
    { view: LineView; shelves: readonly Shelf[]; own: OwnParcels; parts: OwnParts }
  >();

  /** What is the customer's own in each shelf, and its last actions. */
  async function ownParts(view: LineView, shelves: readonly Shelf[], state: ReadState): Promise<OwnParts> {
    const { customerId } = view.caller;
    if (customerId === null) return NOTHING_OWN;
    const own = await parcels.own(view, state);
    const caller = JSON.stringify([view.caller.user.username, customerId]);
    const known = owners.get(caller);
    if (known?.view === view && known.shelves === shelves && known.own === own) return known.parts;
    const parts = partsOf(view, shelves, own.lastActions);
    if (owners.size >= CALLERS_KEPT) owners.delete(owners.keys().next().value!);
    owners.delete(caller);
    owners.set(caller, { view, shelves, own, parts });
    return parts;
  }

  /**
   * Gives the rows of each of these shelves; what is not kept is asked for in one question, when it is first needed: of
   * many shelves the whole line's.
   */
  function rowsOf(shelves: readonly Shelf[]): RowsOf {
    const many = shelves.length >= MANY;
    const names = many ? undefined : shelves.flatMap((shelf) => shelf.names);
    let asked: Promise<ReadonlyMap<string, ParcelListRow>> | undefined;
    const ask = async (): Promise<ReadonlyMap<string, ParcelListRow>> => {
      const all = await availableParcels(readers.db, line, names);
      return new Map(all.map((row) => [row.parcelName, row]));
    };
    const ofShelf = async (shelf: Shelf): Promise<readonly ParcelListRow[]> => {
      const named = await (asked ??= ask());
      return shelf.names.flatMap((name) => named.get(name) ?? []);
    };
    return (shelf) => (many ? ofShelf(shelf) : rows.get(String(shelf.id), () => ofShelf(shelf)));
  }

  async function chunksOf(
    view: LineView,
    shelves: readonly Shelf[],
    { acted, marks }: OwnParts,
  ): Promise<(ListChunk | null)[]> {
    const keyOf = (shelf: Shelf): string => `${shelf.id} ${view.look} ${marks.get(shelf) ?? ''}`;
    const missing = shelves.filter((shelf) => !chunks.has(keyOf(shelf)));
    const make = async (shelf: Shelf, rowsOfShelf: RowsOf): Promise<ListChunk | null> => {
      const shown = (await rowsOfShelf(shelf)).flatMap((row) =>
        isOpen(view, row) ? parcelJson(view, row, acted.get(row.parcelName)) : [],
      );
      return shown.length === 0 ? null : listChunk(shown);
    };
    // All are begun in this moment, though few are made side by side: who asks meanwhile waits for them and reads nothing.
    const ofMissing = rowsOf(missing);
    const inTurn = oneAtATime<number>();
    await Promise.all(
      missing.map((shelf, index) =>
        chunks.get(keyOf(shelf), () => inTurn(index % SIDE_BY_SIDE, () => make(shelf, ofMissing))),
      ),
    );
    // What was let go again meanwhile, by a list larger than all that is kept, is made once more.
    return Promise.all(shelves.map((shelf) => chunks.get(keyOf(shelf), () => make(shelf, rowsOf([shelf])))));
  }

  return {
    async of(view, state) {
      const shelves = mayBrowse(view, line, false) ? await available.at(line, state) : [];
      const parts = await ownParts(view, shelves, state);
      const shown = (await chunksOf(view, shelves, parts)).filter((chunk) => chunk !== null);
      const version = versionWord(shown.map(({ hash }) => hash).join(''));
      return {
        version,
        async body() {
          const gzip = await joined.get(version, () => Promise.resolve(joinChunks(shown)));
          return { gzip, plain: () => gunzipped(gzip) };
        },
      };
    },
  };
}

type RowsOf = (shelf: Shelf) => Promise<readonly ParcelListRow[]>;

type OwnParts = {
  readonly acted: ReadonlyMap<string, string>;
  /** A word for what is one's own in a shelf; none for the others. */
  readonly marks: ReadonlyMap<Shelf, string>;
};
const NOTHING_OWN: OwnParts = { acted: new Map(), marks: new Map() };

function partsOf(
  { inCart }: LineView,
  shelves: readonly Shelf[],
  lastActionOf: ReadonlyMap<string, string>,
): OwnParts {
  const acted = new Map<string, string>();
  const own = new Map<Shelf, string[]>();
  for (const name of new Set([...inCart, ...lastActionOf.keys()])) {
    const shelf = shelves[placeOf(shelves, name)];
    if (!shelf?.names.includes(name)) continue;
    const day = lastActionOf.get(name);
    if (day !== undefined) acted.set(name, day);
    const parts = own.get(shelf) ?? [];
    own.set(shelf, parts);
    parts.push(JSON.stringify([name, inCart.has(name), day]));
  }
  const marks = new Map([...own].map(([shelf, parts]) => [shelf, versionWord(parts.sort().join())]));
  return { acted, marks };
}
