import { sql } from 'kysely';
import type { SavedSearch, SavedSearchEdit } from '#contracts/api/saved-searches.ts';
import { encodeTextArray, inOrderOfNames, lockName, type Db } from '#services/platform/database/index.ts';
import type { Matches } from './new-matches.ts';

/** Whose search; staff without a customer see the house's lists. */
export type Owner = { username: string; customerId: number | null };

/** A search with how far its matches have been looked for. */
export type KeptSearch = Owner & {
  id: string;
  search: SavedSearchEdit;
  version: number;
  /** Null until they were looked for. */
  lookedTo: number | null;
  look: string | null;
  matches: Matches;
  mailedAt: Date | null;
};

type Row = Omit<KeptSearch, 'customerId' | 'matches'> & { customerId: number } & Matches;

const NO_CUSTOMER = 0;
const columns = sql`id, username, customer_id as "customerId", search, version, looked_to::float8 as "lookedTo", look,
  matched, fresh, unmailed, mailed_at as "mailedAt"`;
const kept = ({ customerId, matched, fresh, unmailed, ...row }: Row): KeptSearch => ({
  ...row,
  customerId: customerId === NO_CUSTOMER ? null : customerId,
  matches: { matched, fresh, unmailed },
});
const isOf = ({ username, customerId }: Owner) =>
  sql`username = ${username} and customer_id = ${customerId ?? NO_CUSTOMER}`;
const texts = (names: readonly string[]) => sql`${encodeTextArray(names)}::text[]`;

/** A user's own, by name. */
export async function searchesOf(db: Db, owner: Owner): Promise<SavedSearch[]> {
  const { rows } = await sql<{ id: string; search: SavedSearchEdit; newMatches: number }>`
    select id, search, cardinality(fresh) as "newMatches" from vitrine.saved_search
    where ${isOf(owner)} order by ${inOrderOfNames(sql.ref('name'))}, id`.execute(db);
  return rows.map(({ id, search, newMatches }) => ({ ...search, id, newMatches }));
}

/**
 * Those whose matches are looked for: of what is available, those of one user and line together. With an id, that one
 * alone.
 */
export async function watchedSearches(db: Db, id?: string): Promise<KeptSearch[]> {
  const ofId = id === undefined ? sql`` : sql`and id = ${id}`;
  const { rows } = await sql<Row>`
    select ${columns} from vitrine.saved_search where search->>'kind' = 'available' ${ofId}
    order by username, customer_id, search->>'line', id`.execute(db);
  return rows.map(kept);
}

/**
 * Locks a user's searches until the transaction of `db` ends: of two that are saved at once, the second sees the name
 * and the number of the first.
 */
export async function lockSearches(db: Db, { username, customerId }: Owner): Promise<void> {
  await lockName(db, `vitrine searches ${customerId ?? NO_CUSTOMER} ${username}`);
}

export async function searchById(db: Db, id: string): Promise<KeptSearch | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from vitrine.saved_search where id = ${id} for update`.execute(db);
  return rows[0] && kept(rows[0]);
}

/** Whether another of the user's has this name. */
export async function isNameTaken(
  db: Db,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from vitrine.saved_search
    where ${isOf(owner)} and lower(name) = lower(${name}) and id <> ${id}`.execute(db);
  return rows.length > 0;
}

/** Keeps a search; with other filters, or of another list, its matches are looked for again. */
export async function saveSearch(
  db: Db,
  { username, customerId }: Owner,
  id: string,
  search: SavedSearchEdit,
  startsAgain: boolean,
): Promise<void> {
  await sql`
    insert into vitrine.saved_search (id, username, customer_id, name, search, mails)
    values (${id}, ${username}, ${customerId ?? NO_CUSTOMER}, ${search.name}, ${JSON.stringify(search)}::json, ${search.mails})
    on conflict (id) do update set name = excluded.name, search = excluded.search, mails = excluded.mails,
      version = saved_search.version + 1,
      unmailed = case when excluded.mails and not ${startsAgain} then saved_search.unmailed else '{}' end,
      looked_to = case when ${startsAgain} then null else saved_search.looked_to end,
      matched = case when ${startsAgain} then '{}' else saved_search.matched end,
      fresh = case when ${startsAgain} then '{}' else saved_search.fresh end`.execute(db);
}

/** False where the user has none of this id. */
export async function deleteSearch(db: Db, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from vitrine.saved_search where id = ${id} and ${isOf(owner)} returning id`.execute(db);
  return rows.length > 0;
}

/** Its new matches have been seen, so they are no longer mailed either; false where the user has none of this id. */
export async function noteSeen(db: Db, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.saved_search set fresh = '{}', unmailed = '{}', version = version + 1
    where id = ${id} and ${isOf(owner)} returning id`.execute(db);
  return rows.length > 0;
}

/** What was found; false when the search was changed meanwhile, or another process was faster. */
export async function noteLook(
  db: Db,
  { id, version }: KeptSearch,
  found: { lookedTo: number; look: string; matches: Matches; mailedAt: Date | null },
): Promise<boolean> {
  const { matched, fresh, unmailed } = found.matches;
  const { rows } = await sql`
    update vitrine.saved_search set version = version + 1, looked_to = ${found.lookedTo}, look = ${found.look},
      matched = ${texts(matched)}, fresh = ${texts(fresh)}, unmailed = ${texts(unmailed)}, mailed_at = ${found.mailedAt}
    where id = ${id} and version = ${version} returning id`.execute(db);
  return rows.length > 0;
}
