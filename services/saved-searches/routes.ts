import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  MOST_SAVED_SEARCHES,
  savedSearch,
  savedSearchEdit,
  savedSearchesReply,
  type SavedSearch,
  type SavedSearchEdit,
} from '#contracts/api/saved-searches.ts';
import { callGroup, type App, type Caller } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { firstLook, type LookDeps } from './look-for-matches.ts';
import {
  deleteSearch,
  lockSearches,
  isNameTaken,
  noteSeen,
  saveSearch,
  searchById,
  searchesOf,
  type KeptSearch,
  type Owner,
} from './search-store.ts';
import { savedWithinPrices, seesOtherPrices, withinPrices } from './within-prices.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['saved searches'] });

const params = z.object({ id: z.uuid('The id must be a UUID.') });

/** A user's saved searches, of the customer acted for (rule: Saved searches). */
export function registerSavedSearchRoutes(app: App, deps: LookDeps): void {
  const { db } = deps;
  const response = { 200: z.object({ id: z.uuid() }) };

  app.get(
    '/searches',
    forSignedIn({ summary: "One's saved searches, by name", response: { 200: savedSearchesReply } }),
    ({ caller }) => seenSearches(caller),
  );
  const seenSearches = async (caller: Caller): Promise<SavedSearch[]> => {
    const searches = await searchesOf(db, ownerOf(caller));
    return seesOtherPrices(caller) ? searches.map(withinPrices) : searches;
  };
  const save = async (id: string, asked: SavedSearchEdit, caller: Caller, mayBeNew: boolean) => {
    const owner = ownerOf(caller);
    await db.transaction().execute(async (tx) => {
      await lockSearches(tx, owner);
      const known = await searchById(tx, id);
      if (known ? !isOwn(known, owner) : !mayBeNew) throw unknownSearch();
      const body = seesOtherPrices(caller) ? savedWithinPrices(asked, known?.search) : asked;
      const others = await searchesOf(tx, owner);
      if (!known && others.length >= MOST_SAVED_SEARCHES)
        throw new Refusal(402, `There are ${MOST_SAVED_SEARCHES} saved searches already: delete one first.`, {
          field: 'name',
        });
      if (await isNameTaken(tx, owner, { id, name: body.name }))
        throw new Refusal(402, `There is a saved search “${body.name}” already.`, { field: 'name' });
      await saveSearch(tx, owner, id, body, known === undefined || findsOther(known.search, body));
    });
    await firstLook(deps, id);
    const saved = (await seenSearches(caller)).find((search) => search.id === id);
    if (!saved) throw unknownSearch();
    return saved;
  };
  const edit = { params, body: savedSearchEdit, response: { 200: savedSearch } };
  app.post(
    '/searches/:id',
    forSignedIn({
      summary: 'Save a list with its filters and order under a name; sent again, the last counts',
      ...edit,
    }),
    ({ params: { id }, body, caller }) => save(id, body, caller, true),
  );
  app.put(
    '/searches/:id',
    forSignedIn({ summary: 'Change a saved search; one that was deleted stays deleted', ...edit }),
    ({ params: { id }, body, caller }) => save(id, body, caller, false),
  );
  app.post(
    '/searches/:id/seen',
    forSignedIn({ summary: 'The new matches of a saved search have been seen', params, response }),
    async ({ params: { id }, caller }) => {
      if (await noteSeen(db, ownerOf(caller), id)) return { id };
      throw unknownSearch();
    },
  );
  app.delete(
    '/searches/:id',
    forSignedIn({ summary: 'Delete a saved search', params, response }),
    async ({ params: { id }, caller }) => {
      if (await deleteSearch(db, ownerOf(caller), id)) return { id };
      throw unknownSearch();
    },
  );
}

const ownerOf = ({ user, customerId }: Caller): Owner => ({ username: user.username, customerId });
const isOwn = (search: KeptSearch, { username, customerId }: Owner): boolean =>
  search.username === username && search.customerId === customerId;
/** With another name, order or alert, or its filters named in another order, it finds the same. */
const findsOther = (a: SavedSearchEdit, b: SavedSearchEdit): boolean =>
  !isDeepStrictEqual([a.kind, a.line, a.filters], [b.kind, b.line, b.filters]);
const unknownSearch = (): Refusal =>
  new Refusal(402, 'This saved search is not there any more.', { code: 'UNKNOWN_SEARCH', field: 'id' });
