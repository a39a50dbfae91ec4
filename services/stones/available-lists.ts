import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { availableParcels, lastActions, type ParcelListRow } from '#projections/parcels/index.ts';
import { joinPieces, listPiece, type ListBody, type ListPiece } from '#services/platform/http/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { keptWithin, type Kept } from './kept-within.ts';
import { lineStock } from './line-stock.ts';
import { placeOf, type Shelf } from './stock-shelves.ts';
import { isOpen, mayBrowse, parcelJson, type LineView, type StoneReaders } from './stone-lists.ts';

/** A whole Available list as a caller sees it. `version` is of its content: it changes when the list does, and only then. */
export type AvailableList = { readonly version: string; readonly body: () => Promise<ListBody> };

/** The Available lists of a line. */
export type AvailableLists = {
  /** @param state of the read models, as the view is */
  of(view: LineView, state: string): Promise<AvailableList>;
};

/** What lists of all lines are put together from. */
export type ListStore = {
  /** By shelf and by what it is shown with. */
  readonly pieces: Kept<ListPiece | null>;
  /** Whole lists as gzip, by the version of their content. */
  readonly joined: Kept<Buffer>;
};

const MAX_BYTES = 64 * 1024 * 1024;
/** What an entry takes beside its bytes. */
const ENTRY_BYTES = 500;

/** Made once for a process. */
export function createListStore(): ListStore {
  return {
    pieces: keptWithin(MAX_BYTES, (piece) => ENTRY_BYTES + (piece?.packed.length ?? 0)),
    joined: keptWithin(MAX_BYTES, (gzip) => ENTRY_BYTES + gzip.length),
  };
}

/** From so many pieces on the whole line is read at once. */
const MANY = 40;
const SIDE_BY_SIDE = 4;
const CALLERS_KEPT = 500;

const gunzipped = promisify<Buffer, Buffer>(zlib.gunzip);

/**
 * Lists put together from pieces of neighbouring parcels: those who see a piece alike share it, and after a change only
 * the pieces are made again in which something changed for the one who asks. A parcel in one's cart, or with a last
 * action of one's own, makes its piece one's own.
 */
export function availableLists(
  line: Line,
  readers: StoneReaders,
  { pieces, joined }: ListStore,
): AvailableLists {
  const stock = lineStock({ db: readers.db, line, mark: readers.mark });
  const owners = new Map<string, { view: LineView; shelves: readonly Shelf[]; own: Promise<OwnParts> }>();

  /** What is the customer's own in each shelf, and its last actions. */
  function ownParts(view: LineView, shelves: readonly Shelf[]): Promise<OwnParts> {
    const { customerId } = view.caller;
    if (customerId === null) return Promise.resolve(NOTHING_OWN);
    const caller = JSON.stringify([view.caller.user.username, customerId]);
    const known = owners.get(caller);
    if (known?.view === view && known.shelves === shelves) return known.own;
    const own = lastActions(readers.db, customerId, line).then((acted) => partsOf(view, shelves, acted));
    if (owners.size >= CALLERS_KEPT) owners.delete(owners.keys().next().value!);
    owners.delete(caller);
    owners.set(caller, { view, shelves, own });
    own.catch(() => owners.delete(caller));
    return own;
  }

  async function piecesOf(view: LineView, shelves: readonly Shelf[]): Promise<(ListPiece | null)[]> {
    const { acted, marks } = await ownParts(view, shelves);
    const keyOf = (shelf: Shelf): string => `${shelf.id} ${view.look} ${marks.get(shelf) ?? ''}`;
    const missing = shelves.filter((shelf) => !pieces.has(keyOf(shelf)));
    const names = missing.length < MANY ? missing.flatMap((shelf) => shelf.names) : undefined;
    const rows =
      missing.length > 0
        ? availableParcels(readers.db, line, names).then(
            (all) => new Map(all.map((row) => [row.parcelName, row])),
          )
        : Promise.resolve(new Map<string, ParcelListRow>());
    const make = async ({ names: onShelf }: Shelf): Promise<ListPiece | null> => {
      const byName = await rows;
      const shown = onShelf.flatMap((name) => {
        const row = byName.get(name);
        return row && isOpen(view, row) ? parcelJson(view, row, acted.get(name)) : [];
      });
      return shown.length === 0 ? null : listPiece(shown);
    };
    await inParallel(missing, SIDE_BY_SIDE, (shelf) => pieces.get(keyOf(shelf), () => make(shelf)));
    // What was let go again meanwhile, by a list larger than all that is kept, is made once more.
    return Promise.all(shelves.map((shelf) => pieces.get(keyOf(shelf), () => make(shelf))));
  }

  return {
    async of(view, state) {
      const shelves = mayBrowse(view, line, false) ? await stock.at(state) : [];
      const shown = (await piecesOf(view, shelves)).filter((piece) => piece !== null);
      const content = createHash('sha1');
      for (const { hash } of shown) content.update(hash);
      const version = content.digest('base64url');
      return {
        version,
        async body() {
          const gzip = await joined.get(version, () => Promise.resolve(joinPieces(shown)));
          return { gzip, plain: () => gunzipped(gzip) };
        },
      };
    },
  };
}

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
  const marks = new Map(
    [...own].map(([shelf, parts]) => [
      shelf,
      createHash('sha1').update(parts.sort().join()).digest('base64url'),
    ]),
  );
  return { acted, marks };
}
